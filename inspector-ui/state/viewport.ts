import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import { firstInSight, isAtEnd, offsetOf, OVERSCAN, ROW_HEIGHT, toScale, windowAt } from './scale.ts';

/** Which rows of the timeline are rendered and in sight. Fed by the scroll container, read by the list and the keys. */
export function createViewport(total: ReadonlySignal<number>) {
  const scrollTop = signal(0);
  const height = signal(0);
  const scale = computed(() => toScale(total.value, height.value));
  const overscan = signal(OVERSCAN);
  const from = computed(() => windowAt(scale.value, scrollTop.value, overscan.value).from);
  const to = computed(() => windowAt(scale.value, scrollTop.value, overscan.value).to);
  const top = computed(() => firstInSight(scale.value.gear, scrollTop.value + ROW_HEIGHT - 1));
  const yOf = (place: number) => place * ROW_HEIGHT - scrollTop.peek() * scale.peek().gear;

  return {
    scale,
    from,
    to,
    /** Pixels from the top of the scrolled element to row `from`. */
    offset: computed(() => offsetOf(scale.value, from.value, scale.value.gear === 1 ? 0 : scrollTop.value)),
    scrollTop: scrollTop as ReadonlySignal<number>,
    /** The first row that is wholly in sight. */
    top,
    firstInSight: () => top.peek(),
    /** The last row that is at least partly in sight. */
    bottom: computed(() =>
      Math.min(firstInSight(scale.value.gear, scrollTop.value) + Math.ceil(height.value / ROW_HEIGHT), total.value - 1),
    ),
    /** Pixels from the upper edge of what is in sight to a row. */
    yOf,
    isInSight: (place: number) => yOf(place) > -ROW_HEIGHT && yOf(place) < height.peek(),
    /** Rows a page key moves by: one row of the page before stays in sight. */
    pageRows: () => Math.max(Math.floor(height.peek() / ROW_HEIGHT) - 1, 1),
    /** After a jump only the rows in sight are rendered, a third less at once. Renders the others, too: call it when scrolling rests. */
    widen: () => void (overscan.value = OVERSCAN),
    resized: (pixels: number) => void (height.value = pixels),
    /** Takes the new position; says what kind of move it was. */
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
