import { decodeUtf8, encodeUtf8 } from '#core/wire/bytes.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { replaceMember, type IdToken } from '#core/wire/request-id.ts';
import type { Seq } from '#core/wire/units.ts';
import { inWords, matches } from './match.ts';
import type { ClientLine, Script, ScriptLine } from './script.ts';

/** Where a replay differs from its recording. */
export interface Divergence {
  /** The recorded entry that should have come next; null past the end of the recording. */
  readonly seq: Seq | null;
  readonly expected: string | null;
  readonly received: string;
  /** Later places in the recording where the client said something like it. */
  readonly nearMisses: readonly { readonly seq: Seq; readonly message: string }[];
  readonly message: string;
}

/** What the caller does, in order. */
export type PlayerCommand =
  | { readonly kind: 'send'; readonly seq: Seq; readonly bytes: Uint8Array }
  /** The live client does what the recorded one did not. `reject` is the id of its request, to be answered with an error. */
  | { readonly kind: 'diverge'; readonly divergence: Divergence; readonly reject: IdToken | undefined };

/** How far a replay is. A value: `play` returns the next one. */
export interface PlayerState {
  /** The first line of the script that has not been played or matched. */
  readonly cursor: number;
  /** Client lines behind the cursor's stop that were matched early. */
  readonly matched: ReadonlySet<number>;
  /** Recorded request ids of the client and those it uses now. */
  readonly ids: ReadonlyMap<IdToken, IdToken>;
}

export const start: PlayerState = { cursor: 0, matched: new Set(), ids: new Map() };

/**
 * Plays the agent's side of a script. Pure: the caller owns the pipe and the clock. `received` is the client's next message, or
 * undefined to begin. Everything the agent said up to the client's next recorded message is sent at once.
 */
export function play(script: Script, state: PlayerState, received?: Message): [PlayerState, readonly PlayerCommand[]] {
  if (received === undefined) return advance(script, state);
  const index = findMatch(script, state, received);
  const line = index === undefined ? undefined : script[index];
  if (index === undefined || line?.from !== 'client') return [state, [diverge(script, state, received)]];

  const ids = new Map(state.ids);
  if (line.message.kind === 'request' && received.kind === 'request') ids.set(line.message.id, received.id);
  return advance(script, { cursor: state.cursor, matched: new Set(state.matched).add(index), ids });
}

/** The client message that the script waits for; undefined at its end. */
export function awaited(script: Script, { cursor }: PlayerState): ClientLine | undefined {
  const line = script[cursor];
  return line?.from === 'client' ? line : undefined;
}

/**
 * The recorded line that a message is. Requests and notifications may come in another order only as far as the agent said nothing
 * in between; responses are known by their id wherever they stand, because peers answer concurrent requests in any order.
 */
function findMatch(script: Script, { cursor, matched }: PlayerState, received: Message): number | undefined {
  for (let index = cursor; index < script.length; index++) {
    const line = script[index];
    if (line?.from !== 'client') {
      if (received.kind === 'response') continue;
      return undefined;
    }
    if (!matched.has(index) && matches(line, received)) return index;
  }
  return undefined;
}

function advance(script: Script, state: PlayerState): [PlayerState, readonly PlayerCommand[]] {
  const commands: PlayerCommand[] = [];
  const matched = new Set(state.matched);
  let { cursor } = state;
  for (let line = script[cursor]; line; line = script[++cursor]) {
    if (line.from === 'us') commands.push({ kind: 'send', seq: line.seq, bytes: withLiveId(line, state.ids) });
    else if (!matched.delete(cursor)) break;
  }
  return [{ ...state, cursor, matched }, commands];
}

/** The recorded bytes; in the answer to a request of the client, with the id that the live client gave it. */
function withLiveId({ bytes, message }: Extract<ScriptLine, { from: 'us' }>, ids: PlayerState['ids']): Uint8Array {
  if (message?.kind !== 'response' || message.id === undefined) return bytes;
  const live = ids.get(message.id);
  const text = live === undefined || live === message.id ? undefined : decodeUtf8(bytes);
  return live === undefined || text === undefined ? bytes : encodeUtf8(replaceMember(text, 'id', live));
}

function diverge(script: Script, state: PlayerState, received: Message): PlayerCommand {
  const expected = awaited(script, state);
  const expectedWords = expected ? inWords(expected.message, expected.method) : null;
  const receivedWords = inWords(received, methodAsked(script, received));
  const message = expected
    ? `the recording expects ${expectedWords} next (entry ${expected.seq}), the client sent ${receivedWords}`
    : `the recording has ended, the client sent ${receivedWords}`;
  return {
    kind: 'diverge',
    divergence: {
      seq: expected?.seq ?? null,
      expected: expectedWords,
      received: receivedWords,
      nearMisses: nearMisses(script, received),
      message,
    },
    reject: received.kind === 'request' ? received.id : undefined,
  };
}

/** Up to three places where the recorded client said the same kind of thing. */
function nearMisses(script: Script, received: Message): Divergence['nearMisses'] {
  const method = methodAsked(script, received);
  return script
    .filter(
      (line): line is ClientLine =>
        line.from === 'client' && line.message.kind === received.kind && line.method === method,
    )
    .slice(0, 3)
    .map((line) => ({ seq: line.seq, message: inWords(line.message, line.method) }));
}

function methodAsked(script: Script, message: Message): string | undefined {
  if (message.kind !== 'response') return message.method;
  const asked = script.find(
    (line) => line.from === 'us' && line.message?.kind === 'request' && line.message.id === message.id,
  );
  return asked?.message?.kind === 'request' ? asked.message.method : undefined;
}
