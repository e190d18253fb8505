import { useEnd } from '../../components/use-end.ts';
import type { BodyProps } from './detail-body.tsx';
import { toTimingRows } from './timing-rows.ts';
import './timing-view.css';

/** Times of request and response, and whose time they took. */
export function TimingView({ inspector, of, entry: { row } }: BodyProps) {
  const end = useEnd(inspector, of);
  const before = of.timeline.rowOf(row.seq - 1);
  const rows = toTimingRows(row, of.selectedGroup.value, before, Math.max(end.value, row.t));
  return (
    <dl class="timing">
      {rows.map(({ name, value, share, of: owner }) => (
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
