import { stringAt } from '#core/json/json.ts';
import { chosenOption, permissionOutcome } from '#core/protocol/permission-outcome.ts';
import { resultOf, type CardMessage } from '#core/cards/card-message.ts';
import type { Decision } from '#core/model/files.ts';

/** The answer to a permission request. `isLasting`: true if it also permits later calls. */
export interface Decided {
  readonly decision: Exclude<Decision, 'open'>;
  readonly option: string | null;
  readonly isLasting: boolean;
}

export function decisionIn(options: unknown, answer: CardMessage): Decided {
  const result = resultOf(answer);
  const id = chosenOption(result);
  if (id === undefined && permissionOutcome(result) === 'cancelled')
    return { decision: 'rejected', option: null, isLasting: false };
  const option: unknown = Array.isArray(options)
    ? options.find((each) => id !== undefined && stringAt(each, 'optionId') === id)
    : undefined;
  const kind = stringAt(option, 'kind') ?? '';
  return {
    decision: kind.startsWith('allow') ? 'allowed' : kind.startsWith('reject') ? 'rejected' : 'unclear',
    option: stringAt(option, 'name') ?? id ?? null,
    isLasting: kind === 'allow_always',
  };
}
