import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHANGED_TEXTS, renderChangedTexts } from './changed-texts.ts';

test('reads changed texts as expected (update: npm run golden)', () => {
  expect(renderChangedTexts()).toBe(readFileSync(CHANGED_TEXTS, 'utf8'));
});
