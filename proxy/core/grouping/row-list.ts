import { includesNumber, type NumberList } from './number-list.ts';

/** The content of a row: a raw entry, or a group by its number. */
export type RowKey = { readonly seq: number } | { readonly group: number };

/** The rows of a view. Computes each row on demand, without storing the list. */
export interface RowList {
  readonly total: number;
  /** The content of a row at a valid index. */
  readonly keyAt: (index: number) => RowKey;
}

/** A row for each entry. */
export const rawRows = (seqs: NumberList): RowList => ({
  total: seqs.length,
  keyAt: (index) => ({ seq: seqs.at(index) }),
});

/** The entries of an opened group, which follow its row. */
export interface OpenedGroup {
  readonly no: number;
  readonly seqs: NumberList;
}

export interface FoldedRows extends RowList {
  /** The row of a group, or of the next listed group; `total` after the last. */
  readonly indexOfGroup: (no: number) => number;
  /** The row of an entry: its own if its group is opened, else the group's row. */
  readonly indexOfEntry: (seq: number, group: number) => number;
}

/** One row for each group. An opened group is followed by one row for each of its entries. */
export function foldedRows(groups: NumberList, openings: readonly OpenedGroup[]): FoldedRows {
  // `start` is the group's own row.
  const opened: (OpenedGroup & { readonly start: number })[] = [];
  let inserted = 0;
  for (const opening of openings.toSorted((one, other) => one.no - other.no)) {
    if (!includesNumber(groups, opening.no)) continue;
    opened.push({ ...opening, start: groups.indexFrom(opening.no) + inserted });
    inserted += opening.seqs.length;
  }

  /** Returns the last opened group for which `isBefore` holds, and how many entry rows precede it. */
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
