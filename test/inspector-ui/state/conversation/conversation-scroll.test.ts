import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { readSavedPosition } from '../../../../inspector-ui/state/conversation/saved-position.ts';
import { createConversationScroll } from '../../../../inspector-ui/state/conversation/conversation-scroll.ts';

/** 1,000 cards of unknown height in a view of 800 pixels. Only the visible ones are measured. */
function place(cards = 1000, height = 100) {
  const total = signal(cards);
  const at = createConversationScroll(total);
  at.resized(800);
  const lookAt = () => {
    const [from, to] = [at.from.value, at.to.value];
    at.measure(Array.from({ length: to - from }, (_, offset) => ({ index: from + offset, height })));
  };
  lookAt();
  return { total, at, lookAt };
}

describe('the scroll position in a conversation', () => {
  test('renders the visible cards and a few more', () => {
    const { at } = place(1000, 4);
    at.scrolled(2000, false);
    const [from, to] = [at.from.value, at.to.value];
    expect(to - from).toBeLessThanOrEqual(60);
    expect(at.topOf(from)).toBeLessThanOrEqual(2000);
  });

  test('keeps the visible cards in place when cards above turn out to be higher', () => {
    const { at } = place();
    at.reveal(500, false);
    const before = at.top.value - at.topOf(500);
    at.measure([{ index: 490, height: 900 }]);
    expect(at.top.value - at.topOf(500)).toBe(before);
    expect(at.top.value).toBe(at.topOf(500));
  });

  test('goes to the middle of a part of a high card, also at the beginning of the list', () => {
    const { at } = place();
    at.reveal(500, false);
    at.measure([{ index: 500, height: 9000 }]);
    at.revealPart(500, 700, 20);
    expect(at.top.value - at.topOf(500)).toBe(0); // in sight
    at.revealPart(500, 5000, 20);
    expect(at.top.value - at.topOf(500)).toBe(5000 - 390);
    at.revealPart(0, 50, 20);
    expect(at.top.value).toBe(0);
  });

  test('is restored as soon as the length of the list is known', () => {
    const total = signal(0);
    const at = createConversationScroll(total, { index: 300, above: 20 });
    at.resized(800);
    expect(at.top.value).toBe(0);
    total.value = 1000;
    at.measure([{ index: 299, height: 500 }]);
    expect([at.first(), at.top.value - at.topOf(300), at.anchor.value]).toEqual([300, 20, { index: 300, above: 20 }]);
  });

  test('is stored as a card and the pixels above it; other values are ignored', () => {
    expect(readSavedPosition({ session: undefined, card: 7, above: 12.5 })).toEqual({
      session: undefined,
      card: 7,
      above: 12.5,
    });
    expect(readSavedPosition({ session: 's', card: 0, above: -3 })).toEqual({ session: 's', card: 0, above: 0 });
    const others = [
      undefined,
      null,
      { place: 7, opened: [], collapsed: [] },
      { card: -1, above: 0 },
      { card: 1, above: '2' },
    ];
    expect(others.map(readSavedPosition)).toEqual(others.map(() => undefined));
  });

  test('stays at the end while cards are added, once it is there', () => {
    const { at, total, lookAt } = place();
    at.toEnd();
    lookAt();
    total.value = 1010;
    expect(at.top.value).toBe(at.whole.value - 800);
    expect(at.to.value).toBe(1010);
    expect(at.scrolled(at.top.value - 300, true)).toEqual({ up: true, atEnd: false });
    const top = at.top.value;
    total.value = 1020;
    expect(at.top.value).toBe(top);
  });

  test('reports when the end is visible', () => {
    const { at } = place(3);
    expect(at.scrolled(0, false)).toEqual({ up: false, atEnd: true });
  });

  test('moves by the least distance to a near card', () => {
    const { at } = place();
    at.reveal(3, true);
    expect(at.top.value).toBe(0);
    at.reveal(8, true);
    expect(at.top.value).toBe(at.topOf(9) - 800);
  });

  test('starts at the top of another list', () => {
    const { at } = place();
    at.reveal(500, false);
    at.reset();
    expect([at.top.value, at.from.value]).toEqual([0, 0]);
  });
});
