import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import { createHeights } from './conversation-heights.ts';

/** A card that was never shown: about as high as a short message. */
const ESTIMATE = 72;

/** Pixels rendered above and below what is in sight. */
const BEYOND = 600;

/** However low cards are, no more of them are elements. */
const MAX_SHOWN = 60;

/** Nearer to the end than this is at the end: pixels are halved on some screens. */
const END = 4;

/** The first card in sight, and how many pixels of it are above the edge. */
export interface PlaceAnchor {
  readonly index: number;
  readonly above: number;
}

const TOP: PlaceAnchor = { index: 0, above: 0 };

/**
 * Which cards are in sight, of heights that are only known when they were shown. What is looked at keeps its place: it is remembered as
 * a card and the pixels of it that are above the edge, and where that is, is counted anew whenever a height turns out to be another.
 */
export function createConversationPlace(total: ReadonlySignal<number>, first: PlaceAnchor = TOP) {
  const heights = createHeights(ESTIMATE);
  const measured = signal(0);
  const height = signal(0);
  const anchor = signal(first);
  const isAtEnd = signal(false);

  const whole = computed(() => {
    void measured.value;
    return heights.topOf(total.value);
  });
  /** Where the list is to be scrolled to. */
  const top = computed(() => {
    void measured.value;
    const furthest = Math.max(whole.value - height.value, 0);
    if (isAtEnd.value) return furthest;
    return Math.min(heights.topOf(Math.min(anchor.value.index, total.value)) + anchor.value.above, furthest);
  });
  const window = computed(() => {
    const from = heights.indexAt(top.value - BEYOND, total.value);
    const to = heights.indexAt(top.value + height.value + BEYOND, total.value) + 1;
    return { from, to: Math.min(to, from + MAX_SHOWN, total.value) };
  });
  const put = (pixel: number) => {
    const index = heights.indexAt(pixel, total.peek());
    anchor.value = { index, above: pixel - heights.topOf(index) };
  };

  return {
    whole,
    top,
    window,
    height: height as ReadonlySignal<number>,
    anchor: anchor as ReadonlySignal<PlaceAnchor>,
    topOf: (index: number) => heights.topOf(index),
    resized: (pixels: number) => void (height.value = pixels),
    /** Heights of cards that are shown now. */
    measure: (cards: readonly { readonly index: number; readonly height: number }[]) => {
      const changed = cards.filter((card) => heights.measure(card.index, card.height));
      if (changed.length > 0) measured.value += 1;
    },
    /** Told of every scroll; says what kind of move it was. `keepsEnd`: arriving there, the end stays in sight. */
    scrolled: (position: number, keepsEnd: boolean): { readonly up: boolean; readonly atEnd: boolean } => {
      const up = position < top.peek() - 1;
      const atEnd = position + height.peek() >= whole.peek() - END;
      batch(() => {
        if (Math.abs(position - top.peek()) > 1) put(Math.max(position, 0));
        isAtEnd.value = keepsEnd && atEnd;
      });
      return { up, atEnd };
    },
    /** Brings a card into sight: to the top, or just as far as needed. */
    reveal: (index: number, isNear: boolean) => {
      const [start, end] = [heights.topOf(index), heights.topOf(index + 1)];
      const isInSight = start >= top.peek() && end <= top.peek() + height.peek();
      if (isNear && isInSight) return;
      const isBelow = isNear && start >= top.peek() && end - start <= height.peek();
      batch(() => {
        isAtEnd.value = false;
        if (isBelow) put(end - height.peek());
        else anchor.value = { index, above: 0 };
      });
    },
    /** Keeps the end in sight from now on. */
    toEnd: () => void (isAtEnd.value = true),
    /** The first card in sight. */
    first: () => heights.indexAt(top.peek(), total.peek()),
    /** Another list. */
    reset: () => {
      heights.forget();
      batch(() => {
        measured.value += 1;
        anchor.value = TOP;
        isAtEnd.value = false;
      });
    },
  };
}

export type ConversationPlace = ReturnType<typeof createConversationPlace>;
