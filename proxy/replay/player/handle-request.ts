import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  UNSUPPORTED_VERSION,
} from '#core/protocol/error-codes.ts';
import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { beginsSession, beginsTurn, knowsSession, namesSession, opensSession } from '#core/protocol/method-traits.ts';
import { classifyMethod, isInitialize } from '#core/protocol/methods.ts';
import type { Request } from '#core/wire/jsonrpc.ts';
import {
  differentContent,
  unexpectedMessage,
  rejectionFrame,
  divergenceWithoutSeq,
  type LiveMessage,
} from '../matching/divergence.ts';
import { withOpened } from '../matching/folders.ts';
import { summarizeMessage, matchLevelBetween, isAtLeast } from '../matching/match.ts';
import type { RawId } from '../matching/remap.ts';
import { isAgentLine, type ClientLine } from '../playbook/playbook.ts';
import { bindFolders, exchangeSessions } from './exchange-sessions.ts';
import { missingCapabilities } from './missing-capabilities.ts';
import { isSessionSetup } from './openings.ts';
import { answerKey, type Play } from './play.ts';

/** Handles a request of the live client. Finds the recorded request by content, not by position. */
export function handleRequest(play: Play, message: Request, raw: RawId, now: number): void {
  const { expectations, remap } = play;
  const session = stringAt(message.params, 'sessionId');
  if (session !== undefined && beginsTurn(message.method))
    exchangeSessions(play, message, remap.recordedSession(session));
  const recorded = session === undefined ? undefined : remap.recordedSession(session);
  const found = findLine(play, message, recorded);
  if (play.requests.open.has(message.id) && found?.reusesId !== true) return reusesId(play, message, raw);

  const live = liveOf(play, message, found);
  if (!found) {
    const first = expectations.next();
    const isFirst = first?.method === message.method; // then the session differs
    const expected = isFirst ? first : (expectations.nextInSession(recorded) ?? first);
    return notRecorded(play, live, raw, unexpectedMessage(play.toSearch(), live, expected));
  }
  const skipped = handshakeBefore(play, found);
  if (skipped) {
    if (differs(play, unexpectedMessage(play.toSearch(), live, skipped), raw, INVALID_REQUEST)) return;
    expectations.giveUp(skipped);
    play.schedule.giveUp(skipped.index, now);
  }
  const level = play.level(message.method);
  const recordedParams = found.message?.kind === 'request' ? found.message.params : undefined;
  const to =
    level === 'normalised' && opensSession(message.method)
      ? withOpened(live.to, recordedParams, message.params)
      : live.to;
  if (level !== 'method' && !isAtLeast(matchLevelBetween(message.method, recordedParams, message.params, to), level)) {
    if (differs(play, differentContent(play.toSearch(), { ...live, to }, found, level), raw, INTERNAL_ERROR)) return;
  } else if (message.method === 'initialize' && isTooOld(play, message)) {
    const code = play.playbook.negotiated === 2 ? UNSUPPORTED_VERSION : INVALID_PARAMS;
    if (differs(play, tooOld(play, message, found), raw, code)) return;
  }
  accept(play, found, message, raw, now);
}

/** The recorded `initialize` that precedes a request. It comes first or never, so waiting for it is useless. */
function handshakeBefore({ expectations }: Play, { method, index }: ClientLine): ClientLine | undefined {
  if (isInitialize(method)) return undefined;
  const [handshake] = expectations.calls('request', 'initialize', undefined);
  return handshake && handshake.index < index ? handshake : undefined;
}

/**
 * Returns the recorded line that matches a request: of its method and session, or of any session for methods whose
 * session may come from another connection. Prompts take the first line, others the most alike, or else the first.
 */
function findLine(play: Play, message: Request, session: string | undefined): ClientLine | undefined {
  const { method } = message;
  const own = best(play, message, play.expectations.calls('request', method, session));
  if (own || session === undefined || !knowsSession(method)) return own;
  return best(play, message, play.expectations.callsAnywhere('request', method));
}

function best(play: Play, message: Request, candidates: Iterable<ClientLine>): ClientLine | undefined {
  let found: ClientLine | undefined;
  let closest: 'normalised' | 'method' | undefined;
  for (const line of candidates) {
    // Prompts match by order, whatever their text: texts are compared, but do not choose.
    if (beginsTurn(message.method)) return line;
    const alike = likenessTo(play, line, message);
    if (alike === 'exact') return line;
    if (alike === closest || closest === 'normalised') continue;
    found = line;
    closest = alike;
  }
  return found;
}

const likenessTo = (play: Play, line: ClientLine, { method, params }: Request) =>
  matchLevelBetween(
    method,
    line.message?.kind === 'request' ? line.message.params : undefined,
    params,
    play.remap.toRecorded(line.lane),
  );

const liveOf = (play: Play, message: Request, found: ClientLine | undefined): LiveMessage => {
  const session = stringAt(message.params, 'sessionId');
  return {
    message,
    sender: play.sender,
    method: message.method,
    session: session === undefined ? undefined : play.remap.recordedSession(session),
    to: play.remap.toRecorded(found?.lane ?? 0),
  };
};

/** Accepts the request as the recorded one and releases what waits for it. */
function accept(play: Play, line: ClientLine, message: Request, raw: RawId, now: number): void {
  const { expectations, schedule, remap, playbook } = play;
  expectations.come(line);
  play.lastProgress = now;
  if (line.message?.kind === 'request') {
    remap.bindRequest(line.message.id, raw);
    bind(play, line, message.params);
    if (message.method === 'initialize')
      for (const name of missingCapabilities(playbook, line.message.params, message.params)) play.missing.add(name);
  }
  play.requests.take(line, message, raw);
  if (line.lane !== 0 && !isSessionSetup(play, line)) play.begun.add(line.lane);
  if (beginsTurn(message.method)) play.openTurns(line.lane).add(line.index);
  schedule.markMet(line.index, now);
}

/** Learns the client's names of sessions and folders. */
function bind(play: Play, line: ClientLine, live: unknown): void {
  const { remap, playbook } = play;
  const session = stringAt(live, 'sessionId');
  if (line.session !== undefined && session !== undefined) remap.bindSession(line.session, session, line.index);
  const answer = line.answer === undefined ? undefined : playbook.lines[line.answer];
  const lane = isAgentLine(answer) ? answer.lane : line.lane;
  if (lane !== 0) bindFolders(play, line, lane, live); // `session/list` names folders, but opens no session
  if (beginsSession(line.method)) play.openedWith.set(line.index, { params: live, seq: line.seq });
}

/** Reports a divergence; returns true when it ends the replay. */
function differs(play: Play, divergence: Parameters<typeof rejectionFrame>[2], raw: RawId, code: number): boolean {
  play.reporting.diverged(divergence);
  if (play.options.onDivergence === 'follow') return false;
  const bytes = rejectionFrame(raw, code, divergence);
  play.abandon(divergence, raw, bytes);
  return true;
}

function reusesId(play: Play, message: Request, raw: RawId): void {
  const earlier = play.requests.open.get(message.id);
  const words = summarizeMessage(message, message.method);
  const text = `${play.sender} sent ${words} with the id ${raw}, under which its ${earlier ? earlier.method : 'earlier request'} still waits for an answer`;
  differs(play, divergenceWithoutSeq(text, words), raw, INVALID_REQUEST); // sends no second answer under this id
}

/** With `follow`, repeats the last answer of the same kind if there is one; otherwise answers with an error. */
function notRecorded(
  play: Play,
  live: LiveMessage,
  raw: RawId,
  divergence: ReturnType<typeof unexpectedMessage>,
): void {
  if (differs(play, divergence, raw, INTERNAL_ERROR)) return;
  const last =
    play.lastAnswers.get(answerKey(live.method, live.session)) ?? firstAnswer(play, live.method, live.session);
  if (last) {
    play.do({ kind: 'send', seq: last.seq, bytes: again(play, last, live.method, raw) });
    return;
  }
  const known = classifyMethod(live.method, play.playbook.version);
  const code = known === 'stable' || known === 'unstable' ? INTERNAL_ERROR : METHOD_NOT_FOUND;
  play.do({ kind: 'send', seq: null, bytes: rejectionFrame(raw, code, divergence) });
}

/** The first recorded answer to a method in a session, if it was not given yet. */
function firstAnswer({ playbook, expectations }: Play, method: string, session: string | undefined) {
  for (const { answer } of expectations.calls('request', method, session)) {
    const line = answer === undefined ? undefined : playbook.lines[answer];
    if (isAgentLine(line)) return line;
  }
  return undefined;
}

/** Gives a session that is opened once more an id of its own. */
function again(play: Play, line: Parameters<Play['remap']['toLive']>[0], method: string, raw: RawId): Uint8Array {
  const bytes = play.remap.toLive(line, () => raw);
  return namesSession(method) ? play.remap.renameSession(bytes) : bytes;
}

function isTooOld({ playbook: { negotiated } }: Play, { params }: Request): boolean {
  const version = isObject(params) ? params['protocolVersion'] : undefined;
  return negotiated !== undefined && typeof version === 'number' && version < negotiated;
}

function tooOld({ playbook, sender }: Play, message: Request, { seq }: ClientLine) {
  const version = String(valueAt(message.params, 'protocolVersion'));
  const text = `the recording speaks protocol version ${playbook.negotiated}, ${sender} asked for version ${version}`;
  return {
    ...divergenceWithoutSeq(
      text,
      `initialize with protocol version ${version}`,
      `protocol version ${playbook.negotiated}`,
    ),
    seq,
  };
}
