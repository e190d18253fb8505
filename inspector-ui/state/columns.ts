import { signal, type ReadonlySignal } from '@preact/signals';
import { isObject } from '#core/wire/json.ts';
import { parseJson } from './parse-json.ts';

export type ColumnName = 'seq' | 'time' | 'wire' | 'title' | 'id' | 'waterfall' | 'duration' | 'size' | 'findings';

/** A column of the timeline whose width can be chosen, in pixels. What it has by itself the style sheet says. */
export interface Column {
  readonly name: ColumnName;
  /** What it is called where its width is. */
  readonly label: string;
  /** Less would hide what is in it, more would hide everything else. */
  readonly least: number;
  readonly most: number;
  /** Which of its edges is moved: the one towards the summary, which has what the others leave. */
  readonly edge: 'start' | 'end';
}

/** In the order of the list. */
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

/** Those that were chosen, in pixels. */
export type Widths = { readonly [name in ColumnName]?: number };

/** Where widths are remembered; either may do nothing where the browser allows no storage. */
export interface ColumnsPort {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
}

/** The widths of the timeline's columns, the same for all recordings. */
export function createColumns(port: ColumnsPort) {
  const widths = signal(parseWidths(port.read()));
  const keep = () => port.write(JSON.stringify(widths.peek()));
  return {
    widths: widths as ReadonlySignal<Widths>,
    /** Makes a column as wide as it may be towards that; remembered with `keep`, as a drag has many steps. */
    resize: (column: Column, width: number) => {
      widths.value = { ...widths.peek(), [column.name]: within(column, width) };
    },
    /** As wide as it is by itself again. */
    reset: ({ name }: Column) => {
      const { [name]: _, ...others } = widths.peek();
      widths.value = others;
      keep();
    },
    keep,
  };
}

export type Columns = ReturnType<typeof createColumns>;

const within = ({ least, most }: Column, width: number) => Math.round(Math.min(Math.max(width, least), most));

/** Total: whatever is stored, what can be read of it counts. */
function parseWidths(text: string | null): Widths {
  const stored = parseJson(text ?? '');
  if (!isObject(stored)) return {};
  const known = COLUMNS.flatMap((column) => {
    const width = stored[column.name];
    return typeof width === 'number' && Number.isFinite(width) ? [[column.name, within(column, width)] as const] : [];
  });
  return Object.fromEntries(known);
}
