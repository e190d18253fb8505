import { FindingBadge } from '../../components/badge.tsx';
import type { RecordingRow } from './recording-rows.ts';
import './recording-line.css';

/** One recording of the sidebar. A link, so that it can open in a new tab. */
export function RecordingLine({ row, isCurrent }: { row: RecordingRow; isCurrent: boolean }) {
  return (
    <a
      class="hoverable recording"
      href={`#/r/${encodeURIComponent(row.id)}`}
      data-recording={row.id}
      data-state={row.state}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span class="one-line recording-line">
        {row.state === 'live' && (
          <span class="live-dot">
            <span class="visually-hidden">live</span>
          </span>
        )}
        <span class="one-line recording-title" title={row.title}>
          {row.title}
        </span>
        <span class="one-line recording-version">{row.version}</span>
        <time class="recording-start" dateTime={row.startedExactly} title={row.startedExactly}>
          {row.started}
        </time>
      </span>
      <span class="one-line recording-line">
        <span class="one-line aside" title={row.subtitle}>
          {row.subtitle}
        </span>
        <span class="recording-badges">
          {row.findings.map((badge) => (
            <FindingBadge key={badge.grade} {...badge} />
          ))}
        </span>
      </span>
      <span class="one-line recording-line">
        <code class="one-line recording-command" title={row.command}>
          {row.command}
        </code>
      </span>
      {row.comments.map((comment, index) => (
        <span key={index} class="one-line recording-comment" title={comment}>
          {comment}
        </span>
      ))}
      <span class="one-line recording-line aside digits recording-facts">
        {row.counts.map(({ of, count, label }) => (
          <span key={of} class="recording-count" data-of={of} title={label}>
            {count}
          </span>
        ))}
        <span class="recording-duration">{row.state === 'live' ? 'live' : row.duration}</span>
        {row.isPinned && <span title="acptap prune never removes it">pinned</span>}
        {row.wait && <strong class="recording-wait">{row.wait}</strong>}
        {row.held && <strong class="recording-own">{row.held}</strong>}
        {row.hasInterventions && !row.held && (
          <span
            class="recording-own"
            title="acptap took part: frames may have been changed, dropped or delayed on purpose"
          >
            interventions
          </span>
        )}
        {row.ending && <span class="recording-ending">{row.ending}</span>}
      </span>
    </a>
  );
}
