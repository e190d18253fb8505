import type { TimelineRow } from '#core/contract/timeline.ts';

interface Held {
  /** Undefined where the server had no row, though it had said that there is one. */
  readonly row: TimelineRow | undefined;
  readonly age: number;
}

/**
 * The rows a page holds of a list that may have millions, by their place in it: at most `max`, what is farthest from the last window
 * that was stored is forgotten first. After `expire` they stay visible, and are lacking.
 */
export function createRowCache(max: number) {
  const held = new Map<number, Held>();
  const places = new Map<number, number>(); // seq → place; of a group and its first frame the one stored last
  let age = 0;

  const forget = (place: number) => {
    const seq = held.get(place)?.row?.seq;
    if (seq !== undefined && places.get(seq) === place) places.delete(seq);
    held.delete(place);
  };

  return {
    rowAt: (place: number): TimelineRow | undefined => held.get(place)?.row,
    /** Where a row with this entry is held. */
    placeOf: (seq: number): number | undefined => places.get(seq),
    rowOf: (seq: number): TimelineRow | undefined => held.get(places.get(seq) ?? -1)?.row,
    has: (place: number): boolean => held.has(place),
    /** The part of `from` … `to − 1` that must be fetched, from the first place that is lacking to the last. */
    lacking: (from: number, to: number): { readonly from: number; readonly to: number } | undefined => {
      const lacks = (place: number) => (held.get(place)?.age ?? -1) < age;
      let first = from;
      while (first < to && !lacks(first)) first++;
      let last = to - 1;
      while (last >= first && !lacks(last)) last--;
      return first < to ? { from: first, to: last + 1 } : undefined;
    },
    /** Names the present, for `store`: what is asked for now is as old as now, whenever the answer comes. */
    now: () => age,
    /** What was answered to a question for `count` rows. */
    store: (from: number, count: number, rows: readonly TimelineRow[], askedAt: number) => {
      for (let place = from; place < from + Math.max(count, rows.length); place++) {
        const row = rows[place - from];
        forget(place);
        held.set(place, { row, age: askedAt });
        if (row) places.set(row.seq, place);
      }
      if (held.size > max) for (const place of farthest(held, from, held.size - max)) forget(place);
    },
    /** Forgets what lies behind the end of a list that has become shorter. */
    cut: (total: number) => {
      for (const place of held.keys()) if (place >= total) forget(place);
    },
    /** Everything held may be out of date; it stays visible until it is fetched again. */
    expire: () => void age++,
  };
}

const farthest = (held: ReadonlyMap<number, Held>, from: number, count: number) =>
  [...held.keys()].toSorted((one, other) => Math.abs(other - from) - Math.abs(one - from)).slice(0, count);
