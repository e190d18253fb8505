import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHANGED_CORPUS, renderChangedCorpus } from './changed-corpus.ts';

test('finds secrets in changed texts as expected (update: npm run golden)', () => {
  expect(renderChangedCorpus()).toBe(readFileSync(CHANGED_CORPUS, 'utf8'));
});
