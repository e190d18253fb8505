import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { openOnce, type PageOptions } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

describe.skipIf(browserIsMissing())('an open entry', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = async (hash: string, look: PageOptions = {}) => {
    const opened = await shared(browser, inspector, hash, look);
    await opened.detail.getByRole('tab', { name: 'JSON', exact: true }).waitFor();
    const copied = () => opened.page.evaluate(() => navigator.clipboard.readText());
    const line = (text: string) => opened.detail.getByRole('treeitem').filter({ hasText: text }).last();
    return { ...opened, copied, line };
  };

  test('changes its tab with the arrow keys', async () => {
    const { page, detail } = await open('#/r/claude-edit/e/3?v=raw');
    await detail.getByRole('tab', { name: 'JSON', selected: true }).focus();
    await page.keyboard.press('ArrowRight');
    await detail.getByRole('tab', { name: 'Findings', selected: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await detail.getByRole('tab', { name: 'Schema', selected: true }).waitFor(); // wraps around to the last tab
    await detail.getByRole('tabpanel').getByText('NewSessionRequest').waitFor();
    await detail.getByRole('tab', { name: 'JSON' }).click(); // for the next entries, which keep the tab
    expect(page.url()).toMatch(/\/e\/3\?v=raw$/);
  });

  test('is a tree that keys open, close and move through', async () => {
    const { page, detail, line } = await open('#/r/claude-edit/e/1');
    const tree = detail.getByRole('tree');
    const level = () => page.locator(':focus').getAttribute('aria-level');
    await tree.getByRole('treeitem').first().focus();
    await page.keyboard.press('End');
    const last = await tree.getByRole('treeitem').last().getAttribute('data-line');
    await tree.locator(`[data-line="${last}"]:focus`).waitFor();
    await page.keyboard.press('Home');
    await tree.locator('[data-line="0"]:focus').waitFor();
    await line('clientInfo').focus();
    await page.keyboard.press('ArrowLeft');
    await tree.locator(':focus[aria-expanded="false"]').waitFor();
    await page.keyboard.press('ArrowRight');
    await tree.locator(':focus[aria-expanded="true"]').waitFor();
    await page.keyboard.press('Space');
    await tree.locator(':focus[aria-expanded="false"]').waitFor();
    await page.keyboard.press('Enter');
    await tree.locator(':focus[aria-expanded="true"]').waitFor();
    const deep = Number(await level());
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => Number(await level())).toBe(deep + 1);
    await page.keyboard.press('ArrowLeft'); // to the parent value
    await expect.poll(async () => Number(await level())).toBe(deep);
    expect(page.url()).toMatch(/\/e\/1$/);
  });

  test('copies the value and the path of a line, by key and by button', async () => {
    const { page, detail, copied, line } = await open('#/r/claude-edit/e/3');
    await line('cwd').focus();
    await page.keyboard.press('c');
    await page.getByText('Copied the value: exact, not redacted.').waitFor();
    await expect.poll(() => copied()).toBe('"/home/user/project"');
    await page.keyboard.press('p');
    await expect.poll(() => copied()).toBe('/params/cwd');
    await line('mcpServers').hover();
    await line('mcpServers').getByRole('button', { name: 'path' }).click();
    await page.getByText('Copied the path.').waitFor();
    await expect.poll(() => copied()).toBe('/params/mcpServers');
    await line('mcpServers').getByRole('button', { name: 'value' }).click();
    await detail.page().waitForFunction(async () => (await navigator.clipboard.readText()) === '[]');
  });

  test('keeps order, duplicates and spelling of its members, and marks invisible characters', async () => {
    const { detail } = await open('#/r/odd/e/4');
    await detail.getByRole('tab', { name: 'JSON', exact: true }).click();
    const members = detail
      .getByRole('treeitem')
      .filter({ has: detail.page().locator('.json-key', { hasText: /^"?[bn]"?\W*$/ }) });
    await expect.poll(() => members.locator('.json-value').allTextContents()).toEqual(['1', '2', '1.0']);
    await detail.getByRole('tab', { name: 'Raw' }).click();
    await expect.poll(() => detail.locator('.raw-text .hidden-mark').allTextContents()).toEqual(['U+202E', 'CR LF']);
  });

  test('shows the side at fault, the observed value and the source of a finding', async () => {
    const { page, detail } = await open('#/r/odd/e/3');
    const finding = detail.locator('.finding').first();
    await finding.waitFor();
    await expect.poll(() => finding.textContent()).toMatch(/by the agent/);
    const source = finding.getByRole('link');
    await expect.poll(() => source.getAttribute('href')).toMatch(/^https:\/\//);
    expect([await source.getAttribute('target'), await source.getAttribute('rel')]).toEqual([
      '_blank',
      'noreferrer noopener',
    ]);
    await expect
      .poll(() => finding.locator('dt').allTextContents())
      .toEqual(expect.arrayContaining(['seen', 'where', 'requires', 'peers', 'source']));
    await finding.locator('dd').getByRole('button', { name: '/result/sessionId' }).click();
    const blamed = detail.locator('[data-blamed="true"]');
    await blamed.waitFor();
    await expect.poll(() => blamed.locator('.json-key').textContent()).toContain('sessionId');
    expect(page.url()).toMatch(/\/e\/3$/);
  });

  test.runIf(isLong)('leads to its pair from its head', async () => {
    const { page, detail } = await open('#/r/claude-edit/e/1');
    await detail.getByRole('button', { name: '→ response #2' }).click();
    await page.waitForURL(/\/e\/2$/);
    await detail.getByRole('button', { name: '→ request #1' }).click();
    await page.waitForURL(/\/e\/1$/);
    await expect.poll(() => detail.locator('.detail-what').textContent()).toContain('request, client → agent');
  });

  test.runIf(isLong)('leads from the request and from the response to the same entry', async () => {
    const { page, detail } = await open('#/r/claude-edit/e/1');
    await detail.getByRole('tab', { name: 'Pair' }).click();
    await detail.locator('.pair-half').nth(1).getByRole('button', { name: /^#2/ }).click();
    await page.waitForURL(/\/e\/2$/);
    await expect.poll(() => detail.locator('.detail-what').textContent()).toContain('response with a result');
  });

  test('that is too long is shown cut, with its length and a download of all of it', async () => {
    const { page, detail } = await open('#/r/odd/e/5');
    await detail.getByRole('tab', { name: 'Raw' }).click();
    await detail.getByText(/Only the beginning is shown\. The whole is 3\.5 MB\./).waitFor();
    await detail.getByRole('tab', { name: 'JSON', exact: true }).click();
    await detail.getByText('Too long to be shown as a tree.').waitFor();
    const download = page.waitForEvent('download');
    await detail.getByRole('button', { name: 'Bytes' }).click();
    const stream = await (await download).createReadStream();
    let bytes = 0;
    for await (const chunk of stream) bytes += (chunk as Buffer).length;
    expect(bytes).toBe('{"jsonrpc":"2.0","method":"_long/one","params":{"text":""}}\n'.length + 3_500_000);
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.getByText('cannot be copied: download it').waitFor();
  });

  test.runIf(isLong)('that cannot be loaded shows the error, and loads on retry', async () => {
    let isDown = true;
    const { page, detail } = await open('#/r/claude-edit/e/3');
    await page.route('**/entries/1*', (route) => (isDown ? route.abort() : route.continue()));
    await page.locator('[data-seq="1"]').first().click();
    const again = detail.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    isDown = false;
    await again.click();
    await detail.getByRole('treeitem').filter({ hasText: 'clientInfo' }).first().waitFor();
    await expect.poll(() => again.count()).toBe(0);
  });
});
