import { visible } from '#core/wire/visible.ts';

/** Something for people to read; it may quote what was recorded. stdout is for results only. */
export function warn(text: string): void {
  process.stderr.write(`acptap: ${text.split('\n').map(visible).join('\n')}\n`);
}

/** The reader of stdout has closed it (`| head`): the command ends, and there is nothing to say. */
export class ReaderGone extends Error {}

/**
 * Writes results to stdout and waits until they are written.
 * @throws {ReaderGone} when nobody reads them any more.
 */
export async function print(chunk: string | Uint8Array): Promise<void> {
  // The callback, and not `drain`: only it reports a failed write before the next piece of work.
  const failure = await new Promise<Error | null | undefined>((resolve) => {
    process.stdout.write(chunk, resolve);
  });
  if (failure) throw new ReaderGone(failure.message, { cause: failure }); // `onBrokenStdout` handles all but a closed pipe
}

/** Writes many small pieces in larger ones. @throws {ReaderGone} */
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
    await print(Buffer.concat(held));
    [held, size] = [[], 0];
  }
  if (size > 0) await print(Buffer.concat(held));
}

/** Calls `fail` when stdout cannot be written to, after saying so; not when its reader has closed it. */
export function onBrokenStdout(fail: () => void): void {
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EPIPE') return;
    warn(`cannot write to stdout: ${cause.message}`);
    fail();
  });
}
