import { useComputed } from '@preact/signals';
import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { setNewest } from '#core/set-newest.ts';
import { useLastMoment } from '../../components/use-last-moment.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { ColumnHeads } from './column-heads.tsx';
import { depthAt } from './depth.ts';
import { RowList } from './row-list.tsx';
import { rowLooks } from './row-looks.ts';
import { TimelineLine, type LineProps } from './timeline-line.tsx';
import { useColumnWidths } from './use-column-widths.ts';
import { toWaterfall } from './waterfall-rows.ts';

/** The rows with their column heads. */
export function TimelineList({ inspector, of }: { inspector: Inspector; of: OpenedRecording }) {
  const { timeline, viewport } = of;
  const box = useRef<HTMLDivElement>(null);
  const { context, lookOf } = rowLooks(inspector, of);
  const end = useLastMoment(inspector, of);
  const waterfall = useComputed(() => {
    const [from, to] = [viewport.from.value, viewport.to.value];
    return toWaterfall(rowsBetween(of, from, to), end.value, { below: startBelow(of, to), isLive: of.isLive.value });
  });
  const list = { rowAt: timeline.rowAt, total: timeline.total.value };
  const lineOf = useLines();
  const { columns } = inspector;
  // Memoised, because scrolling renders the list often.
  const heads = useMemo(() => <ColumnHeads columns={columns} waterfall={waterfall} />, [columns, waterfall]);
  useColumnWidths(box, columns);

  return (
    <div ref={box} class="timeline-table" data-time={context.timeMode}>
      {heads}
      <RowList inspector={inspector} of={of} id="timeline" label="Entries">
        {(place, row, slot) =>
          lineOf({
            slot,
            place,
            row,
            depth: depthAt(place, list),
            before: timeline.rowAt(place - 1)?.t,
            ...context,
            ...lookOf(place, row),
            waterfall,
            end,
          })
        }
      </RowList>
    </div>
  );
}

/** Number of cached lines: visible ones, and some to scroll back to. */
const KEPT = 200;

/** Returns the cached line of a row if its props are unchanged, so that it is not rendered again. */
function useLines(): (props: LineProps) => VNode<LineProps> {
  const lines = useRef(new Map<number, VNode<LineProps>>()).current; // in order of use, the oldest first
  return (props) => {
    const old = lines.get(props.place);
    const line = old && isSame(old.props, props) ? old : <TimelineLine key={props.slot} {...props} />;
    setNewest(lines, props.place, line, KEPT);
    return line;
  };
}

const isSame = (old: LineProps, props: LineProps) =>
  (Object.keys(props) as (keyof LineProps)[]).every((name) => Object.is(old[name], props[name]));

/** Returns the start of the row at an index; 0 if the row is not held, undefined behind the last row. */
function startBelow({ timeline }: OpenedRecording, place: number): number | undefined {
  if (place >= timeline.total.value) return undefined;
  return timeline.rowAt(place)?.t ?? 0;
}

/** Returns the held rows; reading subscribes. */
function rowsBetween({ timeline }: OpenedRecording, from: number, to: number): readonly TimelineRow[] {
  void timeline.version.value;
  return Array.from({ length: Math.max(to - from, 0) }, (_, index) => timeline.rowAt(from + index)).filter(
    (row) => row !== undefined,
  );
}
