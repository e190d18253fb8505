import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, launchBrowser } from '../support/browser.ts';
import { temporaryFolder, whenAllIsOver } from '../support/folders.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { importInto } from '../support/processes.ts';

const lastly = whenAllIsOver();
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(browserIsMissing())('the craft of the page', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    const home = temporaryFolder(lastly);
    await importInto(home, 'recordings/examples/demo.acp.jsonl', lastly);
    inspector = await startInspector(home, lastly);
    browser = await launchBrowser(lastly);
  });

  async function open(colorScheme: 'light' | 'dark', width: number, hash: string): Promise<Page> {
    // axe is put in by the test, past the page's own policy
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${inspector.port}/?token=${inspector.token}${hash}`);
    return page;
  }

  const views = (['light', 'dark'] as const).flatMap((scheme) => [1440, 420].map((width) => ({ scheme, width })));

  test.each(views)('axe has nothing serious to say: $scheme, $width px', async ({ scheme, width }) => {
    const page = await open(scheme, width, '#/r/demo/e/23');
    await page.getByRole('complementary', { name: 'Entry' }).locator('[data-rule]').first().waitFor();
    await page.evaluate(axeSource);
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run: () => Promise<{ violations: { id: string; impact: string }[] }> };
      };
      const { violations: found } = await axe.run();
      return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
    });
    expect(violations).toEqual([]);
  });

  test('a keyboard alone leads from the list to a finding and its related entry', async () => {
    const page = await open('light', 1440, '#/r/demo');
    const timeline = page.getByTestId('timeline');
    await timeline.locator('[data-seq="5"]').waitFor();
    await page.keyboard.press('e');
    const detail = page.getByRole('complementary', { name: 'Entry' });
    await page.keyboard.press('Enter');
    await detail.locator('[data-rule="jsonrpc/response-comes-once"]').waitFor();
    await page.keyboard.press('e');
    await detail.locator('[data-rule="framing/line-is-json"]').waitFor();
    await page.waitForURL(/#\/r\/demo\/e\/23$/);
    expect(await detail.textContent()).toContain('debug: cache miss');
  });
});
