import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GOLDEN_ANSWERS, renderGoldenAnswers } from './answers.ts';

test('answers about golden recordings as expected (update: npm run golden)', async () => {
  expect(await renderGoldenAnswers()).toBe(readFileSync(GOLDEN_ANSWERS, 'utf8'));
});
