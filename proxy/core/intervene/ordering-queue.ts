import type { Timing } from './plan.ts';

/** How long a frame waits for others to be shuffled with, in milliseconds. */
const WINDOW_MS = 1000;

interface Queued<Item> {
  readonly item: Item;
  readonly size: number;
  readonly readyAt: number;
  readonly isHeld: (() => boolean) | undefined;
}

interface Shuffled<Item> extends Queued<Item> {
  readonly key: number;
}

/**
 * The frames of one direction that are not delivered yet. They leave in the order in which they came, each when it and
 * all before it are ready. A held one is ready when its hold has ended: call `take` then. `reorder` shuffles frames in a
 * row before they join the queue. Times are milliseconds.
 */
export function createOrderingQueue<Item>() {
  let items: Queued<Item>[] = [];
  let first = 0; // index of the first item that has not left
  let size = 0;
  let window: { readonly until: number; readonly most: number; readonly items: Shuffled<Item>[] } | undefined;
  let coalescedAt = Number.NEGATIVE_INFINITY; // when the collected frames are written
  let freeAt = Number.NEGATIVE_INFINITY; // when a throttled line is free
  let isHurried = false;

  function readyAt({ delay = 0, coalesce, bytesPerSecond }: Timing, bytes: number, now: number): number {
    let at = now + delay;
    if (coalesce !== undefined) {
      if (now >= coalescedAt) coalescedAt = now + coalesce;
      at = Math.max(at, coalescedAt);
    }
    if (bytesPerSecond !== undefined) {
      freeAt = Math.max(at, freeAt) + (bytes * 1000) / bytesPerSecond;
      at = freeAt;
    }
    return at;
  }

  const isReady = ({ readyAt: at, isHeld }: Queued<Item>, now: number) => (isHurried || at <= now) && !isHeld?.();

  function closeWindow(): void {
    if (window) items.push(...shuffled(window.items));
    window = undefined;
  }

  return {
    /** Returns when the item is ready. */
    push(item: Item, bytes: number, timing: Timing, now: number): number {
      size += bytes;
      const queued = { item, size: bytes, readyAt: readyAt(timing, bytes, now), isHeld: timing.isHeld };
      if (!timing.reorder) {
        closeWindow();
        items.push(queued);
        return queued.readyAt;
      }
      const { window: most, key } = timing.reorder;
      window ??= { until: now + WINDOW_MS, most, items: [] };
      window.items.push({ ...queued, key });
      if (window.items.length >= window.most) closeWindow();
      return queued.readyAt;
    },
    /** Removes and returns the items that leave now, in order. */
    take(now: number): Item[] {
      if (window && (isHurried || window.until <= now)) closeWindow();
      const ready: Item[] = [];
      for (let next = items[first]; next && isReady(next, now); next = items[first]) {
        ready.push(next.item);
        size -= next.size;
        first += 1;
      }
      if (first * 2 >= items.length) {
        items = items.slice(first); // seldom, because it costs as much as the items that stay
        first = 0;
      }
      return ready;
    },
    /** When `take` has to be called again; undefined for an empty queue, and while a held item is the next to leave. */
    nextAt(): number | undefined {
      const next = items[first];
      if (next?.isHeld?.()) return undefined;
      const at = next?.readyAt ?? window?.until;
      return at !== undefined && isHurried ? Number.NEGATIVE_INFINITY : at;
    },
    /** From now on nothing waits for a time. */
    hurry: (): void => void (isHurried = true),
    /** No item will follow: nothing waits for others to be shuffled with. */
    end: closeWindow,
    isEmpty: (): boolean => first === items.length && window === undefined,
    /** Bytes that wait. */
    size: (): number => size,
    /** The same without the first item, which may be a large frame that is held. */
    sizeBehind: (): number => size - (items[first]?.size ?? 0),
  };
}

/** Sorts by key. Two or more items never keep their order. */
function shuffled<Item>(items: readonly Shuffled<Item>[]): readonly Shuffled<Item>[] {
  const mixed = items.toSorted((one, other) => one.key - other.key);
  return mixed.every((item, index) => item === items[index]) ? mixed.toReversed() : mixed;
}
