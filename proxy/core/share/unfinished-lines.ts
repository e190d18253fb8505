import type { RecordingSummary } from '#core/model/recording-summary.ts';

/** A line that is written in pieces is complete sooner. */
const PATIENCE_MS = 2000;

/**
 * The lines of a live recording that have no end so far: `the agent has sent 153 bytes without a line end: {"jsonrpc"…`.
 * The other side waits for it, and sees nothing. `now` in milliseconds since the epoch. Contains recorded text.
 */
export function describeUnfinished(
  { state, startedAt, unfinished = [] }: RecordingSummary,
  now: number,
): readonly string[] {
  if (state !== 'live') return [];
  const elapsedMs = now - Date.parse(startedAt);
  return unfinished
    .filter(({ t }) => elapsedMs - t / 1000 >= PATIENCE_MS)
    .map(({ side, bytes, beginning }) => `the ${side} has sent ${bytes} bytes without a line end: ${beginning}`);
}
