import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { firstInSight, isAtEnd, offsetOf, ROW_HEIGHT, toScale, windowAt } from './scale.ts';

/** Which rows of the timeline are rendered and in sight. Fed by the scroll container, read by the list and the keys. */
export function createViewport(total: ReadonlySignal<number>) {
  const scrollTop = signal(0);
  const height = signal(0);
  const scale = computed(() => toScale(total.value, height.value));
  const from = computed(() => windowAt(scale.value, scrollTop.value).from);
  const to = computed(() => windowAt(scale.value, scrollTop.value).to);

  return {
    scale,
    from,
    to,
    /** Pixels from the top of the scrolled element to row `from`. */
    offset: computed(() => offsetOf(scale.value, from.value, scale.value.gear === 1 ? 0 : scrollTop.value)),
    scrollTop: scrollTop as ReadonlySignal<number>,
    firstInSight: () => firstInSight(scale.peek().gear, scrollTop.peek() + ROW_HEIGHT - 1),
    /** Rows a page key moves by: one row of the page before stays in sight. */
    pageRows: () => Math.max(Math.floor(height.peek() / ROW_HEIGHT) - 1, 1),
    resized: (pixels: number) => void (height.value = pixels),
    /** Takes the new position; says what kind of move it was. */
    scrolled: (position: number): { readonly up: boolean; readonly atEnd: boolean } => {
      const up = position < scrollTop.peek();
      scrollTop.value = Math.max(position, 0);
      return { up, atEnd: isAtEnd(scale.peek(), position) };
    },
  };
}
