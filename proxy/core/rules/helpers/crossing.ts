import type { MessageRef } from '#core/trace/message-ref.ts';

/** How long a frame may be under way: two frames of opposite sides within this time may have crossed. */
const CROSSING_US = 250_000;

/** True when the sender of `later` may not yet have read, or acted on, the other side's frame at `earlier`. */
export const mayHaveCrossed = (earlier: MessageRef, later: MessageRef): boolean =>
  later.elapsed - earlier.elapsed < CROSSING_US;
