import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHANGED_RECORDINGS, renderChangedRecordings } from './changed-recordings.ts';

test('answers about changed recordings as expected (update: npm run golden)', async () => {
  expect(await renderChangedRecordings()).toBe(readFileSync(CHANGED_RECORDINGS, 'utf8'));
});
