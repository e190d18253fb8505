import type { PlayerView } from './player-view.ts';
import { describeWaitStart, formatMilliseconds } from './waiting.ts';

/**
 * Describes the wait of a replay that began at `began`; undefined without a wait. Times are milliseconds on the
 * caller's clock. `isFull`: the client reads too slowly. `faults`: the last action of a fault, because the client may
 * wait for that frame, and whether it still delays the frame.
 */
export function waitingWords(
  player: PlayerView,
  now: number,
  began: number,
  isFull: boolean,
  faults: { readonly latest: () => string | undefined; readonly isEmpty: () => boolean },
): string | undefined {
  if (isFull) return 'the client to read what the agent sent';
  const fault = faults.latest();
  const words = faults.isEmpty() ? ownWords(player, now, began) : 'a frame that a fault delays';
  return fault === undefined ? words : `${words ?? 'the client to continue'}; ${fault}`;
}

function ownWords(player: PlayerView, now: number, began: number): string | undefined {
  const awaited = player.awaited();
  if (awaited)
    return `${awaited.words}, for ${formatMilliseconds(now - began - awaited.since)}; ${describeWaitStart(awaited)}`;
  const next = player.upcoming();
  const why = next?.isDelayed ? 'because frame() delays it' : 'at this speed';
  if (next)
    return `the time to send ${next.words}, ${formatMilliseconds(Math.max(0, next.due - now))} from now, ${why}`;
  const dropped = player.droppedAnswer();
  return dropped && `the client to continue: ${dropped}`;
}
