import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { goldenFor, goldenStep } from '../../support/effort.ts';
import { CHANGED_RECORDINGS, renderChangedRecordings } from './changed-recordings.ts';

test('answers about changed recordings as expected (update: npm run golden)', async () => {
  const made = await renderChangedRecordings(goldenStep(8));
  expect(made).toBe(goldenFor(made, readFileSync(CHANGED_RECORDINGS, 'utf8')));
});
