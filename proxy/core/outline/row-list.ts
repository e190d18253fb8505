import { has, type Numbers } from './numbers.ts';

/** What a row shows: a raw entry, or a group by its number. */
export type RowKey = { readonly seq: number } | { readonly group: number };

/** The rows of a view, told one by one: the list itself is nowhere. */
export interface RowList {
  readonly total: number;
  /** What row `index`, which is there, shows. */
  readonly keyAt: (index: number) => RowKey;
}

/** A row for each entry. */
export const rawRows = (seqs: Numbers): RowList => ({
  total: seqs.length,
  keyAt: (index) => ({ seq: seqs.at(index) }),
});

/** The entries of an opened group, which follow its row. */
export interface OpenedGroup {
  readonly no: number;
  readonly seqs: Numbers;
}

export interface FoldedRows extends RowList {
  /** Where the row of a group is, or of the next one after it where it is not among them; `total` when there is none. */
  readonly indexOfGroup: (no: number) => number;
  /** Where an entry of a group is: its own row if the group is opened, else the group's. */
  readonly indexOfEntry: (seq: number, group: number) => number;
}

/** A row for each group, and after those that are opened one for each of their entries. */
export function foldedRows(groups: Numbers, openings: readonly OpenedGroup[]): FoldedRows {
  // `start` is the row of the group itself.
  const opened: (OpenedGroup & { readonly start: number })[] = [];
  let inserted = 0;
  for (const opening of openings.toSorted((one, other) => one.no - other.no)) {
    if (!has(groups, opening.no)) continue;
    opened.push({ ...opening, start: groups.indexFrom(opening.no) + inserted });
    inserted += opening.seqs.length;
  }

  /** How many entries' rows come before row `index`; the last opened group that begins at or before it. */
  function before(isBefore: (opening: (typeof opened)[number]) => boolean) {
    let entries = 0;
    let last: (typeof opened)[number] | undefined;
    for (const opening of opened) {
      if (!isBefore(opening)) break;
      if (last) entries += last.seqs.length;
      last = opening;
    }
    return { entries, last };
  }

  function indexOfGroup(no: number): number {
    const { entries, last } = before((opening) => opening.no < no);
    return groups.indexFrom(no) + entries + (last?.seqs.length ?? 0);
  }

  return {
    total: groups.length + inserted,
    keyAt(index) {
      const { entries, last } = before(({ start }) => start < index);
      if (!last) return { group: groups.at(index) };
      const within = index - last.start - 1;
      if (within < last.seqs.length) return { seq: last.seqs.at(within) };
      return { group: groups.at(index - entries - last.seqs.length) };
    },
    indexOfGroup,
    indexOfEntry(seq, group) {
      const row = indexOfGroup(group);
      const opening = opened.find(({ no }) => no === group);
      return opening ? row + 1 + Math.min(opening.seqs.indexFrom(seq), opening.seqs.length - 1) : row;
    },
  };
}
