import type { Readable } from 'node:stream';
import type { Injection } from '#core/intervene/plan.ts';
import type { Side, Why } from '#core/wire/entry.ts';
import type { Forwarding } from '../shim/forward.ts';
import type { Receiver } from '../shim/stdio.ts';
import { createFrameReader, type FrameReaderPorts } from './frame-reader.ts';
import { createOutbox, type OutboxPorts } from './outbox.ts';

/** Reading stops while more bytes wait behind the first frame. Small frames take five times their size. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/** The frames of one sender on their way to the receiver. */
export interface Direction {
  readonly forwarding: Forwarding;
  /** Writes a line of acptap's own to the receiver, behind the frames that wait. */
  inject(injection: Injection): void;
  /** Writes what may leave now. Call it when a hold has ended. */
  pump(): void;
  /** Closes the stream to the receiver, behind a frame that is being written. Drops what would follow. */
  close(why: Why): void;
  /** Delivers without delay from now on. */
  hurry(): void;
}

export interface DirectionPorts extends FrameReaderPorts, OutboxPorts {
  /** True while no frame can be touched. */
  readonly isIdle: () => boolean;
  /** Called when the sender or the receiver has ended: nothing is held any more. Must not pump at once. */
  readonly ended: () => void;
}

/** `over`: it has ended, or acptap stopped reading it. The receiver ends when all items are written. */
type SenderState = 'reading' | 'over';

/**
 * `closed`: by a fault. The sender notices nothing: its frames are still read, and dropped. `gone`: it has failed or
 * closed its end. The source is closed, too, and nothing is written any more.
 */
type ReceiverState = 'open' | 'closed' | 'gone';

/** Forwards the frames of one sender, with back-pressure and half-close as `forward` does. */
export function createDirection(from: Side, source: Readable, receiver: Receiver, ports: DirectionPorts): Direction {
  const { spool, isIdle, ended } = ports;
  const { stream } = receiver;
  const outbox = createOutbox(from, receiver, ports, pump);
  const reader = createFrameReader(from, ports, outbox.push);
  const { promise: done, resolve: setDone } = Promise.withResolvers<void>();
  let senderState: SenderState = 'reading';
  let receiverState: ReceiverState = 'open';
  let lastChunkAt: number | undefined;

  function pump(): void {
    if (receiverState === 'gone') return;
    outbox.deliver();
    const isFull = stream.writableNeedDrain || outbox.bytesBehind() > MAX_WAITING_BYTES;
    if (isFull) source.pause();
    else if (source.isPaused()) source.resume();
    if (senderState === 'over' && outbox.isEmpty()) receiver.end(setDone);
  }

  source.on('data', (chunk: Buffer) => {
    spool.chunk(from, chunk);
    lastChunkAt = performance.now();
    if (isIdle()) reader.readIdle(chunk);
    else reader.read(chunk);
    pump();
  });
  stream.on('drain', pump);

  const sourceHasEnded = () => {
    spool.event({ event: 'eof', of: from });
    finishReading();
  };
  source.once('end', sourceHasEnded);
  source.on('error', finishReading); // an error, such as a reset, counts as the end

  /** Delivers what was read, then ends the receiver. */
  function finishReading(): void {
    if (senderState === 'over') return;
    senderState = 'over';
    reader.end();
    outbox.end();
    ended();
    pump();
  }

  const receiverIsGone = () => {
    if (receiverState === 'closed') return;
    receiverState = 'gone';
    ended();
    outbox.stop();
    source.destroy();
    setDone();
  };
  stream.on('error', receiverIsGone);
  stream.once('close', receiverIsGone);

  return {
    forwarding: {
      done,
      lastChunkAt: () => lastChunkAt,
      isBehind: () => stream.writableLength > 0 || !outbox.isEmpty(),
      stop() {
        source.removeListener('end', sourceHasEnded);
        source.destroy();
        finishReading();
      },
    },
    inject(injection) {
      if (reader.inject(injection)) pump();
    },
    pump,
    close(why) {
      if (receiverState !== 'open') return;
      receiverState = 'closed';
      outbox.close(why);
      ended();
    },
    hurry: outbox.hurry,
  };
}
