import { createOrderingQueue } from '#core/intervene/ordering-queue.ts';
import { changesOnlyTime } from '#core/intervene/fault.ts';
import type { Ending, Injection, Plan } from '#core/intervene/plan.ts';
import type { Clock } from '../model/clock.ts';

/** The frames of one sender on their way. */
export interface FaultedDirection {
  /** Takes a frame with its plan; undefined for a frame that no fault touches. */
  send(bytes: Uint8Array, plan: Plan | undefined): void;
  /** Takes a line of acptap's own, behind the frames that wait. */
  inject(injection: Injection): void;
  /** No frame follows. Calls back when all are delivered. */
  end(done: () => void): void;
  /** Drops the waiting frames and all later ones. */
  shut(): void;
  isEmpty(): boolean;
  /** The bytes of the waiting frames. */
  size(): number;
}

/** Bytes to deliver. */
export interface Piece {
  readonly bytes: Uint8Array;
  /** The fault that wrote or changed the bytes, as printed. Undefined for those of the sender. */
  readonly by: string | undefined;
}

interface DirectionPorts {
  readonly clock: Clock;
  /** Writes the pieces at once. */
  readonly deliver: (pieces: readonly Piece[]) => void;
  /** Called behind the frame that set off the ending. */
  readonly onEnding: (ending: Ending) => void;
  /** Called when frames that waited for their time were delivered. */
  readonly onProgress: () => void;
}

interface Item extends Piece {
  readonly plan: Plan | undefined;
}

const writtenBy = ({ bytes, why }: Injection): Piece => ({ bytes, by: why.at(-1)?.fault });

const changedBy = (bytes: Uint8Array, why: Plan['why']): Piece => ({
  bytes,
  by: why.findLast(({ kind }) => !changesOnlyTime(kind))?.fault,
});

/** Delivers frames as planned. Frames that leave at the same time are one write. */
export function createFaultedDirection({ clock, deliver, onEnding, onProgress }: DirectionPorts): FaultedDirection {
  const queue = createOrderingQueue<Item>();
  let ready: Item[] = []; // those that leave now
  let out: Piece[] = [];
  let isPumping = false;
  let isSlicing = false;
  let isShut = false;
  let whenEmpty: (() => void) | undefined;
  let cancelTimer = () => {};
  let cancelSlicing = () => {};

  const isEmpty = () => isShut || (queue.isEmpty() && ready.length === 0 && !isSlicing);

  function pump(): void {
    if (isPumping) return; // a delivery may call `pump` again
    isPumping = true;
    for (let item = next(); item; item = next()) take(item);
    isPumping = false;
    flush();
    cancelTimer();
    const at = isShut || isSlicing ? undefined : queue.nextAt();
    if (at !== undefined) cancelTimer = clock.after(Math.max(0, at - clock.now()), proceed);
    if (!isEmpty()) return;
    whenEmpty?.();
    whenEmpty = undefined;
  }

  function next(): Item | undefined {
    if (isSlicing || isShut) return undefined;
    ready = ready.concat(queue.take(clock.now()));
    return ready.shift();
  }

  function proceed(): void {
    pump();
    onProgress();
  }

  function take({ bytes, by, plan }: Item): void {
    if (!plan) return void out.push({ bytes, by });
    out.push(...plan.before.map(writtenBy));
    const piece = plan.bytes && (plan.bytes === bytes ? { bytes, by } : changedBy(plan.bytes, plan.why));
    if (piece && plan.slice) return writeSlices(piece, plan.slice, plan);
    if (piece) out.push(piece);
    behind(plan);
  }

  function behind({ after, endings }: Plan): void {
    out.push(...after.map(writtenBy));
    if (endings.length > 0) flush();
    for (const ending of endings) onEnding(ending);
  }

  function flush(): void {
    const pieces = out.filter(({ bytes }) => bytes.length > 0);
    out = [];
    if (pieces.length > 0 && !isShut) deliver(pieces);
  }

  /** Nothing else is written before the last slice. */
  function writeSlices(
    { bytes, by }: Piece,
    { bytes: length, pause }: { bytes: number; pause: number },
    plan: Plan,
  ): void {
    flush();
    let at = 0;
    const write = (): void => {
      if (!isShut) deliver([{ bytes: bytes.subarray(at, at + length), by }]);
      at += length;
    };
    const writeNext = (): void => {
      write();
      isSlicing = at < bytes.length && !isShut;
      if (isSlicing) cancelSlicing = clock.after(pause, continueLater);
      else behind(plan);
    };
    const continueLater = (): void => {
      writeNext();
      if (!isSlicing) proceed();
    };
    if (pause > 0) return writeNext();
    while (at < bytes.length) write();
    behind(plan);
  }

  function push(item: Item, timing: Plan['timing']): void {
    if (isShut) return;
    queue.push(item, item.bytes.length, timing, clock.now());
    pump();
  }

  return {
    send: (bytes, plan) => push({ bytes, by: undefined, plan }, plan?.timing ?? {}),
    inject: (injection) => push({ ...writtenBy(injection), plan: undefined }, {}),
    end(done) {
      whenEmpty = done;
      queue.end();
      pump();
    },
    shut() {
      isShut = true;
      isSlicing = false;
      cancelSlicing();
      pump();
    },
    isEmpty,
    size: () => (isShut ? 0 : queue.size()),
  };
}
