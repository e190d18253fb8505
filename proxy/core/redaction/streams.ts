import type { StringPath } from '#core/json/json-strings.ts';
import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import type { Side } from '#core/wire/entry.ts';
import type { Message } from '#core/wire/jsonrpc.ts';

/** What the pieces of one text have in common. */
export interface Stream {
  readonly name: string;
  /** Each text may repeat all that came before it. A text that begins as the last one did replaces it. */
  readonly isWhole: boolean;
  /** Goes on when the client has asked something. */
  readonly isLasting: boolean;
}

/** What pieces of one text have in common, beside their session. */
const IDS = ['messageId', 'toolCallId', 'terminalId', 'terminal_id', 'compactionId'];

/** The stream that the texts of a message belong to; undefined for messages whose texts are whole. Only notifications stream. */
export function streamOf(message: Message | undefined): Stream | undefined {
  if (message?.kind !== 'notification' || !isObject(message.params)) return undefined;
  const { method, params } = message;
  const update = valueAt(params, 'update');
  const variant = stringAt(update, 'sessionUpdate');
  const printed = valueAt(update, '_meta', 'terminal_output');
  const ids = [params, update, printed].flatMap((holder) => IDS.map((name) => stringAt(holder, name)));
  const name = JSON.stringify([method, stringAt(params, 'sessionId'), variant, ...ids]);
  return { name, isLasting: false, isWhole: printed === undefined && !/chunk|delta/i.test(variant ?? method) };
}

/** The stream of what a program writes that is no message. */
export const linesOf = (from: Side | 'stderr'): Stream => ({ name: from, isWhole: false, isLasting: true });

/** Members that hold texts which may be pieces: titles, names and ids never are. */
const TEXTS = new Set(['text', 'data', 'delta', 'chunk', 'output', 'stdout', 'stderr']);

/** True for a text that may be a piece of one, or have been cut off. */
export const isStreamed = (path: StringPath | undefined): boolean =>
  path !== undefined && TEXTS.has(path.findLast((name) => name !== '') ?? '');
