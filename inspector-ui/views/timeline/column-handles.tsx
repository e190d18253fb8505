import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { COLUMNS, type Column, type Columns } from '../../state/list/columns.ts';
import { readGrid, widthAfterKey, columnLimits, type Grid } from './column-widths.ts';
import './column-handles.css';

/** A handle on every edge between columns: drag it, move it by arrow keys, or reset it by a double click. */
export function ColumnHandles({ columns }: { columns: Columns }) {
  const box = useRef<HTMLDivElement>(null);
  const grid = useSignal<Grid>({ tracks: [], summaryLeast: 0 });
  const measure = () => {
    if (box.current) grid.value = readGrid(getComputedStyle(box.current));
  };

  // Measures actual widths: in a narrow window, columns are narrower than chosen.
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={box} class="list-row row column-handles" role="group" aria-label="Widths of the columns">
      {COLUMNS.map((column) => (
        <ColumnHandle key={column.name} column={column} columns={columns} grid={grid} measure={measure} />
      ))}
    </div>
  );
}

interface HandleProps {
  readonly column: Column;
  readonly columns: Columns;
  readonly grid: ReadonlySignal<Grid>;
  /** Measures the widths again: after a change, not during a drag. */
  readonly measure: () => void;
}

function ColumnHandle({ column, columns, grid, measure }: HandleProps) {
  const drag = useSignal<{ readonly x: number; readonly width: number; readonly most: number } | undefined>(undefined);
  const { width, most } = columnLimits(column, grid.value);
  const outward = column.edge === 'end' ? 1 : -1;

  const settle = () => {
    columns.keep();
    measure();
  };
  const begin = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    if (event.button !== 0) return;
    measure();
    drag.value = { x: event.clientX, ...columnLimits(column, grid.peek()) };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = ({ clientX }: PointerEvent) => {
    const from = drag.peek();
    if (from && clientX !== from.x)
      columns.resize(column, Math.min(from.width + outward * (clientX - from.x), from.most));
  };
  const end = () => {
    if (!drag.peek()) return;
    drag.value = undefined;
    settle();
  };
  const press = (event: KeyboardEvent) => {
    measure();
    const next = widthAfterKey(column, grid.peek(), event);
    if (next === undefined) return;
    event.preventDefault();
    if (next === 'default') columns.reset(column);
    else columns.resize(column, next);
    settle();
  };
  return (
    <div
      class="column-handle"
      role="separator"
      tabIndex={0}
      data-column={column.name}
      data-edge={column.edge}
      data-keys="own"
      data-dragged={drag.value !== undefined}
      aria-orientation="vertical"
      aria-label={`Width of the column: ${column.label}`}
      aria-valuemin={column.least}
      aria-valuemax={most}
      aria-valuenow={width}
      aria-valuetext={`${width} pixels`}
      title="Drag, or ← and →; double click or Enter: as it was"
      // Otherwise the press would take the focus, and so the arrow keys, from the list.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDblClick={() => {
        columns.reset(column);
        measure();
      }}
      onFocus={measure}
      onKeyDown={press}
    />
  );
}
