import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { goldenFor, goldenStep } from '../support/effort.ts';
import { GOLDEN_ANSWERS, renderGoldenAnswers } from './answers.ts';

test('answers about golden recordings as expected (update: npm run golden)', async () => {
  const made = await renderGoldenAnswers(goldenStep(6));
  expect(made).toBe(goldenFor(made, readFileSync(GOLDEN_ANSWERS, 'utf8')));
});
