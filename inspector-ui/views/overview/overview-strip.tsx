import { useComputed, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { clamp } from '#core/clamp.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import { seqNear } from '../../state/list/overview.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import type { TimeRange } from '../../state/page/route.ts';
import { useWidth } from '../../components/use-width.ts';
import { formatElapsed } from '../../text/time.ts';
import { MinimapBox } from './minimap-box.tsx';
import { MinimapLabels } from './minimap-labels.tsx';
import { isMovable, toBands } from './minimap-rows.ts';
import { TurnBands } from './turn-bands.tsx';
import { isClick } from '../timeline/axis-rows.ts';
import {
  HEIGHT,
  rangeAfterKey,
  rangeOfDrag,
  toStrip,
  toWaitPaths,
  WIDTH,
  type Drag,
  type Strip,
} from './overview-rows.ts';
import './overview-strip.css';

/**
 * A drag of a range, or of the box: `grip` is the position below the pointer, less the start of the box. A press that has
 * not moved the box is a click.
 */
type Dragged = { readonly x: number } & (
  | { readonly what: Drag; readonly range: TimeRange }
  | { readonly what?: undefined; readonly range?: undefined; readonly grip: number; readonly hasMoved: boolean }
);

interface StripProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
  /** Whether the view below shows rows, whose window the box marks. */
  readonly isOfRows: boolean;
}

/**
 * The whole recording on one line, with hidden entries pale. A click goes there. A drag selects a time range, inside a small
 * box it moves the box; a double click removes the range.
 */
export function OverviewStrip({ inspector, opened, isOfRows }: StripProps) {
  const { overview: whole, shownOverview: hits, look, axis } = opened;
  const box = useRef<HTMLDivElement>(null);
  const pixels = useWidth(box);
  const drag = useSignal<Dragged | undefined>(undefined);
  const all = useComputed(() => whole.value && toStrip(whole.value, axis.scale.value));
  const strip = useComputed(() => whole.value && toStrip(whole.value, axis.scale.value, hits.value));
  const waits = useComputed(() => whole.value && toWaitPaths(whole.value, axis.scale.value, axis.now.value));
  const bands = useComputed(() =>
    whole.value ? toBands(whole.value.axis, axis.scale.value, axis.now.value, pixels.value) : [],
  );
  const isFiltered = whole.value !== hits.value;
  const duration = Math.max(whole.value?.duration ?? 0, 1);
  const range = drag.value?.range ?? look.range.value;

  const positionAt = ({ clientX }: PointerEvent) => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return ((clientX - left) / Math.max(width, 1)) * axis.scale.peek().length;
  };
  const timeAt = (event: PointerEvent) => axis.scale.peek().timeAt(positionAt(event));
  const begin = (event: PointerEvent) => {
    if (event.button !== 0 || !whole.peek()) return;
    const t = timeAt(event);
    const now = look.range.peek();
    const end = event.target instanceof Element ? event.target.getAttribute('data-end') : null;
    const isInside = event.target instanceof Element && event.target.closest('.strip-range') !== null;
    const what: Drag =
      now && (end === 'from' || end === 'to')
        ? { kind: end, range: now }
        : now && isInside
          ? { kind: 'move', range: now, grip: t }
          : { kind: 'new', anchor: clamp(Math.round(t), 0, duration) };
    const position = positionAt(event);
    const marked = isOfRows && !now && !event.shiftKey ? axis.marked.peek() : undefined;
    const isOnBox = marked && marked.from <= position && position <= marked.to;
    drag.value =
      isOnBox && isMovable(marked, axis.scale.peek().length)
        ? { x: event.clientX, grip: position - marked.from, hasMoved: false }
        : { what, x: event.clientX, range: rangeOfDrag(what, t, duration) };
    box.current?.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    axis.pointAt(timeAt(event));
    const before = drag.peek();
    if (before?.what) drag.value = { ...before, range: rangeOfDrag(before.what, timeAt(event), duration) };
    else if (before && (before.hasMoved || !isClick(before.x, event.clientX))) {
      drag.value = { ...before, hasMoved: true };
      opened.lookAtPosition(positionAt(event) - before.grip);
    }
  };
  const end = (event: PointerEvent) => {
    const done = drag.peek();
    drag.value = undefined;
    if (!done) return;
    if (!done.what && done.hasMoved) return;
    if (done.what && !isClick(done.x, event.clientX)) return look.setRange(done.range);
    const seq = hits.peek() && seqNear(hits.peek() ?? NOTHING, timeAt(event));
    if (seq === undefined || event.detail > 1) return;
    opened.arrival.forget();
    opened.step(() => opened.selection.select(seqOf(seq))); // goes to a time, not to a frame: groups stay closed
  };
  const press = (name: 'from' | 'to') => (event: KeyboardEvent) => {
    const now = look.range.peek() ?? { from: 0, to: duration };
    const next = rangeAfterKey(now, name, event.key, event.shiftKey, duration);
    if (event.key === 'Escape' || event.key === 'Delete') look.setRange(undefined);
    else if (next) look.adjustRange(next);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const shown = range ?? { from: 0, to: duration };
  const percent = (t: number) => `${(100 * axis.scale.value.at(t)) / axis.scale.value.length}%`;
  const handle = (name: 'from' | 'to') => (
    <span
      class="strip-handle"
      role="slider"
      tabIndex={0}
      data-end={name}
      data-keys="own"
      aria-label={name === 'from' ? 'Shown from' : 'Shown to'}
      aria-valuemin={0}
      aria-valuemax={duration}
      aria-valuenow={shown[name]}
      aria-valuetext={`${formatElapsed(elapsedUs(Math.round(shown[name])))} seconds`}
      style={{ insetInlineStart: percent(shown[name]) }}
      onKeyDown={press(name)}
    />
  );
  return (
    <div
      ref={box}
      class="strip"
      role="group"
      aria-label="Range of time"
      data-testid="overview"
      data-ranged={range !== undefined}
      data-lanes={Math.max(1, ...bands.value.map(({ lanes }) => lanes))}
      title="Click to go there, drag to look at a range of time; double click for all of it"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => void (drag.value = undefined)}
      onPointerLeave={() => axis.pointAt(undefined)}
      onDblClick={() => look.setRange(undefined)}
    >
      <TurnBands opened={opened} bands={bands} />
      {strip.value && (
        <svg class="strip-drawing" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {isFiltered && all.value && (
            <g class="strip-hidden">
              <Drawing strip={all.value} />
            </g>
          )}
          <Drawing strip={strip.value} />
        </svg>
      )}
      <svg class="strip-waits" viewBox={`0 0 ${WIDTH} 1`} preserveAspectRatio="none" aria-hidden="true">
        <path class="strip-wait-human" d={waits.value?.human} />
        <path class="strip-wait-client" d={waits.value?.client} />
        <path class="strip-wait-acptap" d={waits.value?.acptap} />
      </svg>
      {range && (
        <>
          <span class="strip-outside" style={{ insetInline: `0 calc(100% - ${percent(range.from)})` }} />
          <span class="strip-outside" style={{ insetInline: `${percent(range.to)} 0` }} />
          <span
            class="strip-range"
            style={{ insetInline: `${percent(range.from)} calc(100% - ${percent(range.to)})` }}
          />
        </>
      )}
      {handle('from')}
      {handle('to')}
      {isOfRows && <MinimapBox opened={opened} strip={box} pixels={pixels} />}
      <MinimapLabels inspector={inspector} opened={opened} pixels={pixels} />
    </div>
  );
}

const NOTHING = { buckets: [], width: 1 };

function Drawing({ strip }: { strip: Strip }) {
  return (
    <>
      <path class="strip-client" d={strip.client} />
      <path class="strip-agent" d={strip.agent} />
      <path class="strip-stderr" d={strip.stderr} />
      <path class="strip-notes" d={strip.notes} />
      <path class="strip-warnings" d={strip.warnings} />
      <path class="strip-errors" d={strip.errors} />
    </>
  );
}
