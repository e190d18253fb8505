import { visible } from '#core/wire/visible.ts';

/** Prints a message for people on stderr, with recorded text escaped. stdout is only for results. */
export function warn(text: string): void {
  process.stderr.write(`acptap: ${text.split('\n').map(visible).join('\n')}\n`);
}

/** The reader of stdout has closed it (`| head`): the command ends silently. */
export class ReaderGoneError extends Error {}

/**
 * Writes results to stdout and waits until they are written.
 * @throws {ReaderGoneError} when stdout was closed.
 */
export async function print(chunk: string | Uint8Array): Promise<void> {
  // Uses the callback, not `drain`, because only it reports a failed write before the next step.
  const failure = await new Promise<Error | null | undefined>((resolve) => {
    process.stdout.write(chunk, resolve);
  });
  if (failure) throw new ReaderGoneError(failure.message, { cause: failure }); // `onBrokenOutput` handles all but a closed pipe
}

/** Writes many small pieces in larger ones. @throws {ReaderGoneError} */
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

/**
 * Calls `gone` when a reader has closed stdout or stderr. Reports other errors of stdout, and calls `fail`. Ignores
 * other errors of stderr, because nobody would see the report.
 */
export function onBrokenOutput(gone: (stream: 'stdout' | 'stderr') => void, fail: () => void): void {
  process.stderr.on('error', ({ code }: NodeJS.ErrnoException) => void (code === 'EPIPE' && gone('stderr')));
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return gone('stdout');
    warn(`cannot write to stdout: ${message}`);
    fail();
  });
}
