import { visible } from '#core/wire/visible.ts';

/** Shorter work shows no progress. */
const PATIENCE_MS = 1000;

/** Shows on stderr how much of a file was read, after a second and only on a terminal. */
export function createProgress(path: string): (done: number, all: number) => void {
  const { stderr } = process;
  let began = performance.now();
  let shown = '';

  function show(text: string): void {
    if (text === shown) return;
    stderr.write(`\r\u001b[K${text}`);
    shown = text;
  }

  return (done, all) => {
    if (!stderr.isTTY) return;
    if (done >= all) {
      show(''); // the file may be read again
      began = performance.now();
    } else if (performance.now() - began > PATIENCE_MS)
      show(`reading ${visible(path)}: ${Math.floor((100 * done) / all)} %`);
  };
}
