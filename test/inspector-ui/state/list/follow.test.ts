import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { createFollow } from '../../../../inspector-ui/state/list/follow.ts';

describe('following', () => {
  test('starts on for a live recording and off for an ended one', () => {
    expect(createFollow(signal(3), signal(true), true).on.value).toBe(true);
    expect(createFollow(signal(3), signal(false), true).on.value).toBe(false);
  });

  test('starts off when the address names an entry', () => {
    expect(createFollow(signal(3), signal(true), false).on.value).toBe(false);
  });

  test('ends with an upward scroll and then counts new entries', () => {
    const total = signal(10);
    const follow = createFollow(total, signal(true), true);
    follow.scrolled({ up: true, atEnd: false });
    total.value = 14;
    expect([follow.on.value, follow.unseen.value]).toEqual([false, 4]);
    follow.resume();
    expect([follow.on.value, follow.unseen.value]).toEqual([true, 0]);
  });

  test('survives its own downward scroll and starts again at the end', () => {
    const follow = createFollow(signal(10), signal(true), true);
    follow.scrolled({ up: false, atEnd: false });
    expect(follow.on.value).toBe(true);
    follow.release();
    follow.scrolled({ up: false, atEnd: true });
    expect(follow.on.value).toBe(true);
  });

  test('stays off in an ended recording, however it is scrolled', () => {
    const isLive = signal(true);
    const follow = createFollow(signal(10), isLive, true);
    follow.release();
    isLive.value = false;
    follow.scrolled({ up: true, atEnd: false });
    follow.scrolled({ up: false, atEnd: true });
    follow.scrolled({ up: true, atEnd: true });
    expect(follow.on.value).toBe(false);
  });

  test('counts new entries from the first upward scroll, not from the last', () => {
    const total = signal(10);
    const follow = createFollow(total, signal(true), true);
    follow.scrolled({ up: true, atEnd: false });
    total.value = 12;
    follow.scrolled({ up: true, atEnd: false });
    total.value = 14;
    expect(follow.unseen.value).toBe(4);
  });

  test('does not scroll while paused, and continues afterwards', () => {
    const total = signal(10);
    const follow = createFollow(total, signal(true), true);
    follow.pause();
    follow.scrolled({ up: false, atEnd: true });
    total.value = 12;
    expect([follow.isPaused.value, follow.on.value, follow.unseen.value]).toEqual([true, false, 2]);
    follow.pause();
    expect([follow.isPaused.value, follow.on.value]).toEqual([false, true]);
  });
});
