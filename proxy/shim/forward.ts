import type { Readable } from 'node:stream';
import type { Receiver } from './stdio.ts';

/** The state of a forwarded stream. */
export interface Forwarding {
  /**
   * Resolves when the receiver has taken everything that was read, and the end; or when it is gone. A receiver that lags
   * delays it also after `stop`.
   */
  readonly done: Promise<void>;
  /** `performance.now()` when the last chunk passed; undefined before the first. */
  lastChunkAt(): number | undefined;
  /** True while the receiver has not taken everything. */
  isBehind(): boolean;
  /** Stops reading; what was read is still delivered, then the end. */
  stop(): void;
}

/**
 * Copies `source` to the receiver unchanged, with back-pressure and half-close, and passes every chunk to `tap` first.
 * Closes the source when the receiver goes away, so that the writer notices it as with a direct pipe.
 */
export function forward(source: Readable, receiver: Receiver, tap: (chunk: Buffer) => void): Forwarding {
  const { stream } = receiver;
  let lastChunkAt: number | undefined;
  let setDone: () => void; // Node 20 has no Promise.withResolvers
  const done = new Promise<void>((resolve) => (setDone = resolve));

  source.on('data', (chunk: Buffer) => {
    tap(chunk); // before the write, so that a received chunk is on file even after a kill
    lastChunkAt = performance.now();
    if (!stream.write(chunk)) source.pause();
  });
  stream.on('drain', () => source.resume());

  const endReceiver = () => receiver.end(setDone);
  source.once('end', endReceiver);
  source.on('error', endReceiver); // a reset counts as an end; after the end it changes nothing

  // An error, or the close after it: nothing more can be delivered. After a normal end: everything was.
  const receiverIsGone = () => {
    source.destroy();
    setDone();
  };
  stream.on('error', receiverIsGone);
  stream.once('close', receiverIsGone);

  return {
    done,
    lastChunkAt: () => lastChunkAt,
    isBehind: () => stream.writableLength > 0,
    stop() {
      source.removeListener('end', endReceiver);
      source.destroy();
      endReceiver();
    },
  };
}
