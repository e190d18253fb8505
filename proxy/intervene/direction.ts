import type { Readable } from 'node:stream';
import { createOrderingQueue } from '#core/intervene/ordering-queue.ts';
import type { FramePlace } from '#core/intervene/holds.ts';
import type { Ending, Injection, Plan } from '#core/intervene/plan.ts';
import { LF } from '#core/wire/bytes.ts';
import { createCuttingSplitter, type KeptFrame } from '#core/wire/cut-frames.ts';
import type { FrameEntry, Side, Why } from '#core/wire/entry.ts';
import type { Forwarding } from '../shim/forward.ts';
import type { Spool } from '../shim/spool.ts';
import type { Receiver } from '../shim/stdio.ts';
import { createFrameWriter, type Received } from './frame-writer.ts';

/** Reading stops while more bytes wait behind the first frame. Small frames take five times their size. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;

/** A frame that waits so long for a time says so in the recording. */
export const LONG_DELAY_MS = 1000;

/** The frames of one sender on their way. */
export interface Direction {
  readonly forwarding: Forwarding;
  /** Writes a line of acptap's own to the receiver, behind the frames that wait. */
  inject(injection: Injection): void;
  /** Writes what may leave now. Call it when a hold has ended. */
  pump(): void;
  /** Closes the stream to the receiver, behind a frame that is being written; what would follow is dropped. */
  close(why: Why): void;
  /** Delivers without delay from now on. */
  hurry(): void;
}

export interface DirectionPorts {
  readonly spool: Spool;
  readonly planFor: (frame: Pick<FrameEntry, 'from' | 'bytes' | 'cut'>, place: FramePlace) => Plan | undefined;
  /** What becomes of bytes that no plan is made for. Undefined: they pass. */
  readonly muteOf: () => Plan | undefined;
  /** Writes to the sender. */
  readonly answer: (injection: Injection) => void;
  /** True while no frame can be touched. */
  readonly isIdle: () => boolean;
  readonly end: (ending: Ending) => void;
  /** Called when the sender or the receiver is gone: nothing is held any more. Must not pump at once. */
  readonly ended: () => void;
  /** Milliseconds. */
  readonly now: () => number;
}

/** Something that waits to be written. */
type Item =
  /** Without a plan perhaps several frames. */
  | ({ readonly kind: 'frame'; readonly plan: Plan | undefined } & Received)
  /** A part of a frame that is too large to be read. */
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'injection'; readonly injection: Injection };

const NO_BYTES = new Uint8Array();

/** Forwards the frames of one sender, with back-pressure and half-close as `forward` does. */
export function createDirection(
  from: Side,
  source: Readable,
  receiver: Receiver,
  { spool, planFor, muteOf, isIdle, answer, end, ended, now }: DirectionPorts,
): Direction {
  const { stream } = receiver;
  const queue = createOrderingQueue<Item>();
  const writer = createFrameWriter(from, spool, (bytes) => void stream.write(bytes));
  const splitter = createCuttingSplitter({
    createHash: () => ({ update() {}, digest: () => '' }), // only the recorder needs it
    onPiece(bytes) {
      if (!isInPieces) muted = muteOf();
      isInPieces = true;
      if (!muted) queue.push({ kind: 'piece', bytes }, bytes.length, {}, now());
    },
  });
  const { promise: done, resolve: setDone } = whenDone();
  let offset = 0; // after the last complete frame
  let index = 0; // of the next frame
  let isInPieces = false; // a frame that is too large to be read is not complete yet
  let muted: Plan | undefined; // its pieces are dropped
  let afterPieces: Injection[] = [];
  let ready: Item[] = []; // those that leave now
  let readyBytes = 0;
  let lastChunkAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let slicing: NodeJS.Timeout | undefined;
  let isOver = false; // the source has ended
  let isClosed = false; // by a fault
  let isGone = false;

  function receive({ bytes, cut }: KeptFrame): void {
    const to = offset + (cut?.bytes ?? bytes.length);
    const read = planFor({ from, bytes, ...(cut ? { cut } : {}) }, { offset, index });
    const plan = cut ? muted : read;
    index += 1;
    for (const injection of plan?.back ?? []) answer(injection);
    const size = cut ? 0 : bytes.length;
    const arrivedAt = now();
    const item: Item = { kind: 'frame', from: offset, to, bytes: cut ? NO_BYTES : bytes, plan };
    const wait = Math.round(queue.push(item, size, plan?.timing ?? {}, arrivedAt) - arrivedAt);
    if (plan?.bytes && wait >= LONG_DELAY_MS) spool.delivery({ of: from, from: offset, to, wait, why: plan.why });
    offset = to;
    endPieces();
  }

  function endPieces(): void {
    isInPieces = false;
    const injections = afterPieces;
    afterPieces = [];
    for (const injection of injections) enqueue(injection);
  }

  const enqueue = (injection: Injection) =>
    queue.push({ kind: 'injection', injection }, injection.bytes.length, {}, now());

  function split(bytes: Uint8Array): void {
    for (const frame of splitter.push(bytes)) receive(frame);
  }

  /** Takes the frames that begin and end in a chunk as one: a flood of small ones costs little then. */
  function receiveIdle(chunk: Uint8Array): void {
    const [begin, rest] = [chunk.indexOf(LF) + 1, chunk.lastIndexOf(LF) + 1];
    split(chunk.subarray(0, begin));
    if (rest > begin) {
      const to = offset + rest - begin;
      const bytes = chunk.subarray(begin, rest);
      queue.push({ kind: 'frame', from: offset, to, bytes, plan: undefined }, bytes.length, {}, now());
      offset = to;
    }
    split(chunk.subarray(rest));
  }

  /** Writes what may leave now. */
  function pump(): void {
    if (isGone) return;
    if (!isSlicing()) deliverReady();
    const isFull = stream.writableNeedDrain || queue.sizeBehind() + readyBytes > MOST_WAITING_BYTES;
    if (isFull) source.pause();
    else if (source.isPaused()) source.resume();
    if (isOver && isSettled()) receiver.end(setDone);
  }

  function deliverReady(): void {
    const waiting = queue.size();
    ready = ready.concat(queue.take(now()));
    readyBytes += waiting - queue.size();
    let next = 0;
    for (let item = ready[next]; item && !isSlicing(); item = ready[next]) {
      next += 1;
      readyBytes -= sizeOf(item);
      deliver(item);
    }
    ready = ready.slice(next);
    writer.flush();
    clearTimeout(timer);
    const at = queue.nextAt();
    if (at !== undefined && !isSlicing()) timer = setTimeout(pump, Math.max(0, at - now()));
  }

  function deliver(item: Item): void {
    if (item.kind === 'piece') return writer.piece(item.bytes);
    if (item.kind === 'injection') return writer.inject(item.injection);
    const plan = item.plan?.settle?.() ?? item.plan;
    if (plan !== item.plan) for (const injection of plan?.back ?? []) answer(injection);
    if (!plan) return writer.pass(item);
    for (const injection of plan.before) writer.inject(injection);
    const sliced = plan.why.length === 0 ? writer.pass(item) : writer.touched(item, plan);
    if (sliced) return writeSlices(item, sliced, plan);
    behind(plan);
  }

  function behind({ after, endings }: Plan): void {
    for (const injection of after) writer.inject(injection);
    if (endings.length > 0) writer.flush();
    for (const ending of endings) end(ending);
  }

  /** Each slice is a write of its own. Nothing else is written before the last. */
  function writeSlices(frame: Received, bytes: Uint8Array, plan: Plan): void {
    writer.flush();
    const { bytes: length, pause } = plan.slice ?? { bytes: bytes.length, pause: 0 };
    let at = 0;
    const write = (): void => {
      const part = bytes.subarray(at, at + length);
      writer.slice(frame, plan, part, at + length >= bytes.length);
      if (!isGone) stream.write(part);
      at += length;
      if (at < bytes.length) {
        slicing = setTimeout(write, pause);
        return;
      }
      slicing = undefined;
      if (isClosed) receiver.end(() => {});
      behind(plan);
      pump();
    };
    slicing = setTimeout(write, 0);
  }

  const isSlicing = () => slicing !== undefined;
  const isSettled = () => queue.isEmpty() && ready.length === 0 && !isSlicing();

  function finish(): void {
    if (isOver) return;
    const rest = splitter.flush(); // no complete frame: passes as it is
    if (rest) {
      const to = offset + (rest.cut?.bytes ?? rest.bytes.length);
      const bytes = rest.cut ? NO_BYTES : rest.bytes;
      const plan = rest.cut ? muted : muteOf();
      queue.push({ kind: 'frame', from: offset, to, bytes, plan }, bytes.length, {}, now());
    }
    endPieces();
    queue.end();
    isOver = true;
    ended();
    pump();
  }

  source.on('data', (chunk: Buffer) => {
    spool.chunk(from, chunk);
    lastChunkAt = performance.now();
    if (isIdle()) receiveIdle(chunk);
    else split(chunk);
    pump();
  });
  stream.on('drain', pump);
  source.once('end', () => {
    spool.event({ event: 'eof', of: from });
    finish();
  });
  source.on('error', finish); // a reset counts as an end

  const receiverIsGone = () => {
    if (isClosed) return; // by a fault: the sender goes on and notices nothing
    isGone = true;
    ended();
    clearTimeout(timer);
    clearTimeout(slicing);
    source.destroy();
    setDone();
  };
  stream.on('error', receiverIsGone);
  stream.once('close', receiverIsGone);

  return {
    forwarding: {
      done,
      lastChunkAt: () => lastChunkAt,
      isBehind: () => stream.writableLength > 0 || !isSettled(),
      stop() {
        source.removeAllListeners('end');
        source.destroy();
        finish();
      },
    },
    inject(injection) {
      if (isInPieces) return void afterPieces.push(injection);
      enqueue(injection);
      pump();
    },
    pump,
    close(why) {
      if (isClosed) return;
      writer.flush();
      writer.close(why);
      isClosed = true;
      queue.hurry(); // it is dropped
      ended();
      if (!isSlicing()) receiver.end(() => {});
    },
    hurry: queue.hurry,
  };
}

/** Bytes that the item takes in the queue. */
const sizeOf = (item: Item): number => (item.kind === 'injection' ? item.injection : item).bytes.length;

/** Node 20 has no `Promise.withResolvers`. */
function whenDone() {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
