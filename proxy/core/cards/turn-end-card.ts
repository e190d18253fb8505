import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import type { ContextUse, TurnEndBody } from '#core/model/cards.ts';
import { failureOf, toFailure } from './failure.ts';
import { resultOf, updateOf, type CardMessage } from './card-message.ts';

/** The result of a turn, from the response to the prompt (version 1, and errors), or from the update to idle. */
export function toTurnEnd(message: CardMessage | undefined): TurnEndBody {
  const end = message && (message.message.kind === 'response' ? resultOf(message) : updateOf(message));
  const error = valueAt(end, 'error');
  const failed = message && isObject(error) ? failureOf(toErrorObject(error), message.seq) : null;
  return {
    kind: 'turn-end',
    stopReason: stringAt(end, 'stopReason') ?? null,
    failure: toFailure(message) ?? failed,
    tokens: toTokens(valueAt(end, 'usage')),
    context: null,
  };
}

/** The use of the context in the last `usage_update`; null without one. */
export function toContextUse(messages: readonly CardMessage[]): ContextUse | null {
  const update = messages.map(updateOf).findLast((each) => stringAt(each, 'sessionUpdate') === 'usage_update');
  const [used, size] = [valueAt(update, 'used'), valueAt(update, 'size')];
  if (typeof used !== 'number' || typeof size !== 'number') return null;
  const [amount, currency] = [valueAt(update, 'cost', 'amount'), stringAt(update, 'cost', 'currency')];
  const cost = typeof amount === 'number' && currency !== undefined ? { amount, currency } : null;
  return { used, size, cost };
}

const toErrorObject = (error: unknown) => {
  const code = valueAt(error, 'code');
  return {
    code: typeof code === 'number' ? code : Number.NaN,
    message: stringAt(error, 'message') ?? '',
    data: valueAt(error, 'data'),
  };
};

/** Renames `inputTokens` to `input`. Leaves out zero counts. */
function toTokens(usage: unknown): TurnEndBody['tokens'] {
  if (!isObject(usage)) return [];
  return Object.entries(usage).flatMap(([name, count]) =>
    typeof count === 'number' && count > 0 && name.endsWith('Tokens') ? [{ name: wordsOf(name), count }] : [],
  );
}

/** `cachedReadTokens` → `cached read` */
const wordsOf = (name: string): string =>
  name
    .replace(/Tokens$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
