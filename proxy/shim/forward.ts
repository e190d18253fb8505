import type { Readable } from 'node:stream';
import type { Receiver } from './stdio.ts';

/** The state of a forwarded stream. */
export interface Forwarding {
  /**
   * Resolves when all bytes are written and the receiver is ended, or when it has closed. `stop` first writes the bytes
   * already read.
   */
  readonly done: Promise<void>;
  /** `performance.now()` when the last chunk was read; undefined before the first. */
  lastChunkAt(): number | undefined;
  /** True while bytes wait for the receiver. */
  isBehind(): boolean;
  /** Stops reading, writes the bytes already read, then ends the receiver. */
  stop(): void;
}

/**
 * Copies `source` to the receiver unchanged, with back-pressure and half-close, and passes every chunk to `tap` first.
 * Closes the source when the receiver goes away, so that the writer of the source notices, as with a direct pipe.
 */
export function forward(source: Readable, receiver: Receiver, tap: (chunk: Buffer) => void): Forwarding {
  const { stream } = receiver;
  let lastChunkAt: number | undefined;
  let resolveDone: () => void; // Node 20 has no Promise.withResolvers
  const done = new Promise<void>((resolve) => (resolveDone = resolve));

  source.on('data', (chunk: Buffer) => {
    tap(chunk); // before the write, so that a received chunk is on file even after a kill
    lastChunkAt = performance.now();
    if (!stream.write(chunk)) source.pause();
  });
  stream.on('drain', () => source.resume());

  const endReceiver = () => receiver.end(resolveDone);
  source.once('end', endReceiver);
  source.on('error', endReceiver); // an error, such as a reset, counts as the end; an error after the end changes nothing

  // `close` also follows a normal end: then everything was delivered, and this changes nothing.
  const receiverIsGone = () => {
    source.destroy();
    resolveDone();
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
