import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import type { Question } from '#core/model/cards.ts';
import { isElicitation } from '#core/protocol/method-traits.ts';
import { createBudget, cutJson } from './budget.ts';
import { toFailure } from './failure.ts';
import { requestsIn, paramsOf, resultOf, type CardMessage } from './card-message.ts';

/** The elicitation of a group and its response; undefined if the group has none. */
export function toQuestion(messages: readonly CardMessage[]): Question | undefined {
  const asked = requestsIn(messages).find(({ request }) => isElicitation(request.method));
  if (!asked) return undefined;
  const { request, answer } = asked;
  const params = paramsOf(request);
  const properties = valueAt(params, 'requestedSchema', 'properties');
  const result = answer && resultOf(answer);
  return {
    seq: request.seq,
    message: stringAt(params, 'message') ?? '',
    fields: isObject(properties)
      ? Object.keys(properties).map((name) => stringAt(properties[name], 'title') ?? name)
      : [],
    url: stringAt(params, 'url') ?? null,
    // in earlier drafts the answer was one level deeper
    action: answer ? (stringAt(result, 'action') ?? stringAt(result, 'action', 'action') ?? 'error') : null,
    answer: cutJson(valueAt(result, 'content') ?? valueAt(result, 'action', 'content'), createBudget()),
    failure: toFailure(answer),
  };
}
