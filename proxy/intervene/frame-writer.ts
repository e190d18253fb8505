import type { Injection, Plan } from '#core/intervene/plan.ts';
import { concat } from '#core/wire/bytes.ts';
import { opposite, type Side, type Why } from '#core/wire/entry.ts';
import { toInjectedEvent } from '#core/wire/injected.ts';
import type { Spool } from '../shim/spool.ts';

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

  return {
    /** Takes what is delivered as received. */
    pass({ from, to, bytes }: Received): void {
      if (closedBy) return spool.delivery({ of: sender, from, to, dropped: true, why: [closedBy] });
      if (untouched?.to === from) untouched = { from: untouched.from, to };
      else {
        settle();
        untouched = { from, to };
      }
      out.push(bytes);
    },
    /** Takes a frame that faults touched. Returns the bytes that the caller delivers in slices. */
    touched({ from, to, bytes: received }: Received, { bytes, why, slice }: Plan): Uint8Array | undefined {
      settle();
      const dropped = closedBy ? [closedBy] : bytes ? undefined : why;
      if (dropped || !bytes) {
        spool.delivery({ of: sender, from, to, dropped: true, why: dropped ?? why });
        return undefined;
      }
      spool.delivery({ of: sender, from, to, why }, bytes === received ? undefined : bytes);
      if (slice) return bytes;
      out.push(bytes);
      return undefined;
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
  };
}
