import type { ContextUse, TurnEndBody } from '#core/contract/conversation.ts';
import { at, isObject, stringAt } from '#core/wire/json.ts';
import { failureOf, toFailure } from './failure.ts';
import { resultOf, updateOf, type CardMessage } from './source.ts';

/** What came of a turn, from the answer to the prompt (version 1, and errors), or from the update that says the agent is idle. */
export function toTurnEnd(message: CardMessage | undefined): TurnEndBody {
  const told = message && (message.message.kind === 'response' ? resultOf(message) : updateOf(message));
  const error = at(told, 'error');
  const failed = message && isObject(error) ? failureOf(toErrorObject(error), message.seq) : null;
  return {
    kind: 'turn-end',
    stopReason: stringAt(told, 'stopReason') ?? null,
    failure: toFailure(message) ?? failed,
    tokens: toTokens(at(told, 'usage')),
    context: null,
  };
}

/** How full the context is, as the last `usage_update` of some says; null where none does. */
export function toContextUse(messages: readonly CardMessage[]): ContextUse | null {
  const update = messages.map(updateOf).findLast((each) => stringAt(each, 'sessionUpdate') === 'usage_update');
  const [used, size] = [at(update, 'used'), at(update, 'size')];
  if (typeof used !== 'number' || typeof size !== 'number') return null;
  const [amount, currency] = [at(update, 'cost', 'amount'), stringAt(update, 'cost', 'currency')];
  const cost = typeof amount === 'number' && currency !== undefined ? { amount, currency } : null;
  return { used, size, cost };
}

const toErrorObject = (error: unknown) => {
  const code = at(error, 'code');
  return {
    code: typeof code === 'number' ? code : Number.NaN,
    message: stringAt(error, 'message') ?? '',
    data: at(error, 'data'),
  };
};

/** `inputTokens` is `input`. Zero counts say nothing. */
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
