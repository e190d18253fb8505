import type { FramePlace } from '#core/intervene/holds.ts';
import type { Injection, Plan, Timing } from '#core/intervene/plan.ts';
import { LF } from '#core/wire/bytes.ts';
import { createCuttingSplitter, type KeptFrame } from '#core/wire/cut-frames.ts';
import type { FrameEntry, Side } from '#core/wire/entry.ts';
import type { Spool } from '../shim/spool.ts';
import type { FrameItem, Item } from './outbox.ts';

/** A frame that waits at least so long for a time has a record of the wait. */
export const LONG_DELAY_MS = 1000;

export interface FrameReaderPorts {
  readonly spool: Spool;
  readonly planFor: (frame: Pick<FrameEntry, 'from' | 'bytes' | 'cut'>, place: FramePlace) => Plan | undefined;
  /** Returns the plan for bytes that are no whole frame: it drops them. Returns undefined if they pass. */
  readonly muteOf: () => Plan | undefined;
  /** Writes to the sender. */
  readonly answer: (injection: Injection) => void;
}

/** A frame that is too large to be read: it passes in pieces until its line end comes. */
interface LargeFrame {
  /** Present if its pieces are dropped. */
  readonly muted: Plan | undefined;
  /** They are delivered behind the frame. */
  readonly injections: Injection[];
}

const NO_BYTES = new Uint8Array();

/** Reads the frames of one sender, and passes them on with their plans. `push` returns how long an item waits. */
export function createFrameReader(
  sender: Side,
  { spool, planFor, muteOf, answer }: FrameReaderPorts,
  push: (item: Item, timing?: Timing) => number,
) {
  let offset = 0; // after the last complete frame
  let index = 0; // of the next frame
  let large: LargeFrame | undefined;
  const splitter = createCuttingSplitter({
    createHash: () => ({ update() {}, digest: () => '' }), // only the recorder needs it
    onPiece(bytes) {
      large ??= { muted: muteOf(), injections: [] };
      if (!large.muted) push({ kind: 'piece', bytes });
    },
  });

  function readFrames(bytes: Uint8Array): void {
    for (const frame of splitter.push(bytes)) readFrame(frame);
  }

  function readFrame(frame: KeptFrame): void {
    const made = planFor({ from: sender, ...frame }, { offset, index });
    const plan = frame.cut ? large?.muted : made;
    index += 1;
    for (const injection of plan?.back ?? []) answer(injection);
    const item = toItem(frame, plan);
    const wait = Math.round(push(item, plan?.timing));
    if (plan?.bytes && wait >= LONG_DELAY_MS)
      spool.delivery({ of: sender, from: item.from, to: item.to, wait, why: plan.why });
    endLargeFrame();
  }

  /** Returns what is still to be delivered of the next frame: of a large one no bytes. */
  function toItem({ bytes, cut }: KeptFrame, plan: Plan | undefined): FrameItem {
    const from = offset;
    offset += cut?.bytes ?? bytes.length;
    return { kind: 'frame', from, to: offset, bytes: cut ? NO_BYTES : bytes, plan };
  }

  function endLargeFrame(): void {
    const injections = large?.injections ?? [];
    large = undefined;
    for (const injection of injections) push({ kind: 'injection', injection });
  }

  return {
    read: readFrames,
    /** Takes the frames that begin and end in a chunk as one: a flood of small ones costs little then. */
    readIdle(chunk: Uint8Array): void {
      const [start, end] = [chunk.indexOf(LF) + 1, chunk.lastIndexOf(LF) + 1];
      readFrames(chunk.subarray(0, start));
      if (end > start) push(toItem({ bytes: chunk.subarray(start, end) }, undefined));
      readFrames(chunk.subarray(end));
    },
    /** Adds a line of acptap's own. Returns false for one that waits for the end of a large frame. */
    inject(injection: Injection): boolean {
      if (large) large.injections.push(injection);
      else push({ kind: 'injection', injection });
      return large === undefined;
    },
    /** Passes on the rest, which has no line end. */
    end(): void {
      const rest = splitter.flush();
      if (rest) push(toItem(rest, rest.cut ? large?.muted : muteOf()));
      endLargeFrame();
    },
  };
}
