import type { Browser, Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, someOf } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly, true);

describe.skipIf(browserIsMissing())('the time axis', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });

  test.runIf(isLong)('the minimap writes times to the millisecond at most, also where a pixel is shorter', async () => {
    const { page } = await shared(browser, inspector, '#/r/silence');
    const minimap = page.getByTestId('overview');
    const { x, y, width } = await boxOf(minimap);
    await page.mouse.move(x + 0.5 * width, y + 30);
    await expect
      .poll(() => minimap.locator('.strip-label').allTextContents())
      .toEqual(['0', '12.346 s', expect.stringMatching(/^\d+ ms$/)]);
  });

  test.each(someOf(['light', 'dark'] as const, 2))(
    'on a phone is above the rows, to the scale of their bars: %s',
    async (look) => {
      const { page, row } = await shared(browser, inspector, '#/r/request?v=raw', {
        viewport: { width: 420, height: 900 },
        colorScheme: look,
      });
      const axis = page.getByTestId('axis');
      await expect
        .poll(() => axis.locator('.axis-tick').allTextContents())
        .toEqual(['0', '2 s', '4 s', '6 s', '8 s', '10 s']);
      const tickAt = async (label: string) => (await boxOf(axis.getByText(label, { exact: true }))).x;
      const bar = await boxOf(row(2).locator('.bar'));
      expect(Math.abs((await tickAt('2 s')) - bar.x)).toBeLessThan(1);
      expect(Math.abs((await tickAt('6 s')) - (bar.x + bar.width))).toBeLessThan(1);
      const { y, height, width } = await boxOf(axis);
      expect(width).toBeGreaterThan(380);
      expect(y + height).toBeLessThanOrEqual((await boxOf(row(0))).y);
      expect((await boxOf(page.getByText('what', { exact: true }))).y).toBeLessThan(y);
    },
  );
});

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not on the page');
  return box;
}
