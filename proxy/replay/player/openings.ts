import { isEqual } from '#core/json/difference.ts';
import { beginsSession, changesSetting } from '#core/protocol/method-traits.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Outcome } from '#core/wire/jsonrpc.ts';
import { matchLevelBetween } from '../matching/match.ts';
import { IDENTITY, mapIds, type ToRecorded } from '../matching/normalise.ts';
import { isAgentLine, isClientLine, type AgentLine, type ClientLine, type Playbook } from '../playbook/playbook.ts';
import type { Play } from './play.ts';

/** A session opened by `session/new`, and its first prompt. */
export interface Opening {
  readonly line: ClientLine;
  readonly session: string;
  readonly lane: number;
  /** Undefined for a session that was never prompted. */
  readonly prompt: ClientLine | undefined;
}

/** Two sessions that may change places, with the counterparts of their requests and lines. */
interface Exchange {
  readonly openings: readonly [Opening, Opening];
  readonly requests: readonly (readonly [ClientLine, ClientLine])[];
  readonly lines: readonly (readonly [AgentLine, AgentLine])[];
}

/** Whether a received request sets up a session before its first prompt, while its session is still undecided. */
export function isSessionSetup({ expectations }: Play, { method, session, index }: ClientLine): boolean {
  if (!changesSetting(method)) return false;
  const [prompt] = expectations.calls('request', 'session/prompt', session);
  return isBefore(index, prompt);
}

const isBefore = (index: number, prompt: ClientLine | undefined) => prompt === undefined || index < prompt.index;

export function openingOf({ playbook }: Play, session: string, prompt: ClientLine | undefined): Opening | undefined {
  const lane = playbook.sessions.get(session);
  const main = lane === undefined || lane === 0 ? undefined : playbook.lanes[lane]?.[0]?.main;
  const line = main === undefined ? undefined : playbook.lines[main];
  if (lane === undefined || !isClientLine(line) || !beginsSession(line.method)) return undefined;
  return { line, session, lane, prompt };
}

/**
 * Pairs the requests and lines of two sessions before their first prompts. Returns the reason in words when they cannot
 * change places: other settings, a request of the agent, or a request whose answer was not sent yet.
 */
export function pairOpenings(play: Play, mine: Opening, other: Opening): Exchange | string {
  const beginnings = [beginning(play.playbook, mine), beginning(play.playbook, other)] as const;
  if (beginnings.flat().some(({ messages }) => messages.some(({ kind }) => kind === 'request')))
    return 'the agent asked for something before it';
  const [own, theirs] = [requestsOf(play.playbook, mine), requestsOf(play.playbook, other)];
  const requests = own.flatMap((line, index) => (theirs[index] ? [[line, theirs[index]] as const] : []));
  const isSet = own.length === theirs.length && requests.slice(1).every(([a, b]) => isSetAlike(play.playbook, a, b));
  if (!isSet) return 'their settings differ before it';
  if (requests.flat().some((line) => isInFlight(play, line)))
    return 'the client did not wait for the answers before it';
  return { openings: [mine, other], requests, lines: counterparts(beginnings, [own, theirs]) };
}

/** The request that opened a session, and those before its first prompt. */
const requestsOf = ({ client }: Playbook, { line, session, prompt }: Opening): readonly ClientLine[] => [
  line,
  ...client.filter((one) => one.session === session && one.index > line.index && isBefore(one.index, prompt)),
];

function isSetAlike({ lines }: Playbook, one: ClientLine, other: ClientLine): boolean {
  if (one.message?.kind !== 'request' || other.message?.kind !== 'request') return false;
  if (one.method !== other.method || !changesSetting(one.method)) return false;
  const { params } = one.message;
  if (matchLevelBetween(one.method, params, other.message.params, toSessionOfLine(one)) === 'method') return false;
  const [said, alsoSaid] = [one, other].map((line) => outcomeOf(lines[line.answer ?? -1]));
  const plain = (outcome: Outcome) => mapIds(outcome, { ...IDENTITY, session: () => '' });
  return said !== undefined && alsoSaid !== undefined && isEqual(plain(said), plain(alsoSaid));
}

function outcomeOf(answer: Playbook['lines'][number] | undefined): Outcome | undefined {
  if (!isAgentLine(answer)) return undefined;
  const decoded = decodeFrame(answer.bytes);
  const message = decoded.kind === 'json' && !decoded.batch ? decoded.parts[0]?.message : undefined;
  return message?.kind === 'response' ? message.outcome : undefined;
}

/** Maps the id of another session to that of a line, for comparing. */
export const toSessionOfLine = ({ session }: ClientLine, to: ToRecorded = IDENTITY): ToRecorded => ({
  ...to,
  session: () => session ?? '',
});

/** Whether a request has come and its answer was not sent: after the exchange it would answer the other session. */
const isInFlight = ({ schedule, expectations }: Play, line: ClientLine): boolean =>
  !expectations.isExpected(line) && (line.answer === undefined || schedule.isPending(line.answer));

/** The agent's lines before the first prompt. */
const beginning = ({ lanes }: Playbook, { lane, prompt }: Opening): readonly AgentLine[] =>
  (lanes[lane] ?? []).filter(({ index }) => isBefore(index, prompt));

type Both<Item> = readonly [readonly Item[], readonly Item[]];

/** Pairs the lines of two beginnings by kind; answers pair by their requests. */
function counterparts([one, other]: Both<AgentLine>, [own, theirs]: Both<ClientLine>): Exchange['lines'] {
  const kindOf = (requests: readonly ClientLine[]) => (line: AgentLine) =>
    JSON.stringify(
      line.messages.map((said) => {
        if (said.kind === 'notification') return [said.method, said.variant];
        return said.kind === 'response' ? requests.findIndex(({ index }) => index === said.to) : said.kind;
      }),
    );
  const byKind = Map.groupBy(other, kindOf(theirs));
  return one.flatMap((line) => {
    const like = byKind.get(kindOf(own)(line))?.shift();
    return like ? [[line, like] as const] : [];
  });
}
