import { expect, test } from 'vitest';
import { runValuePlaces } from '#core/compare/run-value-places.ts';

test.each([
  ['a value that differs, not one that both have', ['a 1', 'b 2'], ['a 9', 'b 2'], ['a']],
  ['no place that only one side has', ['a 1', 'b 2'], ['a 1', 'c 3'], []],
  ['nothing where one side left out nothing', ['a 1'], [], []],
])('places of left out values: %s', (_, left, right, places) => {
  expect([...new Set(runValuePlaces(left, right))]).toEqual(places);
});
