import { valueAt, stringAt } from '#core/json/json.ts';
import { chosenOption } from '#core/protocol/permission-outcome.ts';
import type { AnsweredExchange } from '#core/trace/exchanges.ts';

/** The kind of the option that the response to a `session/request_permission` chooses, such as `reject_once`. */
export function chosenKind({ params, outcome }: AnsweredExchange): string | undefined {
  const chosen = outcome.ok ? chosenOption(outcome.result) : undefined;
  const options = valueAt(params, 'options');
  if (chosen === undefined || !Array.isArray(options)) return undefined;
  return stringAt(
    options.find((one) => stringAt(one, 'optionId') === chosen),
    'kind',
  );
}

/** True when the response to a `session/request_permission` chooses an option that allows the tool call. */
export const isAllowed = (exchange: AnsweredExchange): boolean => chosenKind(exchange)?.startsWith('allow') ?? false;
