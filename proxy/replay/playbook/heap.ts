/** An item that is due at a time. Of items due at the same time the lower rank comes first. */
export interface Due {
  /** Milliseconds on the caller's clock. */
  readonly due: number;
  readonly rank: number;
}

const isBefore = (a: Due, b: Due) => a.due < b.due || (a.due === b.due && a.rank < b.rank);

/** A queue by due time: a binary heap. */
export function createHeap<T extends Due>() {
  const items: T[] = [];

  function swap(a: number, b: number): void {
    const [left, right] = [items[a], items[b]];
    if (left && right) [items[a], items[b]] = [right, left];
  }

  const precedes = (a: number, b: number): boolean => {
    const [left, right] = [items[a], items[b]];
    return left !== undefined && right !== undefined && isBefore(left, right);
  };

  function sift(): void {
    for (let index = 0; ;) {
      const left = 2 * index + 1;
      const child = precedes(left + 1, left) ? left + 1 : left;
      if (!precedes(child, index)) return;
      swap(child, index);
      index = child;
    }
  }

  function push(item: T): void {
    items.push(item);
    for (let index = items.length - 1; index > 0;) {
      const parent = (index - 1) >> 1;
      if (!precedes(index, parent)) return;
      swap(index, parent);
      index = parent;
    }
  }

  return {
    peek: (): T | undefined => items[0],
    push,
    /** Replaces each item by what `change` returns; removes it for undefined. */
    revise(change: (item: T) => T | undefined): void {
      for (const item of items.splice(0)) {
        const kept = change(item);
        if (kept) push(kept);
      }
    },
    pop(): T | undefined {
      swap(0, items.length - 1);
      const first = items.pop();
      sift();
      return first;
    },
  };
}
