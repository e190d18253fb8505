import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows rendered together. */
const SLICE = 20;

/** Pause between two slices when all are rendered. */
const FRAME_MS = 16;

/** Distance beyond the window's edges in which rows are rendered. */
const MARGIN = '600px 0px';

interface SlicesProps<T> {
  readonly rows: readonly T[];
  /** Renders all rows, a slice a frame: Find searches what is rendered. */
  readonly isWhole: boolean;
  /** Draws row `index` as a `tr`. */
  readonly children: (row: T, index: number) => ComponentChildren;
}

/**
 * Renders only the table rows near the window, because a thousand rows at once take half a second. It is no
 * `WindowedList`: the page scrolls, with several tables in it, and a table lays out its rows itself. So the browser
 * reports which slices are near.
 */
export function TableSlices<T>({ rows, isWhole, children }: SlicesProps<T>) {
  const first = useRef<HTMLTableSectionElement>(null);
  const [rowHeight, setRowHeight] = useState(0);
  const isLong = rows.length > SLICE;
  useLayoutEffect(() => {
    if (isLong && first.current) setRowHeight(first.current.offsetHeight / SLICE);
  }, [isLong]);
  if (!isLong) return <tbody>{rows.map(children)}</tbody>;
  const starts = Array.from({ length: Math.ceil(rows.length / SLICE) }, (_, index) => index * SLICE);
  return (
    <>
      <tbody ref={first}>{rows.slice(0, SLICE).map(children)}</tbody>
      {starts.slice(1).map((from) => (
        <TableSlice
          key={from}
          rows={rows.slice(from, from + SLICE)}
          from={from}
          rowHeight={rowHeight}
          isWhole={isWhole}
        >
          {children}
        </TableSlice>
      ))}
    </>
  );
}

interface SliceProps<T> extends SlicesProps<T> {
  readonly from: number;
  /** Estimated height in pixels of a row that was never rendered. */
  readonly rowHeight: number;
}

function TableSlice<T>({ rows, from, rowHeight, isWhole, children }: SliceProps<T>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const height = useRef<number | undefined>(undefined);
  const [isNear, setNear] = useState(false);
  const [isFound, setFound] = useState(false);

  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (seen) => {
        const last = seen.at(-1);
        if (!last) return;
        if (!last.isIntersecting) height.current = last.boundingClientRect.height;
        setNear(last.isIntersecting);
      },
      { root: element.closest('.page'), rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const draw = isWhole ? setTimeout(() => setFound(true), (from / SLICE) * FRAME_MS) : undefined;
    if (!isWhole) setFound(false);
    return () => clearTimeout(draw);
  }, [isWhole]);

  return (
    <tbody ref={body}>
      {isNear || isFound ? (
        rows.map((row, index) => children(row, from + index))
      ) : (
        <tr aria-hidden="true">
          <td style={{ blockSize: `${height.current ?? rows.length * rowHeight}px` }} />
        </tr>
      )}
    </tbody>
  );
}
