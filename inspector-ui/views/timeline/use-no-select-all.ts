import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/**
 * Blocks Ctrl A (or Command A) in the list and outside fields: it would select the page around the list, and only the
 * visible rows. `say` explains how to copy all rows instead.
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
