import { stringAt } from '#core/json/json.ts';
import type { Failure } from '#core/model/cards.ts';
import type { ErrorObject } from '#core/wire/jsonrpc.ts';
import { errorOf, type CardMessage } from './card-message.ts';

/** The most characters of a message. Longer ones are stack traces, which the entry shows. */
const MAX_MESSAGE = 4000;

/** The error object of a response; null for a successful one. */
export function toFailure(answer: CardMessage | undefined): Failure | null {
  const error = answer && errorOf(answer);
  return answer && error ? failureOf(error, answer.seq) : null;
}

export function failureOf({ code, message, data }: ErrorObject, seq: number): Failure {
  const details = stringAt(data, 'details') ?? (typeof data === 'string' ? data : undefined);
  const words = details === undefined || message.includes(details) ? message : `${message}: ${details}`;
  return { seq, code: typeof code === 'number' ? code : null, message: words.slice(0, MAX_MESSAGE) };
}
