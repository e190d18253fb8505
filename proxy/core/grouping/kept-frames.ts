import { hasHops } from '#core/wire/crossings.ts';
import type { Delivery, Entry } from '#core/wire/entry.ts';

type OnDelivery = (now: number) => void;

/**
 * Reports when the frames that acptap keeps on their way are delivered, in the order of time. A delivery is known with the
 * entry, or later: both give the same times. Remembers only frames with a listener.
 */
export function createKeptFrames() {
  let takesPart = false;
  const unknown = new Map<number, OnDelivery[]>(); // by seq: without a known delivery so far
  let due: { readonly at: number; readonly onDelivery: OnDelivery }[] = []; // by time
  let last = 0;

  function flush(until: number): void {
    const next = due.findIndex(({ at }) => at > until);
    if (next === 0) return;
    const passed = next === -1 ? due : due.slice(0, next);
    due = next === -1 ? [] : due.slice(next);
    for (const { at, onDelivery } of passed) onDelivery((last = Math.max(last, at)));
  }

  function schedule(at: number, onDelivery: OnDelivery): void {
    const before = due.findLastIndex((other) => other.at <= at);
    due.splice(before + 1, 0, { at, onDelivery });
  }

  return {
    /** Call this for each entry before its messages. */
    pass(entry: Entry): void {
      if (due.length > 0) flush(entry.elapsed);
      last = Math.max(last, entry.elapsed);
      takesPart ||= hasHops(entry);
    },
    /**
     * Calls `onDelivery` at the delivery of the frame. It is never called for a frame that was not delivered. Returns false
     * in a raw recording, where all frames pass at once.
     */
    keeps(entry: Entry, onDelivery: OnDelivery): boolean {
      if (!takesPart || entry.kind !== 'frame') return false;
      const { sent, seq } = entry;
      if (!sent) {
        const listeners = unknown.get(seq);
        if (listeners) listeners.push(onDelivery);
        else unknown.set(seq, [onDelivery]);
      }
      if (sent?.elapsed !== undefined) schedule(sent.elapsed, onDelivery);
      return true;
    },
    deliver({ seq, sent: { elapsed } }: Delivery): void {
      const listeners = unknown.get(seq);
      if (!listeners) return;
      unknown.delete(seq);
      if (elapsed === undefined) return;
      for (const each of listeners) schedule(elapsed, each);
      flush(elapsed);
    },
    /** Call this after the last entry. */
    end: (): void => flush(Infinity),
  };
}

export type KeptFrames = ReturnType<typeof createKeptFrames>;
