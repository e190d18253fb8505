import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Inspector } from '../../state/shell/inspector.ts';
import { openFiles } from './picked-file.ts';
import './drop-zone.css';

/** Opens recording files dropped anywhere on the page. Reads them in the page and uploads nothing. */
export function DropZone({ inspector }: { inspector: Inspector }) {
  const isOver = useSignal(false);
  // Before the first paint: otherwise the browser replaces the page with a file dropped early.
  useLayoutEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault(); // otherwise the browser replaces the page with the file
      event.dataTransfer.dropEffect = 'copy';
      isOver.value = true;
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) isOver.value = false;
    };
    const drop = (event: DragEvent) => {
      isOver.value = false;
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      void openFiles(inspector, [...event.dataTransfer.files]);
    };
    const listeners = { dragover: over, dragleave: leave, drop } as const;
    for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name as 'drop', listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name as 'drop', listener);
    };
  }, [inspector, isOver]);

  if (!isOver.value) return null;
  return (
    <div class="drop-zone" aria-hidden="true">
      <p class="drop-zone-text">
        <strong>Drop a recording to look at it here</strong>
        <span>It stays in this page: nothing is uploaded.</span>
      </p>
    </div>
  );
}
