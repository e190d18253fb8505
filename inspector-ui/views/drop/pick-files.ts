import type { Inspector } from '../../state/shell/inspector.ts';
import { openFiles } from './picked-file.ts';

/** Opens the files that the user picks in the browser's dialog, as an alternative to dropping. Needs a press or a key. */
export function pickFiles(inspector: Inspector): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', multiple: true, accept: '.jsonl' });
  input.addEventListener('change', () => void openFiles(inspector, [...(input.files ?? [])]));
  input.click();
}
