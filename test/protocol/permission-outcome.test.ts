import { expect, test } from 'vitest';
import { chosenOption, permissionOutcome } from '#core/protocol/permission-outcome.ts';

test.each([
  [{ outcome: { outcome: 'selected', optionId: 'yes' } }, 'yes', 'yes'],
  [{ outcome: { optionId: 'yes' } }, 'yes', 'yes'],
  [{ outcome: { outcome: 'cancelled' } }, undefined, 'cancelled'],
  [{ outcome: { outcome: 'cancelled', optionId: 'yes' } }, undefined, 'cancelled'],
  [{}, undefined, undefined],
])('the choice in %j is %s', (result, option, outcome) => {
  expect([chosenOption(result), permissionOutcome(result)]).toEqual([option, outcome]);
});
