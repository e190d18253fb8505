import { INTERNAL_ERROR } from '#core/protocol/error-codes.ts';
import { valueAt } from '#core/json/json.ts';
import type { ErrorObject } from '#core/wire/jsonrpc.ts';
import { rejectionFrame, divergenceWithoutSeq } from '../matching/divergence.ts';
import { summarizeMessage } from '../matching/match.ts';
import { isAgentLine, type ClientLine } from '../playbook/playbook.ts';
import type { Play } from './play.ts';

/**
 * Answers each open request that has no recorded answer with an error, once nothing is left to play before it. The
 * recording was cut, or its agent died; the client would wait for ever.
 */
export function answerUnanswered(play: Play): void {
  const { schedule, reporting, options } = play;
  if (play.requests.open.size === 0 || (options.exit && schedule.due() !== undefined)) return; // the exit ends the replay
  const isAsked = (lane: number) => play.asked.inLane(lane).size > 0; // the client answers the agent's request first
  for (const [id, request] of play.requests.open) {
    const { answer, lane } = request;
    if (answer !== undefined || !schedule.isThrough(lane) || isAsked(lane) || whatRequestWaitsFor(play, request))
      continue;
    play.requests.settle(request);
    play.openTurns(request.lane).delete(request.index);
    const text = `the recording ends before its answer to ${request.method} (#${request.seq})`;
    const received = summarizeMessage(request.message, request.method);
    const bytes = rejectionFrame(play.requests.idOf(request.index) ?? id, INTERNAL_ERROR, {
      ...divergenceWithoutSeq(text, received),
      seq: request.seq,
    });
    play.do({ kind: 'send', seq: null, bytes });
    reporting.unfinished(text);
  }
}

/**
 * Whether an error is the replay's "no recorded answer": it names the recorded request, and no expected message. Errors
 * for a divergence name what was expected, or no entry.
 */
export function hasNoRecordedAnswer({ data }: Pick<ErrorObject, 'data'>): boolean {
  const told = valueAt(data, 'acptap');
  return valueAt(told, 'expected') === null && typeof valueAt(told, 'seq') === 'number';
}

/** The client message that a request's answer waits for: the lane's expected message, or the recorded cancel. */
export function whatRequestWaitsFor(
  { playbook, schedule, expectations, asked }: Play,
  request: ClientLine,
): ClientLine | undefined {
  const answer = request.answer === undefined ? undefined : playbook.lines[request.answer];
  const blocker = schedule.blocker(isAgentLine(answer) ? answer.lane : request.lane);
  const line = blocker === undefined ? undefined : playbook.lines[blocker];
  if (answer) return line?.from === 'client' && expectations.isExpected(line) ? line : undefined;
  if (line?.from === 'client' && line.message?.kind !== 'request' && expectations.isExpected(line)) return line;
  for (const { answer: theirs } of asked.inLane(request.lane).values())
    if (theirs && expectations.isExpected(theirs)) return theirs;
  return expectations.nextCancelOf(request.index);
}

/** Why a replay that ended is incomplete: open requests without their recorded answer. */
export const describeUnsent = ({ requests, dropped }: Play): readonly string[] =>
  [...requests.open.values()]
    .filter(({ answer }) => answer === undefined || !dropped.has(answer))
    .map(
      ({ method, seq, answer }) =>
        `the answer to ${method} (#${seq}) was not sent: ${answer === undefined ? 'the recording has none' : 'the client closed before it'}`,
    );
