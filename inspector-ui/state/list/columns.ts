import { signal, type ReadonlySignal } from '@preact/signals';
import { isObject } from '#core/json/json.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { createWidths, readWidths, type Resizable, type Widths } from '../page/widths.ts';

/** Widths are stored by these names in the browser. `wire` has the lanes of client and agent. */
export type ColumnName = 'seq' | 'time' | 'wire' | 'title' | 'id' | 'waterfall' | 'duration' | 'size' | 'findings';

/**
 * A column of the timeline with a width that the user can change, in pixels. The style sheet has the default widths.
 */
export interface Column extends Resizable<ColumnName> {
  /** Accessible name of its resize handle. */
  readonly label: string;
  /** The edge that the user drags: the one towards the summary column, which takes the remaining width. */
  readonly edge: 'start' | 'end';
}

/**
 * In the order of the list: first the columns before the summary, with edge `end`, then those after it. The summary
 * stands before the first column with edge `start`.
 *
 * The other places of a column: CONTRIBUTING.md, "A column of the timeline". `timeline-rows.ts` has its text;
 * `column-heads.tsx`, `timeline-line.tsx` and all grids of `timeline-list.css` have the same order. `timeline-line.css`
 * styles its cell. `column-handles.css` hides the handle in narrow panels that hide the column.
 */
export const COLUMNS: readonly Column[] = [
  { name: 'seq', label: 'number', least: 36, most: 120, edge: 'end' },
  { name: 'time', label: 'time', least: 48, most: 180, edge: 'end' },
  { name: 'wire', label: 'lanes', least: 56, most: 240, edge: 'end' },
  { name: 'title', label: 'method', least: 90, most: 640, edge: 'end' },
  { name: 'id', label: 'id', least: 32, most: 320, edge: 'end' },
  { name: 'waterfall', label: 'waterfall', least: 80, most: 800, edge: 'start' },
  { name: 'duration', label: 'duration', least: 56, most: 180, edge: 'start' },
  { name: 'size', label: 'size', least: 44, most: 140, edge: 'start' },
  { name: 'findings', label: 'findings', least: 32, most: 120, edge: 'start' },
];

/** Stores the widths. Both functions do nothing if the browser allows no storage. */
export interface ColumnsPort {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
}

/** The widths of the timeline's columns, the same for all recordings. */
export function createColumns(port: ColumnsPort) {
  const widths = signal(parseWidths(port.read()));
  return {
    widths: widths as ReadonlySignal<Widths<ColumnName>>,
    ...createWidths(widths, () => port.write(JSON.stringify(widths.peek()))),
  };
}

export type Columns = ReturnType<typeof createColumns>;

/** Never throws: ignores stored values that are not widths. */
function parseWidths(text: string | null): Widths<ColumnName> {
  const stored = parseJson(text ?? '');
  return isObject(stored) ? readWidths(COLUMNS, stored) : {};
}
