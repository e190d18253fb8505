import { useLastMoment } from '../../components/use-last-moment.ts';
import type { BodyProps } from './body-props.ts';
import { toTimingRows } from './timing-rows.ts';
import './timing-view.css';

/** Times of request and response, and whose time they took. */
export function TimingView({ inspector, opened: recording, entry: { row } }: BodyProps) {
  const lastMoment = useLastMoment(inspector, recording);
  const before = recording.timeline.rowOf(row.seq - 1);
  const rows = toTimingRows(
    row,
    recording.selectedGroup.value,
    before,
    Math.max(lastMoment.value, row.t),
    recording.isLive.value,
  );
  return (
    <dl class="timing">
      {rows.map(({ name, value, share, owner }) => (
        <div key={name} class="timing-row">
          <dt>{name}</dt>
          <dd>
            {value}
            {share !== undefined && (
              <>
                <span class="soft"> {Math.round(share)} %</span>
                <span class="timing-track">
                  <span class="owner-bar bar" data-of={owner} style={{ inlineSize: `${share}%` }} />
                </span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
