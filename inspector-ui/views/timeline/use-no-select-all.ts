import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/**
 * Keeps Ctrl A (or Command A) from selecting text where that is asked of a list, or of nothing in particular: it would be the text of the
 * page around the list, and of the rows only those in sight. Whoever presses it wants to copy all of them: `say` tells how.
 */
export function useNoSelectAll(list: RefObject<HTMLElement | null>, say: (text: string) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (key.toLowerCase() !== 'a' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
      if (target !== document.body && !(target instanceof Node && list.current?.contains(target))) return;
      event.preventDefault();
      say('Rows are not selected as text: y copies the entry, its group, or all that is shown.');
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [list, say]);
}
