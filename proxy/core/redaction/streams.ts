import type { StringPath } from '#core/json/json-strings.ts';
import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import type { Side } from '#core/wire/entry.ts';
import type { Message } from '#core/wire/jsonrpc.ts';

/** The key shared by the pieces of one text. */
export interface Stream {
  readonly name: string;
  /** Each text may repeat all earlier text. A text that begins as the last one did replaces it. */
  readonly isWhole: boolean;
  /** The text continues after a request of the client. */
  readonly isLasting: boolean;
}

/** The members shared by the pieces of one text, beside their session. */
const IDS = ['messageId', 'toolCallId', 'terminalId', 'terminal_id', 'compactionId'];

/** The stream of the texts of a notification; undefined for other messages, whose texts are whole. */
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

/** The stream of a program's output that is not a message. */
export const linesOf = (from: Side | 'stderr'): Stream => ({ name: from, isWhole: false, isLasting: true });

/** Members that hold texts which may be pieces: titles, names and ids never are. */
const TEXTS = new Set(['text', 'data', 'delta', 'chunk', 'output', 'stdout', 'stderr']);

/** True for a text that may be a piece of a longer text, or cut off. */
export const isStreamed = (path: StringPath | undefined): boolean =>
  path !== undefined && TEXTS.has(path.findLast((name) => name !== '') ?? '');
