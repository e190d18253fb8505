import { inWords } from './match.ts';
import type { Play } from './play.ts';
import type { ClientLine } from './script.ts';
import { awaitedFor } from './unanswered.ts';

/** What a replay waits for, and until when. */
export interface Awaited {
  readonly line: ClientLine;
  /** `the client to answer session/request_permission (entry 41)`. */
  readonly words: string;
  /** In milliseconds on the caller's clock; undefined for ever. */
  readonly until: number | undefined;
  readonly limit: number | undefined;
  /** The client's own next move: nobody waits for it but us. */
  readonly isIdle: boolean;
}

/**
 * What the live client has to do for the replay to go on: answer the agent, say what one of its open requests waits for, or make its
 * next move. Undefined while there is something to play, and when there is nothing left to wait for.
 */
export function awaited(play: Play): Awaited | undefined {
  const { options, expectations, schedule } = play;
  const owed = play.asked.oldestOwed();
  if (owed) return toAwaited(owed.answer, owed.at, limitOf(owed.answer, options), false);
  if (schedule.due() !== undefined) return undefined;
  const blocker = blockerOfOpenRequest(play);
  if (blocker) return toAwaited(blocker, play.lastProgress, limitOf(blocker, options), false);
  const next = expectations.nextOwn(); // an answer is awaited only when it was asked for
  return next && toAwaited(next, play.lastProgress, options.idleTimeout, true);
}

/** What a person decides: a dialog may stay open for as long as it likes. */
const BY_HAND = new Set(['session/request_permission', 'elicitation/create']);

const limitOf = (
  { method, asked, cancels }: ClientLine,
  { timeout, idleTimeout }: Play['options'],
): number | undefined =>
  cancels !== undefined || (asked !== undefined && BY_HAND.has(method)) ? idleTimeout : timeout;

/** What the answer to a request of the client waits for, of the oldest request that has none. */
function blockerOfOpenRequest(play: Play): ClientLine | undefined {
  for (const request of play.inFlight.values()) {
    const line = awaitedFor(play, request);
    if (line) return line;
  }
  return undefined;
}

function toAwaited(line: ClientLine, since: number, limit: number | undefined, isIdle: boolean): Awaited {
  const { message, method } = line;
  const call = message?.kind === 'request' ? inWords(message, method) : method;
  const what = line.asked === undefined ? `send ${call}` : `answer ${method}`;
  const words = `the client to ${what} (entry ${line.seq})`;
  return { line, words, until: limit === undefined ? undefined : since + limit, limit, isIdle };
}

/** `300 ms`, `1.5 s`. */
export const inSeconds = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);
