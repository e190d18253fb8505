import type { Readable } from 'node:stream';
import type { Sink } from './stdio.ts';

/** The state of a forwarded stream. */
export interface Forwarding {
  /** Resolves when the receiver has taken everything and the end, or when it is gone. */
  readonly done: Promise<void>;
  /** `performance.now()` when the last chunk passed; undefined before the first. */
  lastChunkAt(): number | undefined;
  /** True while the receiver has not taken everything. */
  isBehind(): boolean;
  /** Stops reading; what was read is still delivered, then the end. */
  stop(): void;
}

/**
 * Copies `from` to `to` unchanged, with back-pressure and half-close, and passes every chunk to `tap` first.
 * Closes the source when the receiver goes away, so that the writer notices it as with a direct pipe.
 */
export function forward(from: Readable, { stream: to, end: endTo }: Sink, tap: (chunk: Buffer) => void): Forwarding {
  let last: number | undefined;
  let finish: () => void;
  const done = new Promise<void>((resolve) => (finish = resolve));

  from.on('data', (chunk: Buffer) => {
    tap(chunk); // before the write, so that a received chunk is on file even after a kill
    last = performance.now();
    if (!to.write(chunk)) from.pause();
  });
  to.on('drain', () => from.resume());
  const end = () => endTo(finish);
  from.once('end', end);
  from.on('error', end); // a reset counts as an end
  // The receiver broke or closed: nothing more can be delivered.
  const broken = () => {
    from.destroy();
    finish();
  };
  to.on('error', broken);
  to.once('close', broken);

  return {
    done,
    lastChunkAt: () => last,
    isBehind: () => to.writableLength > 0,
    stop() {
      from.removeListener('end', end);
      from.destroy();
      end();
    },
  };
}
