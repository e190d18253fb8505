import type { ComponentChildren } from 'preact';
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ControlState, ControlVerb } from '#core/contract/control.ts';
import { focusField } from '../../components/focus-field.ts';
import { formatCounted } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { ViewProps } from '../view.ts';
import { toCommandLine } from '../../text/command-line.ts';
import { AddFrame } from './add-frame.tsx';
import { toBreakpointFilter } from './breakpoint-filter.ts';
import './take-part-panel.css';

/** Breakpoints and faults of a running agent, or how to start one that acptap may take part in. */
export function TakePartPanel({ inspector, opened }: ViewProps) {
  const state = inspector.takingPart.agents.value.get(opened.recording);
  if (!state) return <NotInteractive isLive={opened.isLive.value} command={opened.summary.value.command} />;
  const attempt = (verb: ControlVerb) => inspector.takingPart.attempt(opened.recording, verb);
  const act = async (verb: ControlVerb) => {
    const reason = await attempt(verb);
    if (reason !== undefined) inspector.say(reason);
    return reason === undefined;
  };
  return (
    <div class="take-part">
      <Breakpoints state={state} act={act} attempt={attempt} />
      <Faults state={state} act={act} />
      <AddFrame inspector={inspector} opened={opened} />
    </div>
  );
}

/** Adds a frame to a running agent's conversation, or says how to start one that acptap may take part in. */
export function AddFramePanel({ inspector, opened }: ViewProps) {
  const { command } = opened.summary.value;
  return inspector.takingPart.agents.value.has(opened.recording) ? (
    <AddFrame inspector={inspector} opened={opened} />
  ) : (
    <NotInteractive isLive={opened.isLive.value} command={command} />
  );
}

function NotInteractive({ isLive, command }: { readonly isLive: boolean; readonly command: readonly string[] }) {
  if (!isLive) return <p>This recording has ended. Only the frames of a running agent can be held.</p>;
  return (
    <>
      <p>acptap only watches this agent. To hold, change and add frames, start it in your editor’s settings with</p>
      <code class="framed kept-lines take-part-command">acptap run --interactive -- {toCommandLine(command)}</code>
    </>
  );
}

interface ListProps {
  readonly state: ControlState;
  /** Resolves to whether it was done. */
  readonly act: (verb: ControlVerb) => Promise<boolean>;
}

interface BreakpointProps extends ListProps {
  readonly attempt: (verb: ControlVerb) => Promise<string | undefined>;
}

function Breakpoints({ state: { breakpoints }, act, attempt }: BreakpointProps) {
  const text = useSignal('');
  const from = useSignal('');
  const problem = useSignal('');
  const adding = useRef<string>(undefined);
  const wanted = () => toBreakpointFilter(from.peek(), text.peek());
  const add = async (event: Event) => {
    event.preventDefault();
    const added = wanted();
    if (adding.current === added) return; // a second press
    adding.current = added;
    problem.value = (await attempt({ do: 'add-breakpoint', filter: added })) ?? '';
    adding.current = undefined;
    if (problem.value === '' && wanted() === added) text.value = '';
  };
  return (
    <section aria-labelledby="breakpoints">
      <h3 id="breakpoints">Breakpoints</h3>
      <p class="aside">A frame that matches is held until you decide, or its time is up.</p>
      <ul class="plain-list">
        {breakpoints.map(({ number, filter, isOn, hits }) => (
          <Switch
            key={number}
            name={filter || 'every frame'}
            isOn={isOn}
            hits={formatCounted(hits, 'hit')}
            onSwitch={(next) => act({ do: 'set-breakpoint', number, isOn: next })}
          >
            <button
              type="button"
              class="plain-button"
              aria-label={`Remove ${filter || 'every frame'}`}
              onClick={() => void act({ do: 'remove-breakpoint', number })}
            >
              ×
            </button>
          </Switch>
        ))}
      </ul>
      <form class="take-part-add" onSubmit={(event) => void add(event)}>
        <select
          class="raised"
          aria-label="From"
          value={from.value}
          onChange={({ currentTarget }) => void (from.value = currentTarget.value)}
        >
          <option value="">from both sides</option>
          <option value="client">from the client</option>
          <option value="agent">from the agent</option>
        </select>
        <input
          ref={focusField}
          class="raised"
          aria-label="Filter of the breakpoint"
          placeholder="method:session/request_permission"
          spellcheck={false}
          autocomplete="off"
          value={text.value}
          onInput={({ currentTarget }) => void (text.value = currentTarget.value)}
          onKeyDown={(event) => {
            // A second press after the field was cleared would hold every frame: only the button does that.
            if (event.key === 'Enter' && text.peek() === '') event.preventDefault();
          }}
        />
        <button type="submit" class="plain-button">
          Add
        </button>
      </form>
      <p class="kept-lines take-part-problem" role="alert">
        {problem.value}
      </p>
    </section>
  );
}

function Faults({ state: { faults, seed }, act }: ListProps) {
  return (
    <section aria-labelledby="faults">
      <h3 id="faults">Faults{seed === undefined ? '' : `, seed ${seed}`}</h3>
      <p class="aside">
        {faults.length > 0
          ? 'Switched off, a fault touches no further frame.'
          : 'None. Choose them at the start, with acptap run --fault.'}
      </p>
      <ul class="plain-list">
        {faults.map(({ number, fault, isOn, hits }) => (
          <Switch
            key={number}
            name={fault}
            isOn={isOn}
            hits={formatCounted(hits, 'frame')}
            onSwitch={(next) => act({ do: 'set-fault', number, isOn: next })}
          />
        ))}
      </ul>
    </section>
  );
}

interface SwitchProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly hits: string;
  readonly onSwitch: (isOn: boolean) => Promise<boolean>;
  readonly children?: ComponentChildren;
}

function Switch({ name, isOn, hits, onSwitch, children }: SwitchProps) {
  return (
    <li class="take-part-line" data-on={isOn}>
      <label class="take-part-name">
        <input
          type="checkbox"
          checked={isOn}
          onChange={async ({ currentTarget }) => {
            if (!(await onSwitch(currentTarget.checked))) currentTarget.checked = isOn; // as it still is
          }}
        />
        <code class="kept-lines">{toVisibleLine(name)}</code>
      </label>
      <span class="aside digits">{hits}</span>
      {children}
    </li>
  );
}
