import type { Inspector } from '../../state/shell/inspector.ts';
import { openFiles } from './picked-file.ts';

/** Opens the files that the user picks in the browser's dialog. Browsers show it only after a click or a key press. */
export function pickFiles(inspector: Inspector): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', multiple: true, accept: '.jsonl' });
  input.addEventListener('change', () => void openFiles(inspector, [...(input.files ?? [])]));
  input.click();
}
