import { valueAt, stringAt } from '#core/json/json.ts';
import { chosenOption } from '#core/protocol/permission-outcome.ts';
import type { PermissionAsk } from '#core/model/cards.ts';
import { asksPermission } from '#core/protocol/method-traits.ts';
import { toFailure } from './failure.ts';
import { requestsIn, errorOf, paramsOf, resultOf, type RequestAndResponse, type CardMessage } from './card-message.ts';

/** The permission requests of a group, with their options and the choice. */
export const toAsks = (messages: readonly CardMessage[]): readonly PermissionAsk[] =>
  requestsIn(messages)
    .filter(({ request }) => asksPermission(request.method))
    .map(toAsk);

function toAsk({ request, answer }: RequestAndResponse): PermissionAsk {
  const params = paramsOf(request);
  const options = valueAt(params, 'options');
  const outcome = answer && valueAt(resultOf(answer), 'outcome');
  const command = stringAt(params, 'subject', 'command');
  return {
    seq: request.seq,
    answered: answer?.seq ?? null,
    title: stringAt(params, 'title') ?? null,
    text: command ?? stringAt(params, 'description') ?? null,
    options: Array.isArray(options) ? options.map(toOption) : [],
    outcome: !answer ? null : errorOf(answer) ? 'error' : (stringAt(outcome, 'outcome') ?? 'no outcome'),
    chosen: (answer && chosenOption(resultOf(answer))) ?? null,
    failure: toFailure(answer),
    t: request.t,
    until: answer?.t ?? null,
    ...(request.delivery ? { delivery: request.delivery } : {}),
    ...(answer?.delivery ? { answerDelivery: answer.delivery } : {}),
  };
}

const toOption = (option: unknown) => ({
  id: stringAt(option, 'optionId') ?? '',
  name: stringAt(option, 'name') ?? stringAt(option, 'optionId') ?? '',
  kind: stringAt(option, 'kind') ?? null,
});
