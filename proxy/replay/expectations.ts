import type { Message } from '#core/wire/jsonrpc.ts';
import type { Seq } from '#core/wire/units.ts';
import type { ClientLine, Script } from './script.ts';
import { createWaitingLines } from './waiting-lines.ts';

const EXPECTED = 0;
const CAME = 1;
/** Not to come any more, and no loss: its turn was cancelled, or its question was never asked. */
const MOOT = 2;
const GIVEN_UP = 3;

/** So many are looked at when the best of several is to be found: a client is not a thousand requests ahead of itself. */
const LOOK_AHEAD = 64;

/** What the recorded client said and the live one has yet to say, found by what it is. No question costs more when more has been said. */
export function createExpectations({ client, lines }: Script) {
  const state = new Uint8Array(lines.length);
  const isExpected = ({ index }: ClientLine) => state[index] === EXPECTED;
  const waiting = createWaitingLines(isExpected);
  const answers = new Map<number, ClientLine[]>(); // by the agent's line that asked
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

  /** Where the first one of all, or of a session, is looked up: few replays ask for it. */
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
    /** Calls of a method in a session of the recording; of requests and notifications that name none, `session` is undefined. */
    calls: (kind: Message['kind'], method: string, session: string | undefined): Iterable<ClientLine> =>
      waiting.first(keyOf(kind, method, session), LOOK_AHEAD),
    /** Calls of a method in any session. */
    callsAnywhere: (kind: Message['kind'], method: string): Iterable<ClientLine> =>
      waiting.first(keyOf(kind, method, '*'), LOOK_AHEAD),
    /** Lines that are no message, and responses to nothing by their id. */
    noise: (): ClientLine | undefined => waiting.next('noise'),
    strayResponse: (id: string | undefined): ClientLine | undefined => waiting.next(`response ${id ?? ''}`),
    /** What the recorded client answered to a line of the agent, whether it has come or not. */
    answersTo: (line: number): readonly ClientLine[] => answers.get(line) ?? [],
    /** Its cancels of a prompt's turn that are still to come. */
    cancelsOf: (prompt: number): Iterable<ClientLine> => waiting.first(cancelOf(prompt)),
    nextCancelOf: (prompt: number): ClientLine | undefined => waiting.next(cancelOf(prompt)),

    isExpected,
    come: (line: ClientLine): void => settle(line, CAME),
    moot: (line: ClientLine): void => void (isExpected(line) && settle(line, MOOT)),
    giveUp: (line: ClientLine): void => settle(line, GIVEN_UP),
    /** All that the recorded client said has come, or will not come. */
    isThrough: (): boolean => left === 0,
    /** One came in place of the other. */
    exchange(one: ClientLine, other: ClientLine): void {
      const [first = EXPECTED, second = EXPECTED] = [state[one.index], state[other.index]];
      if (first === second) return;
      [state[one.index], state[other.index]] = [second, first];
      waiting.again();
    },

    /** What the recorded client said first of what has not come: requests, answers and cancels; others are never waited for. */
    next: (): ClientLine | undefined => wanted(WANTED),
    /** The same without answers: they are given when they are asked for. */
    nextOwn: (): ClientLine | undefined => waiting.next(OWN),
    nextInSession: (session: string | undefined): ClientLine | undefined => wanted(keyOfSession(session)),
    /** Recorded messages of the client that never came. */
    unused: (): readonly Seq[] => [
      ...new Set(
        client
          .filter(({ index, message }) => (state[index] === EXPECTED || state[index] === GIVEN_UP) && message)
          .map(({ seq }) => seq),
      ),
    ],
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
