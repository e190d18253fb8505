import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { clamp } from '#core/clamp.ts';
import { Message } from '../../components/message.tsx';
import '../../components/page.css';
import type { Command } from '../../state/page/commands.ts';
import { createComparing, type Comparing } from '../../state/shell/comparing.ts';
import { toCommandLine } from '../../text/command-line.ts';
import { agentNameOf } from '../recordings/recording-rows.ts';
import { usePlacesOnly } from '../filter/use-places.ts';
import type { ViewProps } from '../view.ts';
import { toClaimRows } from './claim-rows.ts';
import { ComparedTurns } from './compared-turns.tsx';
import { ComparePickers } from './compare-pickers.tsx';
import { toTurnViews, toVerdict } from './compare-rows.ts';
import { ComparingNow } from './comparing-now.tsx';
import './compare-view.css';

/** Compares this recording with another one, or two of its turns. */
export function CompareView({ inspector, opened }: ViewProps) {
  const { recordings, router, backend } = inspector;
  const comparing = useMemo(
    () => createComparing({ summary: opened.summary, recordings, router, backend }),
    [opened, recordings, router, backend],
  );
  useEffect(() => comparing.dispose, [comparing]);
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => inspector.handle('compare', (command) => page.current !== null && move(page.current, command)),
    [inspector],
  );
  usePlacesOnly(opened.find);
  const compared = comparing.compared.value;
  const foreign = comparing.foreign.value;
  const own = opened.summary.value;
  const claims = toClaimRows(comparing.choice.value, own, comparing.all.value, inspector.runBefore(own.id));
  return (
    <div
      ref={page}
      class="page"
      role="region"
      aria-label="Comparison"
      aria-busy={compared.kind === 'loading'}
      tabIndex={0}
      data-keys="own"
      data-testid="compare"
    >
      <div class="page-body compare">
        <h2 class="visually-hidden">Compare</h2>
        <ComparePickers comparing={comparing} own={own} now={inspector.now()} />
        {foreign && (
          <p class="compare-foreign" role="note">
            No earlier run of this command: compared with a recording of{' '}
            <code>{toCommandLine(foreign.command) || agentNameOf(foreign)}</code>.
          </p>
        )}
        {claims.map(({ text, isWorse, links }) => (
          <p key={text} class="compare-claim" data-worse={isWorse}>
            {text}
            {links.map(({ label, href }) => (
              <a key={href} href={href}>
                {label}
              </a>
            ))}
          </p>
        ))}
        <Compared inspector={inspector} opened={opened} comparing={comparing} onGone={() => page.current?.focus()} />
      </div>
    </div>
  );
}

interface ComparedProps extends ViewProps {
  readonly comparing: Comparing;
  /** Called when the focused button disappears, to move the focus. */
  readonly onGone: () => void;
}

function Compared({ comparing, inspector, opened, onGone }: ComparedProps) {
  const compared = comparing.compared.value;
  const turns = useMemo(() => (compared.kind === 'ready' ? toTurnViews(compared.comparison.turns) : []), [compared]);
  const again = (
    <button type="button" class="plain-button" onClick={() => (comparing.again(), onGone())}>
      Compare again
    </button>
  );
  if (compared.kind === 'loading')
    return (
      <ComparingNow key={comparing.key.value} inspector={inspector} onCancel={() => (comparing.cancel(), onGone())} />
    );
  if (compared.kind === 'cancelled')
    return (
      <Message title="Cancelled">
        <p>One turn of each, chosen above, is compared sooner than all of both.</p>
        {again}
      </Message>
    );
  if (compared.kind === 'missing')
    return (
      <Message title="One of the two is not here">
        <p>There is no such recording, turn or session any more. Choose another one above.</p>
      </Message>
    );
  if (compared.kind === 'failed')
    return (
      <Message title="They could not be compared">
        <p>{compared.reason}</p>
        {again}
      </Message>
    );
  const { comparison } = compared;
  const verdict = toVerdict(comparison);
  return (
    <>
      <p class="compare-verdict" role="status" data-same={verdict.isSame}>
        {verdict.text}.{comparing.isOutdated.value && <> A recording has new entries since this comparison. {again}</>}
      </p>
      {verdict.notes.map((note) => (
        <p key={note} class="compare-note">
          {note}
        </p>
      ))}
      <ComparedTurns inspector={inspector} own={opened.recording} other={comparison.left.recording} turns={turns} />
    </>
  );
}

/** The elements that keys move to. */
const STOPS: { readonly [command in Command]?: readonly [selector: string, step: 1 | -1 | 'first' | 'last'] } = {
  down: ['[data-stop]', 1],
  up: ['[data-stop]', -1],
  first: ['[data-stop]', 'first'],
  last: ['[data-stop]', 'last'],
  'next-error': ['[data-stop="step"]', 1],
  'previous-error': ['[data-stop="step"]', -1],
  'next-turn': ['[data-stop="turn"]', 1],
  'previous-turn': ['[data-stop="turn"]', -1],
};

/** Moves the focus, from the first element if none has it. Returns false if this view does not handle the command. */
function move(page: HTMLElement, command: Command): boolean {
  const [selector, step] = STOPS[command] ?? [];
  if (selector === undefined || step === undefined) return false;
  const stops = [...page.querySelectorAll<HTMLElement>(selector)];
  const focused = document.activeElement;
  const isBefore = (stop: Element) =>
    focused !== null && page.contains(focused) && focused !== page
      ? (stop.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
      : false;
  const passed = stops.filter(isBefore).length;
  const isAt = focused !== null && stops.includes(focused as HTMLElement); // an HTMLElement if it is one of `stops`
  const wanted =
    step === 'first' ? 0 : step === 'last' ? stops.length - 1 : step === 1 ? passed + (isAt ? 1 : 0) : passed - 1;
  stops[clamp(wanted, 0, stops.length - 1)]?.focus();
  return true;
}
