import { difference } from '#core/json/difference.ts';
import { valueAt } from '#core/json/json.ts';
import { renderDifference } from '#core/json/render-difference.ts';
import { renderValue } from '#core/json/render-value.ts';
import { beginsTurn } from '#core/protocol/method-traits.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import type { MatchLevel } from '../model/match-level.ts';
import type { Divergence, NearMiss } from '../model/replay-report.ts';
import type { ClientLine } from '../playbook/playbook.ts';
import { summarizeAnswer, differenceAt, summarizeMessage } from './match.ts';
import { IDENTITY, normalise, type ToRecorded } from './normalise.ts';
import type { RawId } from './remap.ts';

/** A message as it is compared. A response has the method of its request. */
export interface LiveMessage {
  readonly message: Message;
  /** In words: `the client`, or the fault that wrote the message. */
  readonly sender: string;
  readonly method: string;
  /** The session of the message, as the recording calls it. */
  readonly session: string | undefined;
  readonly to: ToRecorded;
}

/**
 * Reports a message that matches no recorded message left. `client` is searched for similar messages. `expected` is
 * the next one; undefined past the end.
 */
export function unexpectedMessage(
  client: readonly ClientLine[],
  live: LiveMessage,
  expected: ClientLine | undefined,
): Divergence {
  const [theirs, sent] = [expected?.session, sessionOf(live)];
  const isElsewhere = expected?.method === live.method && theirs !== undefined && theirs !== sent;
  const received = `${summarizeMessage(live.message, live.method)}${isElsewhere ? inSession(sent) : ''}`;
  const hint =
    isElsewhere && beginsTurn(live.method) && !client.some(({ session }) => session !== undefined && session === sent)
      ? TOO_EARLY
      : '';
  const words = expected
    ? `${summarizeMessage(expected.message, expected.method)}${isElsewhere ? inSession(theirs) : ''}`
    : null;
  return {
    seq: expected?.seq ?? null,
    expected: words,
    received,
    nearMisses: nearMisses(client, live, expected?.seq).filter(({ seq }) => !isElsewhere || seq !== expected.seq),
    message: expected
      ? `the recording expects ${words} next (#${expected.seq}), ${live.sender} sent ${received}${hint}`
      : `the recording has ended, ${live.sender} sent ${received}`,
    difference: isElsewhere ? difference(theirs, sent).map((one) => ({ ...one, pointer: '/params/sessionId' })) : [],
  };
}

const TOO_EARLY = '; did it wait for the answer to session/new, which has the id of the session?';

/** The session as the recording calls it; a value that is not a string stays as it is. */
const sessionOf = ({ message, session }: LiveMessage): unknown =>
  session ?? ('params' in message ? valueAt(message.params, 'sessionId') : undefined);

const inSession = (session: unknown): string =>
  session === undefined ? ' without a session' : ` in session ${renderValue(session, SESSION_IN_WORDS)}`;

/** The most characters of a session id in a report: more than a UUID has. */
const SESSION_IN_WORDS = 60;

/**
 * Reports the expected message with other content; `remark` adds to the report. `client` is searched for messages more
 * like it.
 */
export function differentContent(
  client: readonly ClientLine[],
  live: LiveMessage,
  expected: ClientLine,
  level: MatchLevel,
  remark = '',
): Divergence {
  const received = summarizeMessage(live.message, live.method);
  const words = summarizeMessage(expected.message, expected.method);
  const differences = differenceOf(expected.message, live, level);
  const detail = words === received ? `: ${renderDifference(differences, { lines: 1 })}` : '';
  return {
    seq: expected.seq,
    expected: words,
    received,
    nearMisses: nearMisses(client, live, expected.seq).filter(({ seq }) => seq !== expected.seq),
    message: `${bothInWords(expected, live)}${remark}${detail}`,
    difference: differences,
  };
}

function bothInWords({ message: recorded, method, seq }: ClientLine, { message: live, sender }: LiveMessage): string {
  if (recorded?.kind === 'response' && live.kind === 'response')
    return `${sender} answered ${method} with ${summarizeAnswer(live.outcome, method)}, the recording has ${summarizeAnswer(recorded.outcome, method)} (#${seq})`;
  return `the recording has ${summarizeMessage(recorded, method)} (#${seq}), ${sender} sent ${summarizeMessage(live, method)}`;
}

function differenceOf(recorded: Message | undefined, { message, method, to }: LiveMessage, level: MatchLevel) {
  const [wanted, got] = [contentOf(recorded), contentOf(message)];
  if (wanted.place === got.place) return differenceAt(level, method, wanted.value, got.value, to, `/${wanted.place}`);
  return [
    ...differenceAt(level, method, wanted.value, undefined, to, `/${wanted.place}`),
    ...differenceAt(level, method, undefined, got.value, to, `/${got.place}`),
  ];
}

/** A difference without a recorded message. */
export const divergenceWithoutSeq = (
  message: string,
  received: string,
  expected: string | null = null,
): Divergence => ({
  seq: null,
  expected,
  received,
  nearMisses: [],
  message,
  difference: [],
});

function contentOf(message: Message | undefined): { readonly place: string; readonly value: unknown } {
  if (message?.kind !== 'response') return { place: 'params', value: message?.params };
  return message.outcome.ok
    ? { place: 'result', value: message.outcome.result }
    : { place: 'error', value: message.outcome.error };
}

/**
 * How many messages are compared member by member. First those of the session, then those with the same words, then the
 * nearest. Comparing large prompts takes time.
 */
const COMPARED = 8;

/** Where the recorded client said something similar: by method, then session, then fewest differences. */
function nearMisses(
  client: readonly ClientLine[],
  { message, method, session, to }: LiveMessage,
  place = client.at(-1)?.seq ?? 0,
): readonly NearMiss[] {
  const alike = client.filter((line) => line.message?.kind === message.kind && line.method === method);
  const content = normalise(method, contentOf(message).value, to);
  const words = summarizeMessage(message, method);
  return alike
    .map((line) => ({
      line,
      isElsewhere: line.session !== session,
      isOther: summarizeMessage(line.message, method) !== words,
    }))
    .toSorted(
      (a, b) =>
        Number(a.isElsewhere) - Number(b.isElsewhere) ||
        Number(a.isOther) - Number(b.isOther) ||
        Math.abs(a.line.seq - place) - Math.abs(b.line.seq - place),
    )
    .slice(0, COMPARED)
    .map(({ line }) => ({
      line,
      elsewhere: line.session === session ? 0 : 1,
      differences: difference(normalise(method, contentOf(line.message).value, IDENTITY), content).length,
    }))
    .toSorted((a, b) => a.elsewhere - b.elsewhere || a.differences - b.differences || a.line.seq - b.line.seq)
    .slice(0, 3)
    .map(({ line }) => ({ seq: line.seq, message: summarizeMessage(line.message, line.method) }));
}

/** The JSON-RPC error that tells a client what differs. The id keeps its digits. */
export function rejectionFrame(id: RawId, code: number, divergence: Divergence): Uint8Array {
  const error = { code, message: `acptap replay: ${divergence.message}`, data: { acptap: divergence } };
  return encodeUtf8(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}\n`);
}
