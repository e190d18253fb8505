import { visible } from './render/table.ts';

/** Something for people to read; it may quote what was recorded. stdout is for results only. */
export function warn(text: string): void {
  process.stderr.write(`acptap: ${text.split('\n').map(visible).join('\n')}\n`);
}

/**
 * Writes results to stdout, waiting for slow readers. Ends quietly when the reader has had enough (`| head`).
 * Returns false then.
 */
export async function print(chunk: string | Uint8Array): Promise<boolean> {
  const { stdout } = process;
  if (stdout.destroyed) return false;
  if (!stdout.write(chunk)) await drainedOrClosed();
  return !stdout.destroyed;
}

function drainedOrClosed(): Promise<void> {
  const { stdout } = process;
  return new Promise((resolve) => {
    const done = () => {
      stdout.off('drain', done).off('close', done);
      resolve();
    };
    stdout.on('drain', done).on('close', done);
  });
}

/** Writes many small pieces in larger ones. */
export async function printAll(
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  let held: Uint8Array[] = [];
  let size = 0;
  const encoder = new TextEncoder();
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece;
    held.push(bytes);
    size += bytes.length;
    if (size < 64 * 1024) continue;
    if (!(await print(Buffer.concat(held)))) return;
    [held, size] = [[], 0];
  }
  if (size > 0) await print(Buffer.concat(held));
}

/** Calls `fail` when stdout cannot be written to, after saying so; not when its reader has had enough (`| head`). */
export function onBrokenStdout(fail: () => void): void {
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EPIPE') return;
    warn(`cannot write to stdout: ${cause.message}`);
    fail();
  });
}
