import type { TimelineRow } from '#core/contract/timeline.ts';

interface Held {
  /** Undefined if the server announced a row but sent none. */
  readonly row: TimelineRow | undefined;
  readonly age: number;
}

/**
 * Holds at most `max` rows of a list that may have millions, by their index. Evicts the rows farthest from the last
 * stored window. After `expire`, rows stay visible but count as lacking.
 */
export function createRowCache(max: number) {
  const held = new Map<number, Held>();
  const places = new Map<number, number>(); // seq → place; a group and its first frame share a seq: the one stored last
  let age = 0;

  const forget = (place: number) => {
    const seq = held.get(place)?.row?.seq;
    if (seq !== undefined && places.get(seq) === place) places.delete(seq);
    held.delete(place);
  };

  return {
    rowAt: (place: number): TimelineRow | undefined => held.get(place)?.row,
    /** Returns the index of a held row with this entry. */
    placeOf: (seq: number): number | undefined => places.get(seq),
    rowOf: (seq: number): TimelineRow | undefined => held.get(places.get(seq) ?? -1)?.row,
    has: (place: number): boolean => held.has(place),
    /** Returns the part of `from` … `to − 1` to fetch: from the first lacking row to the last. */
    lacking: (from: number, to: number): { readonly from: number; readonly to: number } | undefined => {
      const lacks = (place: number) => (held.get(place)?.age ?? -1) < age;
      let first = from;
      while (first < to && !lacks(first)) first++;
      let last = to - 1;
      while (last >= first && !lacks(last)) last--;
      return first < to ? { from: first, to: last + 1 } : undefined;
    },
    /** Returns the current age, to pass to `store`: rows are as old as their request. */
    now: () => age,
    /** Stores the response to a request for `count` rows. */
    store: (from: number, count: number, rows: readonly TimelineRow[], askedAt: number) => {
      for (let place = from; place < from + Math.max(count, rows.length); place++) {
        const row = rows[place - from];
        forget(place);
        held.set(place, { row, age: askedAt });
        if (row) places.set(row.seq, place);
      }
      if (held.size > max) for (const place of farthest(held, from, held.size - max)) forget(place);
    },
    /** Drops rows behind the end of a list that has become shorter. */
    cut: (total: number) => {
      for (const place of held.keys()) if (place >= total) forget(place);
    },
    /** Marks all rows as possibly out of date. They stay visible until fetched again. */
    expire: () => void age++,
  };
}

const farthest = (held: ReadonlyMap<number, Held>, from: number, count: number) =>
  [...held.keys()].toSorted((one, other) => Math.abs(other - from) - Math.abs(one - from)).slice(0, count);
