import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Inspector } from '../../state/inspector.ts';
import { openFiles } from './picked-file.ts';
import './drop-zone.css';

/** Takes recording files that are dropped anywhere on the page. They are read where they lie: nothing is uploaded. */
export function DropZone({ inspector }: { inspector: Inspector }) {
  const isOver = useSignal(false);
  // Before the first paint: a file that is dropped earlier takes the place of the page.
  useLayoutEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault(); // or the browser opens the file in the page's place
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
