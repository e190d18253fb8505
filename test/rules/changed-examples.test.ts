import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHANGED_EXAMPLES, renderChangedExamples } from './changed-examples.ts';

test('judges changed examples as expected (update: npm run golden)', () => {
  expect(renderChangedExamples()).toBe(readFileSync(CHANGED_EXAMPLES, 'utf8'));
});
