import { effect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { COLUMNS, type Columns } from '../../state/list/columns.ts';

/** Sets the chosen widths as CSS properties of an element: rows get a new layout without rendering. */
export function useColumnWidths(element: RefObject<HTMLElement | null>, { widths }: Columns): void {
  useLayoutEffect(
    () =>
      effect(() => {
        for (const { name, least } of COLUMNS) {
          const width = widths.value[name];
          // If not all columns fit, each shrinks down to its minimum.
          const track = width === undefined ? '' : `minmax(${least}px, ${width}px)`;
          element.current?.style.setProperty(`--column-${name}`, track);
        }
      }),
    [element, widths],
  );
}
