import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectedPath, goldenRecordings, renderGolden } from '../../scripts/golden-text.ts';

test('there are golden recordings', () => {
  expect(goldenRecordings().length).toBeGreaterThan(1);
});

test.each(goldenRecordings())(
  '%s is shown and judged as its expected text says (npm run golden makes it anew)',
  async (path) => {
    expect(await renderGolden(path)).toBe(readFileSync(expectedPath(path), 'utf8'));
  },
);
