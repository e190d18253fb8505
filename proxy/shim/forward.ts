import type { Readable } from 'node:stream';
import type { Sink } from './stdio.ts';

/** How a forwarded stream is doing. */
export interface Forwarding {
  /** Resolves once everything read has been taken by the receiver and its end passed on, or when the receiver is gone. */
  readonly done: Promise<void>;
  /** `performance.now()` when the last chunk passed; undefined before the first. */
  lastChunkAt(): number | undefined;
  /** True while the receiver has not taken everything yet. */
  isBehind(): boolean;
  /** Stops reading; what was read is still delivered and then the end. */
  stop(): void;
}

/**
 * Copies `from` to `to` unchanged, with its back-pressure and half-close, and shows every chunk to `tap` first.
 * A receiver that goes away closes the source, so that the writer learns of it as it would from a direct pipe.
 */
export function forward(from: Readable, { stream: to, end: endTo }: Sink, tap: (chunk: Buffer) => void): Forwarding {
  let last: number | undefined;
  let finish: () => void;
  const done = new Promise<void>((resolve) => (finish = resolve));

  from.on('data', (chunk: Buffer) => {
    tap(chunk); // before the write: what a peer saw is on file even if we are killed in between
    last = performance.now();
    if (!to.write(chunk)) from.pause();
  });
  to.on('drain', () => from.resume());
  const end = () => endTo(finish);
  from.once('end', end);
  from.on('error', end); // a reset is an end
  // A receiver that breaks or closes: nothing more can be delivered.
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
