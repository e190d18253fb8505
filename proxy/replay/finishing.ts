import type { Play } from './play.ts';
import { awaited } from './waiting.ts';

/** For so long a program that has spoken may be silent before it says what nobody waits for. */
const MOMENT_MS = 1000;

/** The end of a replay of which somebody waits for the end. Times are milliseconds on the caller's clock. */
export function createFinishing(play: Play) {
  const { options, schedule, expectations, reporting } = play;
  let isWanted = false;
  let lastHeard = 0;
  let isInLine = false; // the client has begun one that has no end yet

  return {
    /** From now on the end is waited for. */
    begin(now: number): void {
      isWanted = true;
      lastHeard = now;
    },
    heard: (now: number): void => void (lastHeard = now),
    /** The client's last bytes end a line, or begin one. */
    heardPart(isOfLine: boolean, now: number): void {
      isInLine = isOfLine;
      if (isOfLine) lastHeard = now;
    },
    /** It is given up that the client says more. */
    giveUp(): void {
      if (isInLine) reporting.note('the client began a line and did not end it: what it was to be was not heard');
    },
    /** Both sides have said all that was recorded. */
    isThrough: (): boolean =>
      isWanted && !isInLine && schedule.due() === undefined && expectations.isThrough() && awaited(play) === undefined,
    /** When to give up what the client need not have said, where nothing else is waited for; undefined where that is not the question. */
    patience(): number | undefined {
      const { timeout } = options;
      if (!isWanted || timeout === undefined || schedule.due() !== undefined) return undefined;
      if (isInLine) return lastHeard + timeout;
      if (expectations.isThrough()) return undefined;
      return lastHeard + (play.journal.entries.length === 0 ? timeout : Math.min(timeout, MOMENT_MS));
    },
  };
}
