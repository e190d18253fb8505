import { setNewest } from '#core/set-newest.ts';
import { numbersOf, type NumberList } from '#core/grouping/number-list.ts';
import type { TimelineSource } from './timeline-source.ts';

/** The parents and entries of groups. Both only grow; existing ones never change. */
export interface GroupIndex {
  /** Reads the parents of new groups, a part at each iteration, because a long recording has a million groups. */
  readonly refresh: () => Iterable<unknown>;
  /** The turn or session above a group; −1 at the top. */
  readonly parentOf: (group: number) => number;
  /** The entries of a group, in order. */
  readonly members: (group: number) => NumberList;
  readonly bytes: () => number;
}

/** Parents read in one step. Takes a few milliseconds. */
const STEP = 20_000;

/** The number of opened groups with remembered entries. */
const MAX_GROUPS = 500;

/** Reads each group and entry at most once, when a view needs it. */
export function createGroupIndex(source: Pick<TimelineSource, 'parents' | 'members'>): GroupIndex {
  let parents = new Int32Array(0);
  let count = 0;
  const members = new Map<number, { readonly seqs: number[]; upTo: number }>();

  return {
    *refresh() {
      for (let isMore = true; isMore; yield) {
        const fresh = source.parents(count, STEP);
        isMore = fresh.length === STEP;
        if (count + fresh.length > parents.length) {
          const larger = new Int32Array((count + fresh.length) * 2);
          larger.set(parents);
          parents = larger;
        }
        for (const parent of fresh) parents[count++] = parent ?? -1;
      }
    },
    parentOf: (group) => parents[group] ?? -1,
    members(group) {
      const known = members.get(group) ?? { seqs: [], upTo: 0 };
      const more = source.members(group, known.upTo);
      known.seqs.push(...more);
      known.upTo = (known.seqs.at(-1) ?? -1) + 1;
      setNewest(members, group, known, MAX_GROUPS);
      return numbersOf(known.seqs, known.seqs.length);
    },
    bytes: () => parents.byteLength + [...members.values()].reduce((sum, { seqs }) => sum + seqs.length * 8, 1000),
  };
}
