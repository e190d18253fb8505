import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** Items rendered in one frame: a screen and a half of a list with two lines each. */
const AT_ONCE = 30;

/**
 * Returns how many items of a long list to render: `first` at once, then more with each frame until it has `total`,
 * because a thousand items at once take a quarter of a second.
 */
export function useGrowingCount(total: number, first = 0): number {
  const count = useSignal(AT_ONCE);
  useLayoutEffect(() => {
    if (total === 0) count.value = AT_ONCE; // the list is hidden: it begins again
    if (count.value >= total) return undefined;
    const frame = requestAnimationFrame(() => void (count.value += AT_ONCE));
    return () => cancelAnimationFrame(frame);
  }, [count.value, total]);
  return Math.max(count.value, first);
}
