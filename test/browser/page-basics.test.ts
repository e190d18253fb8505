import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

const shared = openOnce(cleanUpAfterAll());

describe.skipIf(browserIsMissing())('the craft of the page', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });

  const open = async (hash: string) => (await shared(browser, inspector, hash)).page;

  test('loads little before it is usable', () => {
    const { size } = firstLoad();
    expect(size).toBeLessThanOrEqual(122_000);
  });

  test("uses the system's colours until others are chosen, and keeps the choice", async () => {
    const page = await open('#/r/demo');
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByRole('button', { name: 'Colours as the system has them' }).click();
    await expect.poll(() => background()).toBe('rgb(255, 255, 255)');
    await page.getByRole('button', { name: 'Light colours' }).click();
    await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
    await expect.poll(() => background()).not.toBe('rgb(255, 255, 255)');
    await page.reload();
    await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
  });

  test('leads from the list to a finding and its related entry with the keyboard alone', async () => {
    const page = await open('#/r/demo');
    const timeline = page.getByTestId('timeline');
    await timeline.locator('[data-seq="5"]').waitFor();
    await page.keyboard.press('e');
    await page.waitForURL(/#\/r\/demo\/e\/5$/);
    const detail = page.getByRole('complementary', { name: 'Entry' });
    await page.keyboard.press('Enter');
    await detail.locator('[data-rule="jsonrpc/response-comes-once"]').waitFor();
    await page.keyboard.press('e');
    await detail.locator('[data-rule="framing/line-is-json"]').waitFor();
    await page.waitForURL(/#\/r\/demo\/e\/23$/);
    await expect.poll(() => detail.textContent()).toContain('debug: cache miss');
  });
});

/** The compressed size of the scripts and styles that index.html names. */
function firstLoad(): { readonly size: number } {
  const root = new URL('../../dist/inspector/', import.meta.url);
  const html = readFileSync(new URL('index.html', root), 'utf8');
  const names = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name ?? '');
  if (names.length < 2) throw new Error('index.html names no script and style');
  return { size: names.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, root))).length, 0) };
}
