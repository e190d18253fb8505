import { valueAt, stringAt } from '#core/json/json.ts';
import { createsTerminal, waitsForTerminal } from '#core/protocol/method-traits.ts';
import type { Response } from '#core/wire/jsonrpc.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import { differentContent, divergenceWithoutSeq } from '../matching/divergence.ts';
import { answersAlike, summarizeMessage, notOfferedRemark } from '../matching/match.ts';
import type { OpenAgentRequest } from './agent-requests.ts';
import { holdAnswer, mayAnnounceCancel } from './held-answers.ts';
import type { Play } from './play.ts';

/** Handles the live client's answer to a request of the agent. Finds the request by the id that the client knows. */
export function handleResponse(play: Play, message: Response, now: number): void {
  const { expectations } = play;
  const asked = message.id === undefined ? undefined : play.asked.get(message.id);
  if (asked) {
    if (message.id !== undefined) play.asked.remove(message.id);
    return judgeAnswer(play, asked, message, now, message.id);
  }
  const stray = expectations.strayResponse(message.id);
  if (stray) return expectations.come(stray);
  const error = message.outcome.ok ? undefined : message.outcome.error;
  if (error && (message.id === undefined || message.id === 'null'))
    return play.unrecorded(`${play.sender} sent an error without an id: ${error.code} ${error.message}`);
  const text = `${play.sender} answered request ${message.id ?? 'without an id'}, which does not wait for an answer${otherSpelling(play, message.id)}`;
  const divergence = divergenceWithoutSeq(text, summarizeMessage(message, `request ${message.id ?? 'without an id'}`));
  play.reporting.diverged(divergence);
  if (play.options.onDivergence === 'fail') play.abandon(divergence);
}

/** Finds the request when a client answers id `"0"` instead of 0. */
function otherSpelling({ asked }: Play, id: IdToken | undefined): string {
  if (id === undefined) return '';
  const isText = id.startsWith('"');
  const other = isText ? id.slice(1, -1) : JSON.stringify(id);
  return [...asked.ids()].some((one) => one === other)
    ? `: request ${other} (${isText ? 'a number' : 'a string'}) still waits`
    : '';
}

/** Judges held answers when the time for a cancel is over, or when no cancel can come any more. */
export function judgeHeldAnswers(play: Play, now: number, isAll = false): void {
  const due = play.held.filter(({ until }) => isAll || until <= now);
  for (const one of due) {
    if (play.isOver()) return;
    play.held.splice(play.held.indexOf(one), 1);
    play.asked.remove(one.id);
    play.journal.resume(one.index);
    play.sender = one.sender;
    judgeAnswer(play, one.asked, one.message, now);
  }
}

/** Judges an answer. With `id` it may be held; without, it was held before. */
function judgeAnswer(play: Play, asked: OpenAgentRequest, message: Response, now: number, id?: IdToken): void {
  const { expectations, schedule, reporting } = play;
  const { said, line, answer } = asked;
  play.lastProgress = now;
  if (!answer)
    return play.unrecorded(`${play.sender} answered ${said.method} (#${line.seq}), the recorded one did not`);
  if (!expectations.isExpected(answer) || answer.message?.kind !== 'response') return; // its turn was cancelled
  const recorded = answer.message.outcome;
  const { outcome } = message;
  const to = play.remap.toRecorded(line.lane);
  if (!answersAlike({ ...said, asked: asked.params }, recorded, outcome, play.options.match, to)) {
    if (id !== undefined && mayAnnounceCancel(play, asked, message)) return holdAnswer(play, id, asked, message, now);
    const level = play.level(said.method);
    const session = stringAt(said.params, 'sessionId');
    const live = { message, sender: play.sender, method: said.method, session, to };
    const remark = notOfferedRemark({ method: said.method, params: asked.params }, outcome);
    const divergence = differentContent(
      play.toSearch(),
      live,
      answer,
      level === 'method' ? 'normalised' : level,
      remark,
    );
    reporting.diverged(divergence);
    if (play.options.onDivergence === 'fail') {
      expectations.come(answer); // it came with other content
      return play.abandon(divergence);
    }
  }
  if (recorded.ok && outcome.ok) bindResult(play, asked, recorded.result, outcome.result);
  expectations.come(answer);
  schedule.markMet(answer.index, now);
}

/** Learns the client's terminals, and how they ended. */
function bindResult(
  { remap, reporting }: Play,
  { said, line }: OpenAgentRequest,
  recorded: unknown,
  live: unknown,
): void {
  if (createsTerminal(said.method)) {
    const [theirs, ours] = [stringAt(recorded, 'terminalId'), stringAt(live, 'terminalId')];
    if (theirs !== undefined && ours !== undefined) remap.bindTerminal(line.lane, theirs, ours);
  } else if (waitsForTerminal(said.method)) {
    const [theirs, ours] = [valueAt(recorded, 'exitCode'), valueAt(live, 'exitCode')];
    if (theirs !== ours)
      reporting.note(`a command ended with ${String(ours)} (#${line.seq}), in the recording with ${String(theirs)}`);
  }
}
