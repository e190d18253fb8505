import type { Place } from '#core/trace/place.ts';

/** What a turn may take to end by itself while a cancellation travels, and the other way round. */
const CROSSING_US = 250_000;

/** True when `later` came so soon after a frame of the other side that its sender may not have read, or not yet acted on, that frame. */
export const mayHaveCrossed = (earlier: Place, later: Place): boolean => later.at - earlier.at < CROSSING_US;
