import type { PlayerView } from '../branches/branches.ts';
import { describeWaitStart, formatMilliseconds } from './waiting.ts';

/** What a replay that began at `began` waits for; undefined for nothing. Times are milliseconds on the caller's clock. */
export function waitingWords(player: PlayerView, now: number, began: number): string | undefined {
  const awaited = player.awaited();
  if (awaited)
    return `${awaited.words}, for ${formatMilliseconds(now - began - awaited.since)}; ${describeWaitStart(awaited)}`;
  const next = player.upcoming();
  const why = next?.isDelayed ? 'because frame() delays it' : 'at this speed';
  if (next)
    return `the time to send ${next.words}, ${formatMilliseconds(Math.max(0, next.due - now))} from now, ${why}`;
  const dropped = player.droppedAnswer();
  return dropped && `the client to go on: ${dropped}`;
}
