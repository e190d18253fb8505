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
  // A collator takes tens of milliseconds to make, so columns of figures do without one.
  const isText = rows.some((cells) => hasValue(cells[column]) && cells[column]?.by === undefined);
  const byText = isText ? new Intl.Collator('en', { numeric: true }).compare : undefined;
  return rows.toSorted((one, other) => {
    const [left, right] = [one[column], other[column]];
    const [isLeft, isRight] = [hasValue(left), hasValue(right)];
    if (!left || !right || !isLeft || !isRight) return Number(isRight) - Number(isLeft);
    if (left.by !== undefined && right.by !== undefined) return sign * Math.sign(left.by - right.by) || 0;
    return sign * (byText?.(left.text, right.text) ?? 0);
  });
}

const hasValue = (cell: Cell | undefined) =>
  cell !== undefined && (cell.by !== undefined || (cell.text !== '' && cell.text !== DASH.text));

/** Whether a column begins with its largest values: figures do, names do not. */
export const beginsLargest = (rows: readonly (readonly Cell[])[], column: number): boolean =>
  rows.some((cells) => cells[column]?.by !== undefined);
