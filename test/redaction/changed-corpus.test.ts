import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { goldenFor, goldenStep } from '../support/effort.ts';
import { CHANGED_CORPUS, renderChangedCorpus } from './changed-corpus.ts';

test('finds secrets in changed texts as expected (update: npm run golden)', () => {
  const made = renderChangedCorpus(goldenStep(6));
  expect(made).toBe(goldenFor(made, readFileSync(CHANGED_CORPUS, 'utf8')));
});
