import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GOLDEN_REPLAYS, renderGoldenReplays } from './golden-replays.ts';

test('replays and drives golden recordings as expected (update: npm run golden)', async () => {
  expect(await renderGoldenReplays()).toBe(readFileSync(GOLDEN_REPLAYS, 'utf8'));
});
