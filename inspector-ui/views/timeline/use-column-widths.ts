import { effect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { COLUMNS, type Columns } from '../../state/columns.ts';

/** Tells the widths that were chosen to everything in an element, past rendering: rows are laid out anew, and not made anew. */
export function useColumnWidths(element: RefObject<HTMLElement | null>, { widths }: Columns): void {
  useLayoutEffect(
    () =>
      effect(() => {
        for (const { name, least } of COLUMNS) {
          const width = widths.value[name];
          // Where there is no room for all of them, each gives way down to its least.
          const track = width === undefined ? '' : `minmax(${least}px, ${width}px)`;
          element.current?.style.setProperty(`--column-${name}`, track);
        }
      }),
    [element, widths],
  );
}
