import { useClock } from '../../components/use-clock.ts';
import type { Command } from '../../state/shell/commands.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { formatCounted } from '../../text/size.ts';
import { focusSoon } from '../shell/focus-soon.ts';
import { toHeldRows, type HeldRow } from './held-rows.ts';
import './held-strip.css';

/** The held frames of a running agent. Keys act on the first one. */
export function HeldStrip({ inspector, of }: { inspector: Inspector; of: OpenedRecording }) {
  const { takingPart } = inspector;
  const state = takingPart.agents.value.get(of.recording);
  const held = takingPart.held(of.recording);
  const now = useClock(inspector, held.length > 0);
  if (!state) return null;
  const { rows, count, more } = toHeldRows(held, state, now.value);
  const perform = (command: Command) => {
    inspector.perform(command);
    if (command !== 'edit') focusSoon('timeline', 'sequence', 'conversation', 'findings');
  };
  const settle = async ({ frame }: HeldRow, verb: 'release' | 'drop') => {
    const reason = await takingPart.decide(of.recording, frame, verb);
    if (reason !== undefined) inspector.say(reason);
  };
  return (
    <>
      <p class="visually-hidden" role="status">
        {count > 0 && `${formatCounted(count, 'frame is held', 'frames are held')}`}
      </p>
      {count > 0 && (
        <section class="held-strip" aria-label="Held frames">
          {rows.map((row, index) => (
            <article key={row.frame.number} class="held" data-of={row.from} data-held={row.frame.number}>
              <span class="held-mark" aria-hidden="true" />
              <span class="held-what">
                <span class="sided held-way" data-of={row.from}>
                  {row.from} to {row.toward}
                </span>
                <strong class="one-line held-name">{row.name}</strong>
                <span class="one-line soft held-summary" title={row.summary}>
                  {row.summary}
                </span>
              </span>
              <span class="digits held-facts" title={row.why}>
                held for {row.since}, <span data-soon={row.isSoon}>goes on in {row.left}</span>
                {row.behind && `, ${row.behind}`}
              </span>
              <span class="held-buttons">
                {index === 0 ? (
                  <>
                    <HeldButton label="Release" keyName="r" onClick={() => perform('release')} />
                    <HeldButton label="Edit…" keyName="w" onClick={() => perform('edit')} />
                    <HeldButton label="Drop" keyName="x" onClick={() => perform('drop')} />
                  </>
                ) : (
                  <>
                    <HeldButton label="Release" onClick={() => void settle(row, 'release')} />
                    <HeldButton label="Drop" onClick={() => void settle(row, 'drop')} />
                  </>
                )}
              </span>
            </article>
          ))}
          {count > 1 && (
            <p class="held held-end">
              <span class="soft">{more}</span>
              <HeldButton label="Release all" keyName="R" onClick={() => perform('release-all')} />
            </p>
          )}
        </section>
      )}
    </>
  );
}

interface ButtonProps {
  readonly label: string;
  readonly keyName?: string;
  readonly onClick: () => void;
}

const HeldButton = ({ label, keyName, onClick }: ButtonProps) => (
  <button type="button" class="plain-button" aria-keyshortcuts={keyName} onClick={onClick}>
    {label}
    {keyName && <kbd>{keyName}</kbd>}
  </button>
);
