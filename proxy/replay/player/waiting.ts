import { permissionOutcome } from '#core/protocol/permission-outcome.ts';
import { asksPerson } from '#core/protocol/method-traits.ts';
import type { Outcome } from '#core/wire/jsonrpc.ts';
import { summarizeMessage } from '../matching/match.ts';
import type { ClientLine } from '../playbook/playbook.ts';
import type { Play } from './play.ts';
import { whatRequestWaitsFor } from './unanswered.ts';
import { summarizeAgentLine } from './unplayed.ts';

/** The wait of a replay: the missing message and the deadline. */
export interface Awaited {
  readonly line: ClientLine;
  /** `the client to answer session/request_permission (#41)`. */
  readonly words: string;
  /** When the wait began, in milliseconds since the start of the replay. */
  readonly since: number;
  /** The client's open request that is answered only after this. */
  readonly blocks: ClientLine | undefined;
  /** When the wait ends, in milliseconds on the caller's clock; undefined: never. */
  readonly until: number | undefined;
  readonly limit: number | undefined;
  /** The wait is for the client's own next move; no open request depends on it. */
  readonly isIdle: boolean;
  /** The result of `droppedAnswer`. */
  readonly dropped: string | undefined;
}

/**
 * The live client's action that the replay waits for: answer the agent, send a message that one of its open requests
 * waits for, or make its next move. Undefined while something can be played, and when nothing is left.
 */
export function awaited(play: Play): Awaited | undefined {
  const { options, expectations, schedule } = play;
  const owed = play.asked.oldestOwed();
  if (owed) return toAwaited(play, owed.answer, owed.at, limitOf(owed.answer, options));
  if (schedule.due() !== undefined) return undefined;
  const blocker = blockerOfOpenRequest(play);
  if (blocker) {
    const { line, request } = blocker;
    const isAnswered = request.answer === undefined || !play.dropped.has(request.answer); // else no answer follows
    return {
      ...toAwaited(play, line, play.lastProgress, limitOf(line, options)),
      blocks: isAnswered ? request : undefined,
    };
  }
  const next = expectations.nextOwn(); // answers are awaited only after the agent's request
  return next && { ...toAwaited(play, next, play.lastProgress, options.idleTimeout), isIdle: true };
}

/** A frame of the agent that waits for its time. */
export interface NextAgentFrame {
  /** `session/update plan (#12)`. */
  readonly words: string;
  /** In milliseconds on the caller's clock. */
  readonly due: number;
  /** Delayed by the test's `frame()`; otherwise by the recorded pace. */
  readonly isDelayed: boolean;
}

/** The next frame of the agent, if it waits for its time. */
export function nextAgentFrame({ playbook, schedule, decided }: Play): NextAgentFrame | undefined {
  const line = schedule.nextLine();
  const due = schedule.due();
  if (!line || due === undefined) return undefined;
  const words = `${summarizeAgentLine(playbook, line)} (#${line.seq})`;
  return { words, due, isDelayed: decided.has(line.index) };
}

const limitOf = (
  { method, asked, cancels }: ClientLine,
  { timeout, idleTimeout, personTimeout = idleTimeout }: Play['options'],
): number | undefined =>
  cancels !== undefined || (asked !== undefined && asksPerson(method)) ? personTimeout : timeout;

/** The oldest open request whose answer waits for a message of the client, and that message. */
function blockerOfOpenRequest(play: Play): { readonly line: ClientLine; readonly request: ClientLine } | undefined {
  for (const request of play.requests.open.values()) {
    const line = whatRequestWaitsFor(play, request);
    if (line) return { line, request };
  }
  return undefined;
}

function toAwaited(play: Play, line: ClientLine, begin: number, limit: number | undefined): Awaited {
  const { message, method } = line;
  const call = message?.kind === 'request' ? summarizeMessage(message, method) : method;
  const what = line.asked === undefined ? `send ${call}` : `answer ${method}`;
  const isCancelled = message?.kind === 'response' && isCancelledAnswer(message.outcome);
  const words = `the client to ${what} (#${line.seq})${isCancelled ? ' with the outcome cancelled' : ''}`;
  const until = limit === undefined ? undefined : begin + limit;
  const since = begin - play.startedAt;
  return { line, words, since, blocks: undefined, until, limit, isIdle: false, dropped: droppedAnswer(play) };
}

/** Whether a permission request was answered with `cancelled`, because its turn was cancelled. */
const isCancelledAnswer = (outcome: Outcome): boolean =>
  outcome.ok && permissionOutcome(outcome.result) === 'cancelled';

/**
 * A sentence about the oldest open request whose answer the test's `frame()` dropped: `the test's frame() dropped the
 * answer to session/new (#2), so the client may wait for it`.
 */
export function droppedAnswer({ requests, dropped }: Play): string | undefined {
  for (const { method, seq, answer } of requests.open.values())
    if (answer !== undefined && dropped.has(answer))
      return `the test's frame() dropped the answer to ${method} (#${seq}), so the client may wait for it`;
  return undefined;
}

/** Describes the beginning and requests of a wait: `the wait began 1.5 s after the start; session/new (#4) is …`. */
export function describeWaitStart({ since, blocks, dropped }: Awaited): string {
  const begin = since === 0 ? 'at the start' : `${formatMilliseconds(since)} after the start`;
  const after = blocks ? `; ${blocks.method} (#${blocks.seq}) is answered after that` : '';
  return `the wait began ${begin}${after}${dropped === undefined ? '' : `; ${dropped}`}`;
}

/** `300 ms`, `1.5 s`. */
export const formatMilliseconds = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
