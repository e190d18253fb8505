import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { goldenFor, goldenStep } from '../support/effort.ts';
import { GOLDEN_REPLAYS, renderGoldenReplays } from './golden-replays.ts';

test('replays and drives golden recordings as expected (update: npm run golden)', async () => {
  const made = await renderGoldenReplays(goldenStep(6));
  expect(made).toBe(goldenFor(made, readFileSync(GOLDEN_REPLAYS, 'utf8')));
});
