import type { ComponentChildren, HTMLAttributes, RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { ListWindow } from '../state/list/list-window.ts';
import './windowed-list.css';

interface WindowedListProps extends Omit<
  HTMLAttributes<HTMLDivElement>,
  'children' | 'class' | 'onResize' | 'onScroll'
> {
  readonly class: string;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly shown: ListWindow;
  /** For a grid: the role of the element around its rows. */
  readonly bodyRole?: 'rowgroup';
  /** Called with the element when it is first laid out, and when its size changes. */
  readonly onResize: (element: HTMLDivElement) => void;
  readonly onScrolled: (scrollTop: number) => void;
  /** Draws an item. */
  readonly children: (index: number) => ComponentChildren;
}

/**
 * Renders the visible items of a list and a few more, in an element as high as all items. The tables of Stats and Info
 * cannot use it, because a page scrolls several of them together: see `TableSlices`.
 */
export function WindowedList({
  scroller,
  shown,
  bodyRole,
  onResize,
  onScrolled,
  children,
  class: own,
  ...attributes
}: WindowedListProps) {
  const { from, to, offset, whole } = shown;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => onResize(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [shown]);

  return (
    <div
      {...attributes}
      ref={scroller}
      class={`windowed-list ${own}`}
      onScroll={({ currentTarget }) => {
        // Ignores the last scroll event of a removed list, which has position 0.
        if (currentTarget.isConnected) onScrolled(currentTarget.scrollTop);
      }}
    >
      <div role={bodyRole} class="windowed-whole" style={{ height: `${whole.value}px` }}>
        <div
          role={bodyRole && 'presentation'}
          class="windowed-shown"
          style={{ transform: `translateY(${offset.value}px)` }}
        >
          {Array.from({ length: to.value - from.value }, (_, index) => children(from.value + index))}
        </div>
      </div>
    </div>
  );
}
