import type { Injection, Plan } from '#core/intervene/plan.ts';
import { concat } from '#core/wire/bytes.ts';
import { opposite, type Side, type Why } from '#core/wire/entry.ts';
import { toInjectedEvent } from '#core/wire/injected.ts';
import type { Spool } from '../shim/spool.ts';
import type { Sliced } from './slice-writer.ts';

/** A received frame, or several in a row. `from` and `to` are offsets in the bytes of their sender. */
export interface Received {
  readonly from: number;
  readonly to: number;
  readonly bytes: Uint8Array;
}

/**
 * Writes what leaves at the same time in one write, and records before what becomes of each frame. Frames in a row that
 * nothing touched share one record.
 */
export function createFrameWriter(sender: Side, spool: Spool, write: (bytes: Uint8Array) => void) {
  let out: Uint8Array[] = [];
  let untouched: { readonly from: number; readonly to: number } | undefined;
  let closedBy: Why | undefined;

  function settle(): void {
    if (untouched) spool.delivery({ of: sender, ...untouched });
    untouched = undefined;
  }

  const whole = ({ from, to, bytes: received }: Received, { bytes, why }: Plan): void =>
    spool.delivery({ of: sender, from, to, why }, bytes === received ? undefined : bytes);

  /** Takes what is delivered as received. */
  function pass({ from, to, bytes }: Received): void {
    if (closedBy) return spool.delivery({ of: sender, from, to, dropped: true, why: [closedBy] });
    if (untouched?.to === from) untouched = { from: untouched.from, to };
    else {
      settle();
      untouched = { from, to };
    }
    out.push(bytes);
  }

  return {
    pass,
    /** Takes a frame with its plan. Returns it if the caller delivers it in slices, and records them by `slice`. */
    frame(frame: Received, plan: Plan): Sliced | undefined {
      const { from, to } = frame;
      const { bytes, why, slice } = plan;
      if (why.length === 0) {
        pass(frame);
        return undefined;
      }
      settle();
      const dropped = closedBy ? [closedBy] : bytes ? undefined : why;
      if (dropped || !bytes) {
        spool.delivery({ of: sender, from, to, dropped: true, why: dropped ?? why });
        return undefined;
      }
      if (slice) return { bytes, slice };
      whole(frame, plan);
      out.push(bytes);
      return undefined;
    },
    /** Records a slice that is written next: if acptap is killed in between, only what was written counts as delivered. */
    slice(frame: Received, plan: Plan, part: Uint8Array, isLast: boolean): void {
      if (isLast) whole(frame, plan);
      else spool.delivery({ of: sender, from: frame.from, to: frame.to, part: true, why: plan.why }, part);
    },
    inject({ bytes, why }: Injection): void {
      settle();
      if (closedBy) return;
      spool.event(toInjectedEvent(opposite(sender), bytes, why));
      out.push(bytes);
    },
    /** Takes a part of a frame that is recorded when it is complete. */
    piece(bytes: Uint8Array): void {
      if (!closedBy) out.push(bytes);
    },
    flush(): void {
      settle();
      if (out.length === 0) return;
      const bytes = concat(out);
      out = [];
      write(bytes);
    },
    /** Drops everything from now on. */
    close(why: Why): void {
      closedBy ??= why;
    },
    isClosed: (): boolean => closedBy !== undefined,
  };
}
