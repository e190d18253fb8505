import type { Message } from '#core/wire/jsonrpc.ts';
import type { Seq } from '#core/wire/units.ts';
import type { ClientLine, Script } from './script.ts';

const EXPECTED = 0;
const CAME = 1;
/** Not to come any more, and no loss: its turn was cancelled, or its question was never asked. */
const MOOT = 2;
const GIVEN_UP = 3;

interface Queue {
  readonly lines: ClientLine[];
  /** The first that may still be expected. */
  head: number;
}

/** So many are looked at when the best of several is to be found: a client is not a thousand requests ahead of itself. */
const LOOK_AHEAD = 64;

/** What the recorded client said and the live one has yet to say, found by what it is. */
export function createExpectations({ client, lines }: Script) {
  const state = new Uint8Array(lines.length);
  const queues = new Map<string, Queue>();
  let first = 0;

  for (const line of client) {
    if (line.asked === undefined) for (const key of keysOf(line)) enqueue(key, line);
  }

  function enqueue(key: string, line: ClientLine): void {
    const queue = queues.get(key);
    if (queue) queue.lines.push(line);
    else queues.set(key, { lines: [line], head: 0 });
  }

  const isExpected = ({ index }: ClientLine) => state[index] === EXPECTED;

  function* waiting(key: string): Generator<ClientLine> {
    const queue = queues.get(key);
    if (!queue) return;
    let isHead = true;
    for (let position = queue.head, seen = 0; position < queue.lines.length && seen < LOOK_AHEAD; position++) {
      const line = queue.lines[position];
      if (!line || !isExpected(line)) continue;
      if (isHead) queue.head = position;
      isHead = false;
      seen += 1;
      yield line;
    }
    if (isHead) queue.head = queue.lines.length;
  }

  return {
    /** Calls of a method in a session of the recording; of requests and notifications that name none, `session` is undefined. */
    calls: (kind: Message['kind'], method: string, session: string | undefined): Iterable<ClientLine> =>
      waiting(keyOf(kind, method, session)),
    /** Calls of a method in any session. */
    callsAnywhere: (kind: Message['kind'], method: string): Iterable<ClientLine> => waiting(keyOf(kind, method, '*')),
    /** Lines that are no message, and responses to nothing by their id. */
    noise: (): ClientLine | undefined => waiting('noise').next().value ?? undefined,
    strayResponse: (id: string | undefined): ClientLine | undefined =>
      waiting(`response ${id ?? ''}`).next().value ?? undefined,

    isExpected,
    come: ({ index }: ClientLine): void => void (state[index] = CAME),
    moot: ({ index }: ClientLine): void => void (state[index] ||= MOOT),
    giveUp: ({ index }: ClientLine): void => void (state[index] = GIVEN_UP),

    /** What the recorded client said first of what has not come: requests, answers and cancels; others are never waited for. */
    next(accept: (line: ClientLine) => boolean = () => true): ClientLine | undefined {
      while (first < client.length && !isWanted(client[first])) first += 1;
      for (let position = first, seen = 0; position < client.length && seen < 10_000; position++, seen++) {
        const line = client[position];
        if (line && isWanted(line) && accept(line)) return line;
      }
      return undefined;
    },
    /** Recorded messages of the client that never came. */
    unused: (): readonly Seq[] => [
      ...new Set(
        client
          .filter(({ index, message }) => (state[index] === EXPECTED || state[index] === GIVEN_UP) && message)
          .map(({ seq }) => seq),
      ),
    ],
  };

  function isWanted(line: ClientLine | undefined): boolean {
    if (!line || !isExpected(line) || !line.message) return false;
    if (line.message.kind === 'request') return true;
    return line.message.kind === 'notification' ? line.cancels !== undefined : line.asked !== undefined;
  }
}

const keyOf = (kind: Message['kind'], method: string, session: string | undefined) =>
  JSON.stringify([kind, method, session ?? null]);

function keysOf({ message, method, session }: ClientLine): readonly string[] {
  if (!message) return ['noise'];
  if (message.kind === 'response') return [`response ${message.id ?? ''}`];
  return [keyOf(message.kind, method, session), keyOf(message.kind, method, '*')];
}
