import { valueAt, stringAt } from '#core/json/json.ts';
import type { Exchange } from '#core/trace/exchanges.ts';

/** True when the response to a `session/request_permission` chooses an option that allows the tool call. */
export function isAllowed({ params, outcome }: Exchange): boolean {
  const chosen = outcome?.ok ? stringAt(outcome.result, 'outcome', 'optionId') : undefined;
  const options = valueAt(params, 'options');
  if (chosen === undefined || !Array.isArray(options)) return false;
  const option: unknown = options.find((one) => stringAt(one, 'optionId') === chosen);
  return stringAt(option, 'kind')?.startsWith('allow') ?? false;
}
