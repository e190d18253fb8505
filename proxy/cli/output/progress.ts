import { formatBytes } from '#core/text/format-bytes.ts';
import { visible } from '#core/wire/visible.ts';

/** Shorter work shows no progress. */
const PATIENCE_MS = 1000;

/** Between two drawings: a person reads no faster, and a terminal costs time. */
const FRAME_MS = 100;

const WIDTH = 24;

/** Reports how much is done of `all`; undefined while that is not known. Equal numbers end the display. */
export type Progress = (done: number, all: number | undefined) => void;

/**
 * Shows on stderr how far work on a recording has come: a bar, or the bytes read if their total is unknown. Only after
 * a second, and only for a person: on a terminal, without `CI`, `NO_COLOR` and `TERM=dumb`.
 */
export function createProgress(what: string, env: NodeJS.ProcessEnv = process.env): Progress {
  const { stderr } = process;
  if (!stderr.isTTY || env['CI'] || env['NO_COLOR'] || env['TERM'] === 'dumb') return () => {};
  let began = performance.now();
  let drawn = 0;
  let shown = '';

  function show(text: string): void {
    if (text === shown) return;
    stderr.write(`\r\u001b[K${text}`);
    shown = text;
  }

  return (done, all) => {
    const now = performance.now();
    if (done === all) {
      show(''); // the recording may be read again
      began = now;
    } else if (now - began > PATIENCE_MS && now - drawn > FRAME_MS) {
      drawn = now;
      show(`reading ${visible(what)}: ${all === undefined ? formatBytes(done) : bar(done / all)}`);
    }
  };
}

/** No display where the command prints recorded content to the same terminal while it reads. */
export const progressBeside = (what: string, isPrinting = false): Progress =>
  isPrinting && process.stdout.isTTY ? () => {} : createProgress(what);

function bar(part: number): string {
  const filled = Math.floor(part * WIDTH);
  return `[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${Math.floor(100 * part)} %`;
}

/** Yields the items. Reports the number read so far, and the end even if the reader stops early. */
export function* counted<Item>(items: Iterable<Item>, all: number, progress: Progress): Generator<Item> {
  let done = 0;
  try {
    for (const item of items) {
      yield item;
      if ((done += 1) % 256 === 0) progress(done, all);
    }
  } finally {
    progress(all, all);
  }
}
