import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { COLUMNS, type Column, type Columns } from '../../state/list/columns.ts';
import { ResizeHandle } from '../../components/resize-handle.tsx';
import { readGrid, columnLimits, type Grid } from './column-widths.ts';
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
  return (
    <ResizeHandle
      label={`Width of the column: ${column.label}`}
      name={column.name}
      class="column-handle"
      edge={column.edge}
      least={column.least}
      room={columnLimits(column, grid.value)}
      measure={() => {
        measure();
        return columnLimits(column, grid.peek());
      }}
      onResize={(width) => columns.resize(column, width)}
      onSettle={() => {
        columns.keep();
        measure();
      }}
      onReset={() => {
        columns.reset(column);
        measure();
      }}
    />
  );
}
