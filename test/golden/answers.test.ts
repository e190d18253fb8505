import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { goldenFor, rounds } from '../support/effort.ts';
import { GOLDEN_ANSWERS, renderGoldenAnswers } from './answers.ts';

test('answers about golden recordings as expected (update: npm run golden)', async () => {
  const made = await renderGoldenAnswers(rounds(6, 1));
  expect(made).toBe(goldenFor(made, readFileSync(GOLDEN_ANSWERS, 'utf8')));
});
