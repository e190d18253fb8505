import type { ReadonlySignal } from '@preact/signals';

/**
 * The part of a long list that is rendered. There are two kinds. Rows have one height (`viewport.ts`): the place of any
 * of a million rows is a multiplication. Cards are as high as their text (`conversation-scroll.ts`): their heights are
 * measured when they are shown, and the list keeps its place whenever one changes.
 */
export interface ListWindow {
  /** The rendered items: `from` … `to − 1`. */
  readonly from: ReadonlySignal<number>;
  readonly to: ReadonlySignal<number>;
  /** Pixels from the top of the scrolled element to item `from`. */
  readonly offset: ReadonlySignal<number>;
  /** Height of the scrolled element: all items, in pixels. */
  readonly whole: ReadonlySignal<number>;
}
