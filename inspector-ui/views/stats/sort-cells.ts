import type { SortedBy } from '../../state/shell/table-sorts.ts';
import { DASH, type Cell } from './cell.ts';

/** Sorts rows by a column; rows without a value come last in both directions. Equal rows keep their order. */
export function sortCells(
  rows: readonly (readonly Cell[])[],
  by: Pick<SortedBy, 'isDescending'> | undefined,
  column: number,
): readonly (readonly Cell[])[] {
  if (!by || column < 0) return rows;
  const sign = by.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left, right] = [one[column], other[column]];
    const [isLeft, isRight] = [hasValue(left), hasValue(right)];
    if (!left || !right || !isLeft || !isRight) return Number(isRight) - Number(isLeft);
    return sign * compare(left, right);
  });
}

const hasValue = (cell: Cell | undefined) =>
  cell !== undefined && (cell.by !== undefined || (cell.text !== '' && cell.text !== DASH.text));

const compare = (one: Cell, other: Cell): number =>
  one.by !== undefined && other.by !== undefined
    ? Math.sign(one.by - other.by) || 0
    : BY_TEXT.compare(one.text, other.text);

const BY_TEXT = new Intl.Collator('en', { numeric: true });

/** Whether a column begins with its largest values: figures do, names do not. */
export const beginsLargest = (rows: readonly (readonly Cell[])[], column: number): boolean =>
  rows.some((cells) => cells[column]?.by !== undefined);
