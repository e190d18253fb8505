import type { RowQuery, RowWindow, TimelineRow } from '#core/contract/timeline.ts';
import { includesNumber, numbersOf, firstNumbers, type NumberList } from '#core/grouping/number-list.ts';
import { foldedRows, rawRows, type FoldedRows, type RowKey, type RowList } from '#core/grouping/row-list.ts';
import type { Group, GroupTime } from '#core/model/group.ts';
import { beginsTurn } from '#core/protocol/method-traits.ts';
import type { GroupIndex } from './group-index.ts';
import type { Matches } from './matches.ts';
import type { GroupFacts, GroupedRow, TimelineSource } from './timeline-source.ts';

type WindowSource = Pick<TimelineSource, 'groups' | 'rows' | 'groupOf'>;

/** The entries of a view: all of the recording, or those that match a filter. */
export interface ShownEntries {
  readonly seqs: NumberList;
  /** Undefined without a filter. */
  readonly matches: Matches | undefined;
}

/** The rows of a folded view, and their source. */
export interface FoldedView {
  readonly rows: FoldedRows;
  readonly groups: NumberList;
  readonly bytes: () => number;
}

/** Makes the list of a folded view of `count` groups. O(groups), or O(1) if it lists all of them. */
export function toFoldedView(
  index: GroupIndex,
  count: number,
  { seqs, matches }: ShownEntries,
  { opened, collapsed }: Pick<RowQuery, 'opened' | 'collapsed'>,
): FoldedView {
  const isPlain = !matches && collapsed.length === 0;
  const groups = isPlain ? firstNumbers(count) : visible(index, count, matches, new Set(collapsed));
  const openings = opened
    .filter((group) => includesNumber(groups, group))
    .map((group) => ({ no: group, seqs: matches ? both(index.members(group), seqs) : index.members(group) }));
  const bytes = (isPlain ? 0 : groups.length * 4) + openings.reduce((sum, each) => sum + each.seqs.length * 8, 500);
  return { rows: foldedRows(groups, openings), groups, bytes: () => bytes };
}

/** The groups with matches, or all, without those below a collapsed group. */
function visible(
  index: GroupIndex,
  count: number,
  matches: Matches | undefined,
  collapsed: ReadonlySet<number>,
): NumberList {
  const shown = new Uint8Array(count).fill(matches ? 0 : 1);
  if (matches) for (const group of matches.groups()) shown[group] = 1;
  if (collapsed.size > 0) for (const _ of index.refresh());
  let length = 0;
  const nos = new Uint32Array(count);
  for (let no = 0; no < count; no++)
    if (shown[no] === 1 && (collapsed.size === 0 || hiddenBy(index, no, collapsed) === undefined)) nos[length++] = no;
  return numbersOf(nos.slice(0, length));
}

/** The outermost collapsed group above a group. */
function hiddenBy(index: GroupIndex, no: number, collapsed: ReadonlySet<number>): number | undefined {
  let hiding: number | undefined;
  for (let above = index.parentOf(no); above !== -1; above = index.parentOf(above))
    if (collapsed.has(above)) hiding = above;
  return hiding;
}

function both(some: NumberList, others: NumberList): NumberList {
  const values = Array.from({ length: some.length }, (_, index) => some.at(index));
  return numbersOf(values.filter((value) => includesNumber(others, value)));
}

/** Reads the rows of a query. */
export function readRowWindow(
  source: WindowSource,
  { seqs }: ShownEntries,
  folding: { readonly folding: FoldedView; readonly index: GroupIndex } | undefined,
  query: RowQuery,
): Omit<RowWindow, 'entries' | 'revision'> {
  const list: RowList = folding ? folding.folding.rows : rawRows(seqs);
  const index =
    'around' in query.at ? indexOf(source, seqs, folding, query.at.around, new Set(query.collapsed)) : undefined;
  const from =
    index === undefined
      ? 'from' in query.at
        ? query.at.from
        : 0
      : Math.max(0, Math.min(index - Math.floor(query.count / 2), list.total - query.count));
  const keys = Array.from({ length: Math.max(0, Math.min(query.count, list.total - from)) }, (_, offset) =>
    list.keyAt(from + offset),
  );
  return {
    from,
    rows: rowsOf(source, keys, query),
    total: list.total,
    shown: seqs.length,
    ...(index === undefined ? {} : { index }),
  };
}

/** The row that shows an entry, or the next row after it. */
function indexOf(
  source: WindowSource,
  seqs: NumberList,
  folded: { readonly folding: FoldedView; readonly index: GroupIndex } | undefined,
  around: number,
  collapsed: ReadonlySet<number>,
): number {
  const found = Math.min(seqs.indexFrom(around), seqs.length - 1);
  if (found < 0 || !folded) return found;
  const { rows, groups } = folded.folding;
  const seq = seqs.at(found);
  const group = source.groupOf(seq) ?? 0;
  if (includesNumber(groups, group)) return rows.indexOfEntry(seq, group);
  const hiding = hiddenBy(folded.index, group, collapsed);
  return Math.min(rows.indexOfGroup(hiding ?? group), rows.total - 1);
}

function rowsOf(
  source: WindowSource,
  keys: readonly RowKey[],
  { view, opened, collapsed }: RowQuery,
): readonly TimelineRow[] {
  const nos = keys.flatMap((key) => ('group' in key ? [key.group] : []));
  const groups = new Map(source.groups(nos).map((group) => [group.no, group]));
  const heads = [...groups.values()].map(({ first }) => first);
  const own = keys.flatMap((key) => ('seq' in key ? [key.seq] : []));
  const seqs = [...new Set([...heads, ...own])].toSorted((one, other) => one - other);
  const rows = new Map(source.rows(seqs).map((each) => [each.row.seq, each]));
  const levels = view === 'folded' ? levelsOf(source, own, rows, groups) : undefined;
  const times = view === 'raw' ? turnTimes(source, own, rows) : undefined;
  return keys.flatMap((key): TimelineRow[] => {
    if ('seq' in key) {
      const found = rows.get(key.seq);
      if (!found) return [];
      const level = levels ? (levels.get(found.group) ?? 0) + 1 : 0;
      const turnTime = times?.get(key.seq);
      return [{ ...found.row, group: null, groupNo: found.group, level, ...(turnTime ? { turnTime } : {}) }];
    }
    const group = groups.get(key.group);
    const head = group && rows.get(group.first);
    if (!group || !head) return [];
    const viewed: Group = {
      ...group,
      title: group.title || head.row.summary,
      isOpened: opened.includes(group.no),
      isCollapsed: collapsed.includes(group.no),
    };
    return [{ ...head.row, group: viewed, groupNo: group.no, level: group.level }];
  });
}

/** The times of the turns whose prompts are among the rows, by the `seq` of the prompt. */
function turnTimes(
  source: WindowSource,
  seqs: readonly number[],
  rows: ReadonlyMap<number, GroupedRow>,
): ReadonlyMap<number, GroupTime> {
  const prompts = seqs.flatMap((seq) => {
    const found = rows.get(seq);
    return found?.row.kind === 'request' && beginsTurn(found.row.method) ? [found.group] : [];
  });
  const turns = source.groups([...new Set(prompts)].toSorted((one, other) => one - other));
  return new Map(
    turns.map(({ first, t, until, human, client, acptap, waits, waiting }) => [
      first,
      { t, until, human, client, acptap, waits, waiting },
    ]),
  );
}

/** The level of each group with an entry among the rows; the group's own row may be in another window. */
function levelsOf(
  source: WindowSource,
  seqs: readonly number[],
  rows: ReadonlyMap<number, Pick<GroupedRow, 'group'>>,
  known: ReadonlyMap<number, GroupFacts>,
): ReadonlyMap<number, number> {
  const levels = new Map([...known.values()].map((group) => [group.no, group.level as number]));
  const others = new Set(seqs.map((seq) => rows.get(seq)?.group).filter((group) => group !== undefined));
  const lacking = [...others].filter((group) => !levels.has(group)).toSorted((one, other) => one - other);
  for (const { no: group, level } of source.groups(lacking)) levels.set(group, level);
  return levels;
}
