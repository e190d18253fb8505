import { stringAt } from '#core/json/json.ts';

/**
 * The id of the option that a result of `session/request_permission` chooses. Undefined for one that is cancelled: an
 * `optionId` beside that is no choice.
 */
export const chosenOption = (result: unknown): string | undefined =>
  stringAt(result, 'outcome', 'outcome') === 'cancelled' ? undefined : stringAt(result, 'outcome', 'optionId');

/** The same, or else the outcome: `allow-once`, `cancelled`. */
export const permissionOutcome = (result: unknown): string | undefined =>
  chosenOption(result) ?? stringAt(result, 'outcome', 'outcome');
