import { useComputed } from '@preact/signals';
import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { setNewest } from '#core/set-newest.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { ColumnHeads } from './column-heads.tsx';
import { depthAt } from './depth.ts';
import { RowList } from './row-list.tsx';
import { rowLooks } from './row-looks.ts';
import { TimelineLine, type LineProps } from './timeline-line.tsx';
import { useColumnWidths } from './use-column-widths.ts';
import { useAxis } from './use-axis.ts';
import { toHeard, toKept } from './waterfall-rows.ts';

/** The rows with their column heads. */
export function TimelineList({ inspector, opened }: { inspector: Inspector; opened: OpenedRecording }) {
  const { timeline } = opened;
  const box = useRef<HTMLDivElement>(null);
  const { context, lookOf } = rowLooks(inspector, opened);
  const waterfall = useComputed(() => ({
    scale: opened.axis.scale.value,
    window: opened.axis.window.value,
    now: opened.axis.now.value,
    heard: opened.isLive.value ? toHeard(opened.summary.value.waiting) : NOT_LIVE,
    kept: toKept(opened.axis.waits.value, opened.axis.now.value),
  }));
  const head = useAxis(box, inspector, opened);
  const list = { rowAt: timeline.rowAt, total: timeline.total.value };
  const lineOf = useLines();
  const { columns } = inspector;
  // Memoised, because scrolling renders the list often.
  const heads = useMemo(() => <ColumnHeads columns={columns} axis={head} />, [columns, head]);
  useColumnWidths(box, columns);

  return (
    <div ref={box} class="timeline-table" data-time={context.timeMode}>
      {heads}
      <RowList inspector={inspector} opened={opened} id="timeline" label="Entries">
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

const NOT_LIVE = {};
