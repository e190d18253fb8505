import { createOrderingQueue } from '#core/intervene/ordering-queue.ts';
import type { Ending, Injection, Plan, Timing } from '#core/intervene/plan.ts';
import type { Side, Why } from '#core/wire/entry.ts';
import type { Spool } from '../shim/spool.ts';
import type { Receiver } from '../shim/stdio.ts';
import { createFrameWriter, type Received } from './frame-writer.ts';
import { createSliceWriter, type Sliced } from './slice-writer.ts';

/** Something that waits to be written. */
export type Item =
  | FrameItem
  /** A part of a frame that is too large to be read. */
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'injection'; readonly injection: Injection };

/** A frame and its plan. Without a plan it may be several frames. */
export interface FrameItem extends Received {
  readonly kind: 'frame';
  readonly plan: Plan | undefined;
}

export interface OutboxPorts {
  readonly spool: Spool;
  /** Writes to the sender. */
  readonly answer: (injection: Injection) => void;
  readonly end: (ending: Ending) => void;
  /** Milliseconds. */
  readonly now: () => number;
}

/** Bytes that an item takes while it waits. */
const sizeOf = (item: Item): number => (item.kind === 'injection' ? item.injection : item).bytes.length;

/** Keeps the items for one receiver, and writes each at its time. Calls `pump` when some may leave. */
export function createOutbox(
  sender: Side,
  receiver: Receiver,
  { spool, answer, end, now }: OutboxPorts,
  pump: () => void,
) {
  const write = (bytes: Uint8Array): void => void receiver.stream.write(bytes);
  const endReceiver = (): void => receiver.end(() => {});
  const queue = createOrderingQueue<Item>();
  const writer = createFrameWriter(sender, spool, write);
  const slices = createSliceWriter();
  let ready: Item[] = []; // items that leave now, or behind a frame that is written in slices
  let readyBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let isDelivering = false;

  function deliver(item: Item): void {
    if (item.kind === 'piece') writer.piece(item.bytes);
    else if (item.kind === 'injection') writer.inject(item.injection);
    else deliverFrame(item);
  }

  function deliverFrame(frame: FrameItem): void {
    const plan = settle(frame.plan);
    if (!plan) return writer.pass(frame);
    for (const injection of plan.before) writer.inject(injection);
    const sliced = writer.frame(frame, plan);
    if (sliced) writeSlices(frame, plan, sliced);
    else finish(plan);
  }

  /** Returns the plan of a frame that leaves: for a held one, what was decided meanwhile. */
  function settle(plan: Plan | undefined): Plan | undefined {
    const settled = plan?.settle?.();
    for (const injection of settled?.back ?? []) answer(injection);
    return settled ?? plan;
  }

  /** Nothing else is written before the last slice. */
  function writeSlices(frame: FrameItem, plan: Plan, sliced: Sliced): void {
    writer.flush();
    slices.start(
      sliced,
      (part, isLast) => {
        writer.slice(frame, plan, part, isLast);
        write(part);
      },
      () => {
        if (writer.isClosed()) endReceiver();
        finish(plan);
        pump();
      },
    );
  }

  /** Does what comes behind a frame. */
  function finish({ after, endings }: Plan): void {
    for (const injection of after) writer.inject(injection);
    if (endings.length > 0) writer.flush();
    for (const ending of endings) end(ending);
  }

  return {
    /** Adds an item. Returns the milliseconds until it may leave. */
    push(item: Item, timing: Timing = {}): number {
      const arrivedAt = now();
      return queue.push(item, sizeOf(item), timing, arrivedAt) - arrivedAt;
    },
    /** Writes what may leave now. */
    deliver(): void {
      if (isDelivering || slices.isWriting()) return; // an answer may lead to an answer for this receiver: it leaves next
      isDelivering = true;
      ready = ready.concat(queue.take(now()));
      let done = 0;
      for (const item of ready) {
        if (slices.isWriting()) break;
        deliver(item);
        done += 1;
      }
      ready = ready.slice(done);
      isDelivering = false;
      readyBytes = ready.reduce((sum, item) => sum + sizeOf(item), 0);
      writer.flush();
      clearTimeout(timer);
      const at = queue.nextAt();
      if (at !== undefined && !slices.isWriting()) timer = setTimeout(pump, Math.max(0, at - now()));
    },
    /** Bytes that wait, without the first item, which may be a large frame that is held. */
    bytesBehind: (): number => queue.sizeBehind() + readyBytes,
    isEmpty: (): boolean => queue.isEmpty() && ready.length === 0 && !slices.isWriting(),
    /** No item will follow. */
    end: queue.end,
    /** Delivers without delay from now on. */
    hurry: queue.hurry,
    /** Closes the stream to the receiver, behind a frame that is being written. Drops what would follow, without delay. */
    close(why: Why): void {
      writer.flush();
      writer.close(why);
      queue.hurry();
      if (!slices.isWriting()) endReceiver();
    },
    /** Writes nothing more: the receiver is gone. */
    stop(): void {
      clearTimeout(timer);
      slices.stop();
    },
  };
}
