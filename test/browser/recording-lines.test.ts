import { describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { openPage } from '../support/inspector-page.ts';
import { readOnlyInspector } from '../support/inspector.ts';

describe.skipIf(browserIsMissing())('a line of the list of recordings', () => {
  test.runIf(isLong)(
    'keeps the duration and the beginning of the names beside the difference from the run before',
    async () => {
      const { page } = await openPage(await sharedBrowser(), readOnlyInspector());
      const changes = page.locator('.recording-change');
      const several = changes.filter({ hasText: '·' }).first();
      await several.waitFor();
      const lines = await changes.evaluateAll((all) =>
        all.map((change) => {
          const box = (of: string) => change.parentElement?.querySelector(of)?.getBoundingClientRect();
          const [facts, duration, peers] = [
            box('.recording-facts'),
            box('.recording-duration'),
            box('.recording-peers'),
          ];
          return {
            isInSight: (duration?.width ?? 0) > 20 && (duration?.right ?? 0) <= (facts?.right ?? 0),
            peers: change.parentElement?.querySelector('.recording-own, .recording-ending') ? undefined : peers?.width,
          };
        }),
      );
      expect(lines.filter(({ isInSight, peers = 30 }) => !isInSight || peers < 30)).toEqual([]);
      expect(lines.filter(({ peers }) => peers !== undefined).length).toBeGreaterThan(1);
      const [first] = (await several.textContent())?.split(' · ') ?? [];
      expect(await several.evaluate((change) => Reflect.get(change, 'innerText'))).toBe(first); // the list is narrow
    },
  );
});
