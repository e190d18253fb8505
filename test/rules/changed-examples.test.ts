import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { goldenFor, goldenStep } from '../support/effort.ts';
import { CHANGED_EXAMPLES, renderChangedExamples } from './changed-examples.ts';

test('judges changed examples as expected (update: npm run golden)', () => {
  const made = renderChangedExamples(goldenStep(6));
  expect(made).toBe(goldenFor(made, readFileSync(CHANGED_EXAMPLES, 'utf8')));
});
