import type { Message } from '#core/wire/jsonrpc.ts';
import { summarizeMessage } from '../matching/match.ts';
import type { RecordedMessage } from '../model/replay-report.ts';
import type { ClientLine, Playbook } from '../playbook/playbook.ts';
import { createWaitingLines } from './waiting-lines.ts';

const EXPECTED = 0;
const CAME = 1;
/** No longer expected: its turn was cancelled, or its question was never asked. */
const NOT_EXPECTED = 2;
const GIVEN_UP = 3;

/** How many lines are searched for the best match. A client is seldom this many requests ahead. */
const LOOK_AHEAD = 64;

/**
 * The recorded client's messages that the live client has not sent yet, found by content. Lookups do not slow down as
 * messages come.
 */
export function createExpectations({ client, lines }: Playbook) {
  const state = new Uint8Array(lines.length);
  const isExpected = ({ index }: ClientLine) => state[index] === EXPECTED;
  const waiting = createWaitingLines(isExpected);
  const answers = new Map<number, ClientLine[]>(); // by line of the agent's request
  let isSorted = false;
  let left = client.filter(({ message }) => message).length;

  function settle(line: ClientLine, how: number): void {
    if (isExpected(line) && line.message) left -= 1;
    state[line.index] = how;
  }

  for (const line of client) {
    if (line.asked === undefined) for (const key of keysOf(line)) waiting.add(key, line);
    if (line.asked === undefined && isWanted(line)) waiting.add(OWN, line);
    if (line.asked !== undefined) answers.set(line.asked, [...(answers.get(line.asked) ?? []), line]);
    for (const prompt of line.cancels ?? []) waiting.add(cancelOf(prompt), line);
  }

  /** The first wanted line, of all or of a session. Fills these queues on the first call: few replays need them. */
  function wanted(key: string): ClientLine | undefined {
    if (!isSorted)
      for (const line of client.filter(isWanted)) {
        waiting.add(WANTED, line);
        waiting.add(keyOfSession(line.session), line);
      }
    isSorted = true;
    return waiting.next(key);
  }

  return {
    /** Calls of a method in a recorded session; `session` is undefined for messages that name no session. */
    calls: (kind: Message['kind'], method: string, session: string | undefined): Iterable<ClientLine> =>
      waiting.first(keyOf(kind, method, session), LOOK_AHEAD),
    /** Calls of a method in any session. */
    callsAnywhere: (kind: Message['kind'], method: string): Iterable<ClientLine> =>
      waiting.first(keyOf(kind, method, '*'), LOOK_AHEAD),
    /** The first expected line that is not a message. */
    noise: (): ClientLine | undefined => waiting.next('noise'),
    /** The first expected response without a request, by its id. */
    strayResponse: (id: string | undefined): ClientLine | undefined => waiting.next(`response ${id ?? ''}`),
    /** The recorded client's answers to a line of the agent, whether they have come or not. */
    answersTo: (line: number): readonly ClientLine[] => answers.get(line) ?? [],
    /** Recorded cancels of a prompt's turn that have not come. */
    cancelsOf: (prompt: number): Iterable<ClientLine> => waiting.first(cancelOf(prompt)),
    nextCancelOf: (prompt: number): ClientLine | undefined => waiting.next(cancelOf(prompt)),

    isExpected,
    come: (line: ClientLine): void => settle(line, CAME),
    moot: (line: ClientLine): void => void (isExpected(line) && settle(line, NOT_EXPECTED)),
    giveUp: (line: ClientLine): void => settle(line, GIVEN_UP),
    /** Whether no recorded message of the client is expected any more. */
    isThrough: (): boolean => left === 0,
    /** Exchanges two lines, because one came in place of the other. */
    exchange(one: ClientLine, other: ClientLine): void {
      const [first = EXPECTED, second = EXPECTED] = [state[one.index], state[other.index]];
      if (first === second) return;
      [state[one.index], state[other.index]] = [second, first];
      waiting.again();
    },

    /** The first recorded request, answer or cancel that has not come; nothing waits for other notifications. */
    next: (): ClientLine | undefined => wanted(WANTED),
    /** The first recorded request or cancel that has not come. Answers depend on the requests of the agent. */
    nextOwn: (): ClientLine | undefined => waiting.next(OWN),
    nextInSession: (session: string | undefined): ClientLine | undefined => wanted(keyOfSession(session)),
    /** Recorded messages of the client that never came. */
    missing: (): readonly RecordedMessage[] =>
      client
        .filter(({ index, message }) => (state[index] === EXPECTED || state[index] === GIVEN_UP) && message)
        .map(({ seq, message, method }) => ({ seq, message: summarizeMessage(message, method) })),
  };
}

const WANTED = 'wanted';
const OWN = 'own';

function isWanted({ message, cancels, asked }: ClientLine): boolean {
  if (!message) return false;
  if (message.kind === 'request') return true;
  return message.kind === 'notification' ? cancels !== undefined : asked !== undefined;
}

const keyOf = (kind: Message['kind'], method: string, session: string | undefined) =>
  JSON.stringify([kind, method, session ?? null]);

const cancelOf = (prompt: number) => `cancel ${prompt}`;

const keyOfSession = (session: string | undefined) => JSON.stringify([session ?? null]);

function keysOf({ message, method, session }: ClientLine): readonly string[] {
  if (!message) return ['noise'];
  if (message.kind === 'response') return [`response ${message.id ?? ''}`];
  return [keyOf(message.kind, method, session), keyOf(message.kind, method, '*')];
}
