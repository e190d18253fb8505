import type { Seq } from '#core/units.ts';
import { useClock } from '../../components/use-clock.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { focusSoon } from '../../components/focus-soon.ts';
import type { StateRow } from '../live/state-row.ts';
import { toInterventionRow, toLossRow, toStateRows } from './state-rows.ts';
import './state-line.css';

/** Shows who must act next and for how long, or how the recording ended. Links to the entry. */
export function StateLine({ inspector, opened }: { inspector: Inspector; opened: OpenedRecording }) {
  const { waiting, unfinished } = opened.summary.value;
  const isWaiting = opened.isLive.value && (waiting.length > 0 || unfinished !== undefined);
  const now = useClock(inspector, isWaiting);

  const losses = opened.losses.value;
  const taking = opened.interventions.value;
  const show = (q: string) => {
    inspector.router.go({ recording: opened.recording, q });
    opened.look.apply();
    focusSoon('timeline');
  };
  const { held } = inspector.takingPart.heldIn(opened.recording);
  const rows = toStateRows(opened.summary.value, now.value, held, opened.axis.sessions.value);
  return (
    <>
      {taking && (
        <Line
          row={toInterventionRow(taking, opened.isLive.value)}
          testId="interventions"
          onVisit={inspector.visit}
          onShow={show}
        />
      )}
      {losses && <Line row={toLossRow(losses)} testId="losses" onVisit={inspector.visit} onShow={show} />}
      {rows.map((row, index) => (
        <Line
          key={row.session}
          row={row}
          testId={index === 0 ? 'state' : 'state-of-session'}
          onVisit={inspector.visit}
          onShow={show}
        />
      ))}
    </>
  );
}

interface LineProps {
  readonly row: StateRow;
  readonly testId: string;
  readonly onVisit: (seq: Seq) => void;
  readonly onShow: (filter: string) => void;
}

function Line({ row, testId, onVisit, onShow }: LineProps) {
  const { seq, outer } = row;
  return (
    <p
      class="aside head-line state-line"
      data-tone={row.tone}
      data-silent={row.isSilent}
      data-still={row.isStill}
      data-testid={testId}
    >
      <span class="state-mark" aria-hidden="true" />
      {row.session && <span class="state-session">{row.session}</span>}
      {outer && (
        <>
          <button
            type="button"
            class="one-line bare-button state-outer"
            title={`${outer.text}\nTo entry #${outer.seq}`}
            onClick={() => onVisit(outer.seq)}
          >
            {outer.text}
          </button>
          <span aria-label="because">←</span>
        </>
      )}
      {seq === undefined ? (
        <span class="one-line state-text">{row.text}</span>
      ) : (
        <button
          type="button"
          class="one-line bare-button state-text"
          title={`${row.text}\nTo entry #${seq}`}
          onClick={() => onVisit(seq)}
        >
          {row.text}
        </button>
      )}
      {row.since && <span class="digits state-since">for {row.since}</span>}
      {row.sign && (
        <>
          {row.since && <span aria-label="because">←</span>}
          <span class="digits one-line state-sign" title={row.sign}>
            {row.sign}
          </span>
        </>
      )}
      {row.more && (
        <button
          type="button"
          class="bare-button state-more"
          title={[...row.others, 'Show all of them'].join('\n')}
          onClick={() => onShow(row.all)}
        >
          {row.more}
        </button>
      )}
    </p>
  );
}
