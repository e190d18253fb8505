import { stringAt } from '#core/json/json.ts';
import { idToCancel } from '#core/protocol/id-to-cancel.ts';
import { cancelsRequest, cancelsTurn } from '#core/protocol/method-traits.ts';
import type { Notification } from '#core/wire/jsonrpc.ts';
import { matchLevelBetween } from '../matching/match.ts';
import { isClientLine, type ClientLine } from '../playbook/playbook.ts';
import { cancelTurns } from './cancel-turns.ts';
import { takeHeldAnswers } from './held-answers.ts';
import type { Play } from './play.ts';

/** Handles a notification of the live client. Only a cancel has consequences; others are noted if not recorded. */
export function handleNotification(play: Play, message: Notification, now: number): void {
  const { expectations, schedule, remap } = play;
  const session = stringAt(message.params, 'sessionId');
  const recorded = session === undefined ? undefined : remap.recordedSession(session);
  if (cancelsTurn(message.method)) return hearCancel(play, message.method, recorded, now);
  const found = cancelsRequest(message.method) ? findCancelRequest(play, message) : findLine(play, message, recorded);
  if (!found) return play.unrecorded(`${play.sender} sent ${message.method} (a notification)`);
  expectations.come(found);
  schedule.markMet(found.index, now);
}

/** The identical notification if it was recorded, else the first of its method. */
function findLine({ expectations, remap }: Play, { method, params }: Notification, session: string | undefined) {
  let found: ClientLine | undefined;
  for (const line of expectations.calls('notification', method, session)) {
    const wanted = line.message?.kind === 'notification' ? line.message.params : undefined;
    if (matchLevelBetween(method, wanted, params, remap.toRecorded(line.lane)) !== 'method') return line;
    found ??= line;
  }
  return found;
}

/** Finds a recorded `$/cancel_request` by the live id of the request that it names. */
function findCancelRequest({ expectations, requests }: Play, cancel: Notification): ClientLine | undefined {
  const live = idToCancel(cancel);
  for (const line of expectations.callsAnywhere('notification', cancel.method)) {
    if (line.message?.kind !== 'notification') continue;
    if (line.cancelledRequest !== undefined && requests.idOf(line.cancelledRequest) === live) return line;
  }
  return undefined;
}

/**
 * A recorded cancel releases what followed it. A cancel that was not recorded, or that comes before the agent has asked
 * all its recorded questions, ends the turn: a person may cancel at any time. A repeated cancel changes nothing.
 */
function hearCancel(play: Play, method: string, session: string | undefined, now: number): void {
  const { expectations, schedule, reporting, playbook } = play;
  const lane = play.playbook.sessions.get(session ?? '') ?? 0;
  const open = openTurnsOf(play, lane, session);
  play.lastProgress = now;
  if (open.length === 0) {
    const recorded = [...expectations.calls('notification', method, session)];
    const line =
      recorded.find(({ cancels }) => cancels === undefined) ?? recorded.find(({ cancels }) => isPast(play, cancels));
    if (!line) return play.unrecorded(`${play.sender} sent session/cancel with no turn to cancel`);
    expectations.come(line);
    return schedule.markMet(line.index, now);
  }
  const ofTurn = open.map(expectations.nextCancelOf).find((line) => line !== undefined);
  if (!ofTurn && open.every((prompt) => play.cancelled.has(prompt)))
    return play.unrecorded(`${play.sender} sent session/cancel again; its turn was cancelled already`);
  if (ofTurn && !hasQuestionsBefore(play, lane, ofTurn)) {
    expectations.come(ofTurn);
    for (const prompt of ofTurn.cancels ?? []) play.cancelled.add(prompt);
    takeHeldAnswers(play, lane, now);
    return schedule.markMet(ofTurn.index, now);
  }
  if (ofTurn) {
    expectations.come(ofTurn);
    reporting.note(`session/cancel came before its time (#${ofTurn.seq}); the turn was ended with it`);
  } else {
    const [prompt] = open;
    const seq = prompt === undefined ? undefined : playbook.lines[prompt]?.seq;
    play.unrecorded(`${play.sender} cancelled the turn of #${seq}, the recorded one did not; the turn was ended`);
  }
  cancelTurns(play, lane, now);
  takeHeldAnswers(play, lane, now);
}

/** Returns the lane's open prompts, or none if none of them belongs to the session: two sessions may share a lane. */
function openTurnsOf({ playbook, openTurns }: Play, lane: number, session: string | undefined): readonly number[] {
  const open = [...openTurns(lane)];
  const isOwn = (prompt: number) => {
    const line = playbook.lines[prompt];
    return isClientLine(line) && line.session === session;
  };
  return open.some(isOwn) ? open : [];
}

const isPast = ({ schedule, playbook }: Play, cancels: readonly number[] | undefined): boolean =>
  cancels?.every((prompt) => {
    const line = playbook.lines[prompt];
    return line?.from === 'client' && line.turnEnd !== undefined && !schedule.isPending(line.turnEnd);
  }) ?? false;

/** Whether the agent still has to ask, or to be answered, before the recorded cancel. */
function hasQuestionsBefore({ schedule, asked, expectations }: Play, lane: number, cancel: ClientLine): boolean {
  for (const { index, messages } of schedule.left(lane)) {
    if (index > cancel.index) break;
    if (messages.some(({ kind }) => kind === 'request')) return true;
  }
  return [...asked.inLane(lane).values()].some(
    ({ answer }) => answer !== undefined && answer.index < cancel.index && expectations.isExpected(answer),
  );
}
