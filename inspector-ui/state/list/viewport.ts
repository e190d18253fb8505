import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Seq } from '#core/units.ts';
import type { ListWindow } from './list-window.ts';
import { firstInSight, isAtEnd, offsetOf, OVERSCAN, ROW_HEIGHT, toScale, windowAt } from './scale.ts';
import type { ListQuery } from './timeline.ts';

/** The selection that was last scrolled into sight, or deliberately not scrolled. */
interface Revealed {
  readonly seq: Seq;
  readonly place: number | undefined;
}

/** The entry that a group was opened for, and the list before. The entry's row may be far below the group's row. */
interface Uncovered {
  readonly seq: Seq | undefined;
  readonly before: ListQuery | undefined;
}

/** Computes which timeline rows are rendered and visible from the scroll position. */
export function createViewport(total: ReadonlySignal<number>) {
  const scrollTop = signal(0);
  const height = signal(0);
  const scale = computed(() => toScale(total.value, height.value));
  const overscan = signal(0);
  const wanted = signal<{ readonly place: number } | undefined>(undefined);
  const from = computed(() => windowAt(scale.value, scrollTop.value, overscan.value).from);
  const to = computed(() => windowAt(scale.value, scrollTop.value, overscan.value).to);
  const top = computed(() => firstInSight(scale.value.gear, scrollTop.value + ROW_HEIGHT - 1));
  const yOf = (place: number) => place * ROW_HEIGHT - scrollTop.peek() * scale.peek().gear;

  const shown: ListWindow = {
    from,
    to,
    offset: computed(() => offsetOf(scale.value, from.value, scale.value.gear === 1 ? 0 : scrollTop.value)),
    whole: computed(() => scale.value.scrollHeight),
  };

  return {
    ...shown,
    scale,
    scrollTop: scrollTop as ReadonlySignal<number>,
    /** Outlives the element, so that returning from another view does not scroll to the selection again. */
    revealed: undefined as Revealed | undefined,
    uncovered: undefined as Uncovered | undefined,
    /** The first fully visible row. */
    top,
    firstInSight: () => top.peek(),
    /** The last row that is at least partly visible. */
    bottom: computed(() =>
      Math.min(firstInSight(scale.value.gear, scrollTop.value) + Math.ceil(height.value / ROW_HEIGHT), total.value - 1),
    ),
    /** A row to scroll to the upper edge. */
    wanted: wanted as ReadonlySignal<{ readonly place: number } | undefined>,
    show: (place: number) => void (wanted.value = { place }),
    /** Returns the pixels from the upper edge of the viewport to a row. */
    yOf,
    isInSight: (place: number) => yOf(place) > -ROW_HEIGHT && yOf(place) < height.peek(),
    /** Rows a page key moves by: one row of the page before stays in sight. */
    pageRows: () => Math.max(Math.floor(height.peek() / ROW_HEIGHT) - 1, 1),
    /**
     * Renders the overscan rows too. The first rows and a jump come without them, a third less work: call this when
     * rows are shown and scrolling has stopped.
     */
    widen: () => void (overscan.value = OVERSCAN),
    resized: (pixels: number) => void (height.value = pixels),
    /** Sets the scroll position. Returns the kind of move. */
    scrolled: (position: number): { readonly up: boolean; readonly atEnd: boolean } => {
      const up = position < scrollTop.peek();
      const next = windowAt(scale.peek(), position);
      const isJump = next.from >= to.peek() || next.to <= from.peek();
      batch(() => {
        scrollTop.value = Math.max(position, 0);
        if (isJump) overscan.value = 0;
      });
      return { up, atEnd: isAtEnd(scale.peek(), position) };
    },
  };
}

export type Viewport = ReturnType<typeof createViewport>;
