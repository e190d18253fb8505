import { createOrderingQueue } from '#core/intervene/ordering-queue.ts';
import type { Ending, Injection, Plan } from '#core/intervene/plan.ts';
import { concat } from '#core/wire/bytes.ts';
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

interface DirectionPorts {
  readonly clock: Clock;
  /** Writes once for each call. */
  readonly deliver: (bytes: Uint8Array) => void;
  /** Called behind the frame that set off the ending. */
  readonly onEnding: (ending: Ending) => void;
  /** Called when frames that waited for their time were delivered. */
  readonly onProgress: () => void;
}

interface Item {
  readonly bytes: Uint8Array;
  readonly plan: Plan | undefined;
}

/** Delivers frames as planned. Frames that leave at the same time are one write. */
export function createFaultedDirection({ clock, deliver, onEnding, onProgress }: DirectionPorts): FaultedDirection {
  const queue = createOrderingQueue<Item>();
  let ready: Item[] = []; // those that leave now
  let out: Uint8Array[] = [];
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

  function take({ bytes, plan }: Item): void {
    if (!plan) return void out.push(bytes);
    for (const injection of plan.before) out.push(injection.bytes);
    if (plan.bytes && plan.slice) return writeSlices(plan.bytes, plan.slice, plan);
    if (plan.bytes) out.push(plan.bytes);
    behind(plan);
  }

  function behind({ after, endings }: Plan): void {
    for (const injection of after) out.push(injection.bytes);
    if (endings.length > 0) flush();
    for (const ending of endings) onEnding(ending);
  }

  function flush(): void {
    const bytes = concat(out);
    out = [];
    if (bytes.length > 0 && !isShut) deliver(bytes);
  }

  /** Nothing else is written before the last slice. */
  function writeSlices(
    bytes: Uint8Array,
    { bytes: length, pause }: { bytes: number; pause: number },
    plan: Plan,
  ): void {
    flush();
    let at = 0;
    const write = (): void => {
      if (!isShut) deliver(bytes.subarray(at, at + length));
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
    send: (bytes, plan) => push({ bytes, plan }, plan?.timing ?? {}),
    inject: ({ bytes }) => push({ bytes, plan: undefined }, {}),
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
