import { stringAt } from '#core/json/json.ts';
import type { Request } from '#core/wire/jsonrpc.ts';
import { openedFolders } from '../matching/folders.ts';
import { matchLevelBetween } from '../matching/match.ts';
import { IDENTITY } from '../matching/normalise.ts';
import type { ClientLine } from '../playbook/playbook.ts';
import { toSessionOfLine, openingOf, pairOpenings, type Opening } from './openings.ts';
import type { Play } from './play.ts';

/**
 * Sessions opened and set up with equal requests differ only from their first prompt on. When a client sends one
 * session the recorded first prompt of another, both exchange their places from now on. The other session need not be
 * open yet. Only an identical prompt proves the exchange; with any other prompt the order counts.
 */
export function exchangeSessions(play: Play, message: Request, recorded: string): void {
  const { expectations, reporting, remap } = play;
  const [own] = expectations.calls('request', message.method, recorded);
  const mine = openingOf(play, recorded, own);
  if (!mine || play.begun.has(mine.lane) || expectations.isExpected(mine.line)) return;
  if (own && isSamePrompt(play, own, message)) return;
  const { found, refused, why } = otherOpening(play, mine, message);
  const live = play.openedWith.get(mine.line.index);
  const name = `"${stringAt(message.params, 'sessionId') ?? ''}", opened with session/new of #${live?.seq ?? mine.line.seq},`;
  if (!found) {
    if (refused)
      reporting.note(
        `the client's session ${name} got the first prompt of session #${refused.line.seq}, but they cannot change places: ${why}`,
      );
    return;
  }
  const { openings, lines, requests } = found;
  const [, other] = openings;
  play.schedule.exchange([mine.lane, other.lane], requests.map(indices), lines.map(indices));
  for (const [one, another] of requests) expectations.exchange(one, another);
  remap.exchangeSessions(mine.session, other.session);
  const then = play.openedWith.get(other.line.index);
  for (const [{ line, lane }, opened] of [[mine, then] as const, [other, live] as const]) {
    if (opened) play.openedWith.set(line.index, opened);
    else play.openedWith.delete(line.index);
    remap.forgetFolders(lane);
    bindFolders(play, line, lane, opened?.params);
  }
  reporting.note(
    `the client has its sessions in another order: ${name} got the first prompt of session #${other.line.seq}, and they have changed places`,
  );
}

const indices = ([one, other]: readonly [{ readonly index: number }, { readonly index: number }]) =>
  [one.index, other.index] as const;

/** Maps the recorded folders of a session to those that the client's request names. */
export function bindFolders({ remap }: Play, line: ClientLine, lane: number, live: unknown): void {
  for (const pair of openedFolders(paramsOf(line), live)) remap.bindFolder(lane, pair);
}

/** The first session with this first prompt that could take the place of `mine`; else the reason why none could. */
function otherOpening(play: Play, mine: Opening, message: Request) {
  const seen = new Set([mine.session]);
  let refused: Opening | undefined;
  let why = '';
  for (const prompt of play.expectations.callsAnywhere('request', message.method)) {
    const { session } = prompt;
    if (session === undefined || seen.has(session)) continue;
    seen.add(session);
    const other = openingOf(play, session, prompt);
    if (!other || play.begun.has(other.lane) || !isSamePrompt(play, prompt, message)) continue;
    const found = isAlike(play, mine, other) ? pairOpenings(play, mine, other) : 'they were opened with other params';
    if (typeof found !== 'string') return { found, why };
    refused ??= other;
    why ||= found;
  }
  return { refused, why };
}

/** Whether neither the recording nor the client's messages distinguish the two sessions. */
function isAlike({ openedWith }: Play, mine: Opening, other: Opening): boolean {
  const isLike = ({ line }: Opening, live: unknown) =>
    matchLevelBetween('session/new', paramsOf(line), live, IDENTITY) !== 'method';
  return [mine, other].every(({ line }) => {
    const live = openedWith.get(line.index);
    return live === undefined || isLike(mine, live.params) === isLike(other, live.params);
  });
}

const isSamePrompt = ({ remap }: Play, line: ClientLine, { method, params }: Request): boolean =>
  matchLevelBetween(method, paramsOf(line), params, toSessionOfLine(line, remap.toRecorded(line.lane))) !== 'method';

const paramsOf = ({ message }: ClientLine): unknown => (message?.kind === 'request' ? message.params : undefined);
