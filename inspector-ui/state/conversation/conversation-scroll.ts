import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import { clamp } from '#core/clamp.ts';
import type { ListWindow } from '../list/list-window.ts';
import { createHeights } from './conversation-heights.ts';

/** Assumed height of a card that was never shown: a short message. */
const ESTIMATE = 72;

/** Pixels rendered above and below the visible part. */
const BEYOND = 600;

/** Most cards rendered at once, however low they are; and at first, when no height is known: few cards fill the screen. */
const MAX_SHOWN = 60;
const FIRST_SHOWN = 8;

/** Tolerance in pixels for being at the end: some screens have fractional scroll positions. */
const END = 4;

/** A card, and how many of its pixels are above the edge; negative for a card that begins below it. */
export interface ScrollAnchor {
  readonly index: number;
  readonly above: number;
}

const TOP: ScrollAnchor = { index: 0, above: 0 };

/**
 * Decides which cards are visible. Their heights are known only after they were shown. So the scroll position is kept
 * as a card and its pixels above the edge, and its offset is recomputed whenever a height changes.
 */
export function createConversationScroll(total: ReadonlySignal<number>, first: ScrollAnchor = TOP) {
  const heights = createHeights(ESTIMATE);
  const measured = signal(0);
  const height = signal(0);
  const anchor = signal(first);
  const isAtEnd = signal(false);

  const whole = computed(() => {
    void measured.value;
    return heights.topOf(total.value);
  });
  /** The scroll position that the list must have. */
  const top = computed(() => {
    void measured.value;
    const furthest = Math.max(whole.value - height.value, 0);
    if (isAtEnd.value) return furthest;
    const wanted = heights.topOf(Math.min(anchor.value.index, total.value)) + anchor.value.above;
    return clamp(wanted, 0, furthest);
  });
  const beyond = computed(() => (measured.value === 0 ? 0 : BEYOND));
  const from = computed(() => heights.indexAt(top.value - beyond.value, total.value));
  const to = computed(() => {
    const end = heights.indexAt(top.value + height.value + beyond.value, total.value) + 1;
    return Math.min(end, from.value + (measured.value === 0 ? FIRST_SHOWN : MAX_SHOWN), total.value);
  });
  const offset = computed(() => {
    void measured.value;
    return heights.topOf(from.value);
  });
  const shown: ListWindow = { from, to, offset, whole };
  const put = (pixel: number) => {
    const index = heights.indexAt(pixel, total.peek());
    anchor.value = { index, above: pixel - heights.topOf(index) };
  };

  return {
    ...shown,
    top,
    height: height as ReadonlySignal<number>,
    anchor: anchor as ReadonlySignal<ScrollAnchor>,
    topOf: (index: number) => heights.topOf(index),
    resized: (pixels: number) => void (height.value = pixels),
    /** Stores the heights of rendered cards. */
    measure: (cards: readonly { readonly index: number; readonly height: number }[]) => {
      const changed = cards.filter((card) => heights.measure(card.index, card.height));
      if (changed.length > 0) measured.value += 1;
    },
    /** Handles a scroll and returns its kind. `keepsEnd`: a scroll to the end keeps the end in sight from then on. */
    scrolled: (position: number, keepsEnd: boolean): { readonly up: boolean; readonly atEnd: boolean } => {
      const up = position < top.peek() - 1;
      const atEnd = position + height.peek() >= whole.peek() - END;
      batch(() => {
        if (Math.abs(position - top.peek()) > 1) put(Math.max(position, 0));
        isAtEnd.value = keepsEnd && atEnd;
      });
      return { up, atEnd };
    },
    /** Scrolls a card into sight: to the top, or with `isNear` by the least distance. */
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
    /** Scrolls a part of a card to the middle, unless it is in sight. `below`: pixels from the card's start to the part. */
    revealPart: (index: number, below: number, pixels: number) => {
      const start = heights.topOf(index) + below;
      if (start >= top.peek() && start + pixels <= top.peek() + height.peek()) return;
      batch(() => {
        isAtEnd.value = false;
        anchor.value = { index, above: below - Math.max((height.peek() - pixels) / 2, 0) };
      });
    },
    /** Keeps the end in sight from now on. */
    toEnd: () => void (isAtEnd.value = true),
    /** Returns the first visible card. */
    first: () => heights.indexAt(top.peek(), total.peek()),
    /** Starts over, for another list. */
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

export type ConversationScroll = ReturnType<typeof createConversationScroll>;
