import { FindingBadge } from '../../components/badge.tsx';
import { renderRoute, type Route } from '../../state/page/route.ts';
import type { RecordingRow } from './recording-rows.ts';
import './recording-line.css';

interface LineProps {
  readonly row: RecordingRow;
  readonly isCurrent: boolean;
  /** The view in which it opens. */
  readonly view: Route['view'] | undefined;
}

/** One recording of the sidebar, in two lines. A link, so that it can open in a new tab. */
export function RecordingLine({ row, isCurrent, view }: LineProps) {
  return (
    <a
      class="hoverable recording"
      href={renderRoute({ recording: row.id, ...(view && { view }) })}
      data-recording={row.id}
      data-state={row.state}
      aria-current={isCurrent ? 'page' : undefined}
      title={row.whole}
    >
      <span class="one-line recording-line">
        {row.state === 'live' && (
          <span class="live-dot" data-still={row.isStill}>
            <span class="visually-hidden">live</span>
          </span>
        )}
        <span class="one-line recording-title">{row.title}</span>
        <span class="one-line recording-version">{row.version}</span>
        {row.isPinned && (
          <span class="recording-pin" title="Pinned: acptap prune never removes it">
            pinned
          </span>
        )}
        <time class="recording-start" dateTime={row.startedExactly} title={row.startedExactly}>
          {row.started}
        </time>
      </span>
      <span class="one-line recording-line aside digits recording-facts">
        {row.wait && (
          <strong class="one-line recording-wait" title={row.chain}>
            {row.wait}
          </strong>
        )}
        {row.held && <strong class="one-line recording-own">{row.held}</strong>}
        {row.ending && (
          <span class="one-line recording-ending" title={row.ending}>
            {row.ending}
          </span>
        )}
        {row.hasInterventions && !row.held && (
          <span
            class="one-line recording-own"
            title="acptap took part: frames may have been changed, dropped or delayed on purpose"
          >
            interventions
          </span>
        )}
        {row.wait ? (
          <>
            <span class="one-line recording-awaited" title={row.chain}>
              {row.waitsFor}
            </span>
            <span class="one-line recording-peers">{row.waitsForRest}</span>
          </>
        ) : row.comments[0] === undefined ? (
          <span class="one-line recording-peers">{row.subtitle}</span>
        ) : (
          <span class="one-line recording-comment">{row.comments[0]}</span>
        )}
        <span class="recording-counts">
          {row.counts.map(({ of, count, label }) => (
            <span key={of} class="recording-count" data-of={of} title={label}>
              {count}
            </span>
          ))}
        </span>
        <span class="recording-duration">{row.waited || (row.state === 'live' ? 'live' : row.duration)}</span>
        {row.findings.length > 0 && (
          <span class="recording-badges">
            {row.findings.map((badge) => (
              <FindingBadge key={badge.grade} {...badge} />
            ))}
          </span>
        )}
      </span>
    </a>
  );
}
