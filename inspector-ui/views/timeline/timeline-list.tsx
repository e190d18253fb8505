import { useComputed } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { TimelineRow } from '#core/contract/timeline.ts';
import type { Inspector } from '../../state/inspector.ts';
import type { Opened } from '../../state/opened.ts';
import { parseInstant } from '../../text/time.ts';
import { ColumnHeads } from './column-heads.tsx';
import { RowList } from './row-list.tsx';
import { TimelineLine, type LineProps } from './timeline-line.tsx';
import { toWaterfall } from './waterfall-rows.ts';

/** The rows, with what is above their columns. */
export function TimelineList({ inspector, of }: { inspector: Inspector; of: Opened }) {
  const { timeline, viewport, isLive } = of;
  void timeline.version.value; // rows are read from the cache below
  const selected = of.selection.place.value;
  const paired = of.paired.value;
  const marks = inspector.marks.of(of.recording);
  const startedAt = parseInstant(of.summary.value.startedAt);
  const end = useComputed(() => of.overview.value?.duration ?? 0);
  const waterfall = useComputed(() => toWaterfall(rowsBetween(of, viewport.from.value, viewport.to.value), end.value));
  const lineOf = useLines();

  return (
    <>
      <ColumnHeads waterfall={waterfall} />
      <RowList inspector={inspector} of={of} id="timeline" label="Entries">
        {(place, row) =>
          lineOf({
            place,
            row,
            before: timeline.rowAt(place - 1)?.t,
            timeMode: inspector.timeMode.value,
            startedAt,
            isLive: isLive.value,
            isSelected: place === selected,
            isPaired: place !== selected && row !== undefined && paired.some((pair) => pair === row.seq),
            isMarked: row !== undefined && marks.some((mark) => mark === row.seq),
            waterfall,
            end,
          })
        }
      </RowList>
    </>
  );
}

/** Lines that are kept: those in sight, and what is scrolled back to. */
const KEPT = 200;

/** Makes the line of a row, or gives the one it made before when nothing about it has changed: then it is not rendered again. */
function useLines(): (props: LineProps) => VNode<LineProps> {
  const lines = useRef(new Map<number, VNode<LineProps>>()).current; // in order of use, the oldest first
  return (props) => {
    const old = lines.get(props.place);
    const line = old && isSame(old.props, props) ? old : <TimelineLine key={props.place} {...props} />;
    lines.delete(props.place);
    lines.set(props.place, line);
    for (const oldest of lines.keys()) {
      if (lines.size <= KEPT) break;
      lines.delete(oldest);
    }
    return line;
  };
}

const isSame = (old: LineProps, props: LineProps) =>
  (Object.keys(props) as (keyof LineProps)[]).every((name) => Object.is(old[name], props[name]));

/** Those that are held; reading it subscribes. */
function rowsBetween({ timeline }: Opened, from: number, to: number): readonly TimelineRow[] {
  void timeline.version.value;
  return Array.from({ length: Math.max(to - from, 0) }, (_, index) => timeline.rowAt(from + index)).filter(
    (row) => row !== undefined,
  );
}
