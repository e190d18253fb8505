import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** The width of an element in pixels; 0 while it is hidden. */
export function useWidth(box: RefObject<HTMLElement | null>): ReadonlySignal<number> {
  const width = useSignal(0);
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => void (width.value = entry?.contentRect.width ?? 0));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return width;
}
