import type { Play } from './play.ts';
import { awaited } from './waiting.ts';

/** How long a client that has spoken may be silent before optional messages count as missing. */
const MOMENT_MS = 1000;

/** Decides when `finished()` resolves. Times are milliseconds on the caller's clock. */
export function createFinishing(play: Play) {
  const { options, schedule, expectations, reporting } = play;
  let isWanted = false;
  let lastReceived = 0;
  let isInLine = false; // the client has begun a line that has no end yet

  return {
    /** Waits for the end from now on. */
    begin(now: number): void {
      isWanted = true;
      lastReceived = now;
    },
    receiveLine: (now: number): void => void (lastReceived = now),
    /** Notes whether the client's last bytes left a line unfinished. */
    receivePart(isOfLine: boolean, now: number): void {
      isInLine = isOfLine;
      if (isOfLine) lastReceived = now;
    },
    /** Notes a line that the client began and did not end. */
    giveUp(): void {
      if (isInLine) reporting.note('the client began a line and did not end it, so its message is unknown');
    },
    /** Both sides have sent all recorded messages. */
    isThrough: (): boolean =>
      isWanted && !isInLine && schedule.due() === undefined && expectations.isThrough() && awaited(play) === undefined,
    /** When to stop waiting for optional messages, if nothing else is awaited; else undefined. */
    patience(): number | undefined {
      const { timeout } = options;
      if (!isWanted || timeout === undefined || schedule.due() !== undefined) return undefined;
      if (isInLine) return lastReceived + timeout;
      if (expectations.isThrough()) return undefined;
      return lastReceived + (play.journal.entries.length === 0 ? timeout : Math.min(timeout, MOMENT_MS));
    },
  };
}
