import { diffLines, diffWordsWithSpace } from 'diff';

/** A line of one side. `no` counts from 1. */
export interface DiffLine {
  readonly no: number;
  readonly parts: readonly DiffPart[];
}

export interface DiffPart {
  readonly text: string;
  /** True for the changed part of a line. */
  readonly isChanged: boolean;
}

/** Lines side by side. `gap`: folded unchanged lines. */
export type DiffRow =
  | { readonly kind: 'same'; readonly left: DiffLine; readonly right: DiffLine }
  | { readonly kind: 'change'; readonly left: DiffLine | undefined; readonly right: DiffLine | undefined }
  | { readonly kind: 'gap'; readonly at: number; readonly count: number };

export interface Difference {
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
}

/** Above this number of edits, the texts count as entirely different. */
const MAX_EDITS = 2000;

/** Longer lines are compared as wholes. */
const MAX_LINE = 500;

/** Most lines marked word by word; larger changes are marked as whole lines. */
const MAX_MARKED = 400;

/** Compares two texts line by line, and word by word within changed lines. */
export function toDifference(before: string, after: string): Difference {
  const rows: DiffRow[] = [];
  let [left, right] = [0, 0];
  let removed: string[] = [];
  let added: string[] = [];
  const total = { added: 0, removed: 0 };
  const flush = () => {
    const marked = total.added + total.removed <= MAX_MARKED;
    for (let index = 0; index < Math.max(removed.length, added.length); index++)
      rows.push(toChange(removed[index], added[index], { left: left + index + 1, right: right + index + 1 }, marked));
    [left, right] = [left + removed.length, right + added.length];
    [removed, added] = [[], []];
  };
  for (const change of changesOf(before, after)) {
    const lines = toLines(change.value);
    if (change.removed) removed = [...removed, ...lines];
    else if (change.added) added = [...added, ...lines];
    else {
      flush();
      for (const text of lines) rows.push({ kind: 'same', left: whole(++left, text), right: whole(++right, text) });
    }
    if (change.removed) total.removed += lines.length;
    if (change.added) total.added += lines.length;
  }
  flush();
  return { rows, ...total };
}

function changesOf(before: string, after: string) {
  const changes = diffLines(before, after, { maxEditLength: MAX_EDITS });
  return (
    changes ?? [
      { value: before, removed: true, added: false },
      { value: after, removed: false, added: true },
    ]
  );
}

/** Splits into lines. A line end at the end of the text adds no empty line. */
const toLines = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

const whole = (no: number, text: string): DiffLine => ({ no, parts: [{ text, isChanged: false }] });

function toChange(
  before: string | undefined,
  after: string | undefined,
  no: { readonly left: number; readonly right: number },
  isMarked: boolean,
): DiffRow {
  if (before === undefined || after === undefined || !isMarked || before.length + after.length > 2 * MAX_LINE)
    return {
      kind: 'change',
      left: before === undefined ? undefined : whole(no.left, before),
      right: after === undefined ? undefined : whole(no.right, after),
    };
  const words = diffWordsWithSpace(before, after);
  const kept = words
    .filter((word) => !word.added && !word.removed)
    .reduce((sum, { value }) => sum + value.trim().length, 0);
  // lines with little in common are separate lines, not a change
  const isAlike = kept * 3 >= Math.min(before.trim().length, after.trim().length);
  const parts = (side: 'added' | 'removed') =>
    words
      .filter((word) => word[side] || !(word.added || word.removed))
      .map((word) => ({ text: word.value, isChanged: word[side] }));
  return {
    kind: 'change',
    left: isAlike ? { no: no.left, parts: parts('removed') } : whole(no.left, before),
    right: isAlike ? { no: no.right, parts: parts('added') } : whole(no.right, after),
  };
}

/** Unchanged lines kept around a change. */
const CONTEXT = 3;

/** Whether a line contains a text; ignores case. */
export const hasText = (row: DiffRow, text: string): boolean =>
  row.kind !== 'gap' &&
  [row.left, row.right].some((line) => {
    const content = line?.parts.map((part) => part.text).join('');
    return content?.toLowerCase().includes(text.toLowerCase());
  });

/** Folds long unchanged stretches, except those with a row to keep and the gaps in `opened`, identified by their index. */
export function foldSame(
  rows: readonly DiffRow[],
  opened: ReadonlySet<number>,
  isKept: (row: DiffRow) => boolean = () => false,
): readonly DiffRow[] {
  const folded: DiffRow[] = [];
  for (let from = 0; from < rows.length;) {
    let to = from;
    while (rows[to]?.kind === 'same') to += 1;
    if (to === from) {
      folded.push(...rows.slice(from, (to += 1)));
      from = to;
      continue;
    }
    const head = from === 0 ? from : from + CONTEXT;
    const tail = to === rows.length ? to : to - CONTEXT;
    const isLong = tail - head > 1; // a gap needs one line itself
    const isFolded = isLong && !opened.has(head) && !rows.slice(head, tail).some(isKept);
    if (isFolded)
      folded.push(...rows.slice(from, head), { kind: 'gap', at: head, count: tail - head }, ...rows.slice(tail, to));
    else folded.push(...rows.slice(from, to));
    from = to;
  }
  return folded;
}

/** Lines below each other: in a change, first all removed lines, then all added ones. */
export type UnifiedRow =
  | { readonly kind: 'same' | 'removed' | 'added'; readonly line: DiffLine }
  | Extract<DiffRow, { kind: 'gap' }>;

export function toUnified(rows: readonly DiffRow[]): readonly UnifiedRow[] {
  const unified: UnifiedRow[] = [];
  let added: UnifiedRow[] = [];
  for (const row of rows) {
    if (row.kind === 'change') {
      if (row.left) unified.push({ kind: 'removed', line: row.left });
      if (row.right) added.push({ kind: 'added', line: row.right });
      continue;
    }
    unified.push(...added, row.kind === 'gap' ? row : { kind: 'same', line: row.right });
    added = [];
  }
  return [...unified, ...added];
}
