import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { NO_FACTS } from '#core/model/axis.ts';
import type { Overview } from '#core/model/overview.ts';
import type { TimeRange } from '../page/route.ts';
import { around, following, isWhole, moved, within, zoomed, type AxisWindow } from './axis-window.ts';
import { endWithRoom, toTimeScale } from './time-scale.ts';

/** A zoom step of a key. */
const STEP = 1.5;

/** A recording that opens with more rows than this begins with the scale of the rows in sight, not of the whole. */
const FEW = 200;

/** Rows in sight, and the start of the row below them. */
export interface RowsInSight {
  readonly rows: readonly TimelineRow[];
  readonly below: number | undefined;
}

interface AxisPorts {
  readonly overview: ReadonlySignal<Overview | undefined>;
  readonly isLive: ReadonlySignal<boolean>;
  /** Whether a request is open. */
  readonly isWaiting: ReadonlySignal<boolean>;
  readonly range: ReadonlySignal<TimeRange | undefined>;
  /** The rows in sight; undefined until they are there. Reading subscribes. */
  readonly inSight: () => RowsInSight | undefined;
  /** The number of rows. */
  readonly total: ReadonlySignal<number>;
  /** `elapsed` of the selected entry; undefined without one. */
  readonly selectedElapsed: () => number | undefined;
}

/**
 * The time axis that waterfall and minimap share: its scale, the part that the waterfall shows, and the moment below
 * the pointer. The scale is fixed while the list scrolls; the window moves along.
 */
export function createTimeAxis({ overview, isLive, isWaiting, range, inSight, total, selectedElapsed }: AxisPorts) {
  const now = signal(0);
  const pointer = signal<number | undefined>(undefined);
  /** Undefined shows the whole. */
  const chosen = signal<AxisWindow | undefined>(undefined);
  /** True once the scale was chosen: by the number of rows at first sight, or by the user. */
  let isBegun = false;
  /** Where the rows in sight begin; undefined if all rows are in sight. */
  const inView = signal<AxisWindow | undefined>(undefined);

  const isGrowing = computed(() => {
    const facts = overview.value?.axis ?? NO_FACTS;
    const isOpen = isWaiting.value || facts.waiting !== null || facts.turns.some(({ until }) => until === null);
    return isLive.value && isOpen;
  });
  const scale = computed(() => {
    const { axis, duration } = overview.value ?? { axis: NO_FACTS, duration: 0 };
    if (!isGrowing.value) return toTimeScale(axis.gaps, duration);
    const last = Math.max(now.value, duration);
    const waiting = toTimeScale([...axis.gaps, { from: duration, to: last, isOpen: true }], last);
    const isCut = waiting.breaks.at(-1)?.from === duration;
    return isCut ? waiting : toTimeScale(axis.gaps, endWithRoom(last));
  });
  const whole = computed((): AxisWindow => {
    const { at, length } = scale.value;
    return range.value
      ? { from: at(range.value.from), to: Math.max(at(range.value.to), at(range.value.from) + 1) }
      : { from: 0, to: length };
  });
  const window = computed(() => (chosen.value ? within(chosen.value, whole.value) : whole.value));

  const show = (next: AxisWindow) => {
    isBegun = true;
    chosen.value = isWhole(next, whole.peek()) ? undefined : next;
  };
  const fitSight = () => {
    const sight = inSight();
    if (!sight) return;
    const [from, to] = extentOf(sight, now.peek());
    show(around(scale.peek().at(from), scale.peek().at(to), whole.peek()));
  };

  const stopBeginning = effect(() => {
    if (isBegun || !overview.value || !inSight()) return;
    isBegun = true;
    if (total.peek() > FEW) untracked(fitSight);
  });
  const stopFollowing = effect(() => {
    const rows = inSight()?.rows ?? [];
    const { at } = scale.value;
    if (rows.length === 0) return;
    const starts = rows.map(({ t }) => at(t));
    const isAll = rows.length >= total.value;
    untracked(() => {
      inView.value = isAll ? undefined : { from: Math.min(...starts), to: Math.max(...starts) };
      if (chosen.peek()) show(following(window.peek(), starts, whole.peek()));
    });
  });

  return {
    scale,
    whole,
    window,
    /** True while the waterfall shows less than the whole. */
    isZoomed: computed(() => chosen.value !== undefined),
    /** The part that the minimap marks: the window, or the rows in sight while the window shows the whole. */
    marked: computed(() => (chosen.value ? window.value : inView.value)),
    /** The recording's last moment, or now while it is live. */
    now: computed(() =>
      isLive.value ? Math.max(now.value, overview.value?.duration ?? 0) : (overview.value?.duration ?? 0),
    ),
    /** The ids of the sessions. Their numbers are the same in all views. */
    sessions: computed(() => (overview.value?.axis ?? NO_FACTS).sessions),
    /** The waits of the recording, the present one included. */
    waits: computed(() => overview.value?.axis ?? NO_FACTS),
    /** Moves the clock of a live recording. */
    tick: (elapsed: number) => void (now.value = elapsed),
    /** The moment below the pointer, in microseconds. */
    pointer: pointer as ReadonlySignal<number | undefined>,
    /** `at`: from 0, the left edge of the window, to 1. */
    point: (at: number | undefined) => {
      const { from, to } = window.peek();
      pointer.value = at === undefined ? undefined : scale.peek().timeAt(from + (to - from) * at);
    },
    pointAt: (t: number | undefined) => void (pointer.value = t),
    zoom: (factor: number, at = 0.5) => show(zoomed(window.peek(), factor, at, whole.peek())),
    zoomIn: () => show(zoomed(window.peek(), STEP, anchor(), whole.peek())),
    zoomOut: () => show(zoomed(window.peek(), 1 / STEP, anchor(), whole.peek())),
    /** Shows a part of the window. `from` and `to`: 0 is the left edge, 1 the right. */
    zoomTo: (from: number, to: number) => {
      const { from: start, to: end } = window.peek();
      show(within({ from: start + (end - start) * from, to: start + (end - start) * to }, whole.peek()));
    },
    /** Fits the rows in sight; the whole if they fit already. */
    fit: () =>
      batch(() => {
        const before = chosen.peek();
        fitSight();
        const { value: after } = chosen;
        if (
          before &&
          after &&
          Math.abs(before.from - after.from) + Math.abs(before.to - after.to) < (after.to - after.from) / 100
        )
          chosen.value = undefined;
      }),
    /** Moves the window by a share of its length. */
    move: (share: number) => {
      const { from, to } = window.peek();
      show(moved({ from, to }, (to - from) * share, whole.peek()));
    },
    /** Moves the marked part to a position. @returns the new start; scroll the list to rows that begin there */
    moveTo: (position: number): number => {
      const target = chosen.peek() ? chosen : inView;
      const part = target.peek();
      if (!part) return position;
      const { from } = (target.value = moved(part, position - part.from, whole.peek()));
      return from;
    },
    dispose: () => {
      stopBeginning();
      stopFollowing();
    },
  };

  /** The place that a key zooms around: the pointer, else the selected entry, else the middle. */
  function anchor(): number {
    const { from, to } = window.peek();
    const { at } = scale.peek();
    const places = [pointer.peek(), selectedElapsed()].flatMap((t) =>
      t === undefined ? [] : (at(t) - from) / (to - from),
    );
    return places.find((place) => place >= 0 && place <= 1) ?? 0.5;
  }
}

export type TimeAxis = ReturnType<typeof createTimeAxis>;

/** The time span of rows, up to their latest end. Ignores ends after the start of the row below them. */
function extentOf({ rows, below = Number.POSITIVE_INFINITY }: RowsInSight, now: number): readonly [number, number] {
  const from = rows[0]?.t ?? 0;
  const latest = rows.reduce((last, { t }) => Math.max(last, t), from);
  const ends = rows.flatMap((row) => {
    const end = row.group
      ? (row.group.until ?? now)
      : row.kind === 'request' && row.duration !== null
        ? row.t + row.duration
        : row.t;
    return end <= below ? [end] : [];
  });
  return [from, Math.max(latest, ...ends)];
}
