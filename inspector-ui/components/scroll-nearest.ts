/**
 * Scrolls the nearest scrollable ancestor as little as possible to show an element, with `margin` pixels around it.
 * `scrollIntoView` would also move the place where Tab continues.
 */
export function scrollNearest(element: Element | null | undefined, margin = 0): void {
  const box = element && scrollerOf(element);
  if (!box) return;
  const inner = element.getBoundingClientRect();
  const outer = box.getBoundingClientRect();
  const [top, left] = [outer.top + box.clientTop, outer.left + box.clientLeft];
  box.scrollBy({
    top: shift(inner.top - margin - top, inner.bottom + margin - top - box.clientHeight),
    left: shift(inner.left - margin - left, inner.right + margin - left - box.clientWidth),
    behavior: 'instant',
  });
}

function scrollerOf(element: Element): Element | undefined {
  for (let box = element.parentElement; box; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflow)) return box;
  return undefined;
}

/** How far to scroll on one axis. `start`: from the box's start to the element's; `end`: the same of their ends. */
const shift = (start: number, end: number): number => {
  if (start < 0 && end < 0) return Math.max(start, end);
  return start > 0 && end > 0 ? Math.min(start, end) : 0;
};
