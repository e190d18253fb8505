import { isObject } from '#core/wire/json.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import { keyOfSession, type Told } from './told.ts';

const TEXTS = new Set<unknown>(['agent_message_chunk', 'agent_thought_chunk']);

/** A piece of what the agent writes. */
export interface Piece {
  readonly text: string;
  /** The update without its text. */
  readonly rest: Message;
  /** Pieces that adjoin and have the same are one text. */
  readonly like: string;
}

/** Undefined for what is no piece of a text. */
export function pieceOf(message: Message): Piece | undefined {
  if (message.kind !== 'notification' || !isObject(message.params)) return undefined;
  const { update } = message.params;
  if (!isObject(update) || !TEXTS.has(update['sessionUpdate']) || !isObject(update['content'])) return undefined;
  const { content } = update;
  const { type, text } = content;
  if (type !== 'text' || typeof text !== 'string') return undefined;
  const bare = { ...update, content: { ...content, text: '' } };
  return {
    text,
    rest: { ...message, params: { ...message.params, update: bare } },
    like: JSON.stringify(bare, (member, value: unknown) => (member === '_meta' ? undefined : value)),
  };
}

/** How a text is compared: where its lines break is no difference. */
export const comparable = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The session of the prompt that a message answers. */
export const turnEndedBy = (message: Message, prompts: ReadonlyMap<IdToken, string>): string | undefined =>
  message.kind === 'response' && message.id !== undefined ? prompts.get(message.id) : undefined;

/** Something told, or a text that was told in pieces. */
export interface Whole extends Told {
  readonly piece?: Piece;
}

/** Makes one of the pieces of each text, by key. `prompts` has the session of each prompt: its answer ends the text. */
export function joinTexts(
  told: readonly Told[],
  prompts: ReadonlyMap<IdToken, string>,
): ReadonlyMap<string, readonly Whole[]> {
  const queues = new Map<string, Whole[]>();
  const ended = new Set<string>();
  for (const one of told) {
    const queue = queues.get(one.key) ?? [];
    queues.set(one.key, queue);
    const piece = pieceOf(one.message);
    const before = queue.at(-1);
    if (piece && before?.piece?.like === piece.like && !ended.has(one.key))
      queue[queue.length - 1] = { ...before, piece: { ...piece, text: before.piece.text + piece.text } };
    else queue.push(piece ? { ...one, piece } : one);
    ended.delete(one.key);
    const session = turnEndedBy(one.message, prompts);
    if (session !== undefined) ended.add(keyOfSession(session));
  }
  return queues;
}
