import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, someOf } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { goTo, openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

const shared = openOnce(cleanUpAfterAll());

describe.skipIf(browserIsMissing())('a place in the inspector', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = (hash: string) => shared(browser, inspector, hash);

  test('is kept after a reload: entry, filter, range, open detail, mark and scroll position', async () => {
    const { page, row } = await open('#/r/long?q=tool:"tool+*"&r=0..2900000');
    const timeline = page.getByTestId('timeline');
    await page.getByText(/^showing [^a-z]+ of [^a-z]+$/).waitFor(); // all: the list is shorter during a search
    await timeline.evaluate((element) => void (element.scrollTop = 24_000));
    await timeline.locator('[data-place="1010"][data-seq]').click();
    await page.waitForURL(/\/e\/\d+\?q=.*&r=0\.\.2900000$/);
    const [address, seq] = [page.url(), Number(/\/e\/(\d+)/.exec(page.url())?.[1])];
    await page.waitForFunction(() => Reflect.get(Object(history.state), 'place') === 1000);
    await page.keyboard.press('.');
    await row(seq).and(page.locator('[data-marked="true"]')).waitFor();
    await page.reload();
    await row(seq).and(page.locator('[data-marked="true"]')).waitFor();
    expect(page.url()).toBe(address);
    await expect.poll(() => page.locator('[data-place][aria-selected="true"]').getAttribute('data-seq')).toBe(`${seq}`);
    await page.waitForFunction(() => document.querySelector('#timeline')?.scrollTop === 24_000);
    await page.locator('.detail-seq', { hasText: `#${seq}` }).waitFor();
  });

  test.runIf(isLong)('is that of a shorter list, if the list was filtered while another view was open', async () => {
    const { page, row } = await open('#/r/long/e/2900?v=raw');
    await row(2900).waitFor();
    await goTo(page, '#/r/long/info');
    await page.locator('main[data-view="info"]').waitFor();
    const filtered = page.waitForResponse(
      (answer) => answer.url().includes('/rows?') && answer.url().includes('initialize'),
    );
    await goTo(page, '#/r/long/info?q=method:initialize');
    await filtered;
    await goTo(page, '#/r/long/e/1?q=method:initialize');
    await row(1).waitFor();
    await goTo(page, '#/r/long/e/1?v=raw');
    await row(25).waitFor(); // the rows at the position of the list, not at that of the list before
    expect(await page.getByTestId('timeline').evaluate((element) => element.scrollTop)).toBe(0);
  });

  test.runIf(isLong)('is restored after a reload when the selected entry is off-screen', async () => {
    const { page, row } = await open('#/r/long/e/1500?v=raw');
    await row(1500).waitFor();
    const timeline = page.getByTestId('timeline');
    for (const place of someOf([1600, 1400], 2)) {
      await timeline.evaluate((element, top) => void (element.scrollTop = top), place * 24);
      await page.waitForFunction((kept) => Reflect.get(Object(history.state), 'place') === kept, place);
      await page.reload();
      await page.locator('.detail-seq', { hasText: '#1500' }).waitFor();
      await expect.poll(() => timeline.evaluate((element) => element.scrollTop)).toBe(place * 24);
      expect(await row(1500).count()).toBe(0);
    }
  });

  test.runIf(isLong)('opens from a link with its entry in the middle of the list', async () => {
    const { page, row } = await open('#/r/long/e/2000?v=raw');
    await row(2000).waitFor();
    await Promise.all([row(1995).waitFor(), row(2005).waitFor()]);
    await expect.poll(() => page.locator('[data-place][aria-selected="true"]').getAttribute('data-seq')).toBe('2000');
  });

  test.runIf(isLong)('is visible in the list of recordings too', async () => {
    const viewport = { width: 1440, height: 240 };
    const { page } = await shared(browser, inspector, '', { viewport });
    const last = page.locator('[data-recording]').last();
    await last.waitFor();
    await expect.poll(() => last.evaluate((line) => line.getBoundingClientRect().top)).toBeGreaterThan(viewport.height);
    const id = await last.getAttribute('data-recording');
    await goTo(page, `#/r/${id}`);
    await page.locator('[data-recording][aria-current]').waitFor();
    await page.reload();
    await page.locator('[data-recording][aria-current]').waitFor();
    await page.waitForFunction(
      (height) =>
        Number(document.querySelector('[data-recording][aria-current]')?.getBoundingClientRect().bottom) <= height,
      viewport.height,
    );
    await expect.poll(() => page.locator('[data-recording][aria-current]').getAttribute('data-recording')).toBe(id);
  });

  test.runIf(isLong)('is the same in every view, after number keys and tabs', async () => {
    const { page, row } = await open('#/r/long/e/40');
    await row(40).waitFor();
    await page.keyboard.press('4');
    await page.waitForURL(/#\/r\/long\/findings\/e\/40$/);
    await page.getByRole('region', { name: 'Findings' }).waitFor();
    await page.getByRole('link', { name: 'Timeline' }).click();
    await page.waitForURL(/#\/r\/long\/e\/40$/);
    await row(40).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Findings' }).waitFor();
    await expect.poll(() => row(40).count()).toBe(0);
  });

  test.runIf(isLong)('is kept while another view is shown, even if the selected entry is off-screen', async () => {
    const { page, row } = await open('#/r/long/e/1500?v=raw');
    await row(1500).waitFor();
    const timeline = page.getByTestId('timeline');
    await timeline.evaluate((element) => void (element.scrollTop = 2400));
    await row(100).waitFor();
    await page.keyboard.press('5');
    await timeline.waitFor({ state: 'detached' });
    await page.keyboard.press('1');
    await row(100).waitFor();
    // The list scrolls to its selection in an effect, which runs after the first frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await timeline.evaluate((element) => element.scrollTop)).toBe(2400);
  });

  test("keeps the selected row's position on the screen when the list changes", async () => {
    const { page, row } = await open('#/r/long?v=raw');
    const timeline = page.getByTestId('timeline');
    await row(0).waitFor();
    await timeline.evaluate((element) => void (element.scrollTop = 24_000));
    await row(1010).click();
    await page.locator('[data-seq="1010"][aria-selected="true"]').waitFor();
    const y = async () => (await row(1010).boundingBox())?.y ?? 0;
    const before = await y();
    const isWhereItWas = async () => Math.abs((await y()) - before) < 2;
    await page.getByRole('combobox', { name: 'Filter' }).fill('method:session/update');
    await page.getByText(/^showing 3.000 of/).waitFor();
    await page.locator('[data-seq="1010"]:not([data-place="1010"])').waitFor();
    await expect.poll(isWhereItWas).toBe(true);
    await page.getByRole('combobox', { name: 'Filter' }).fill('');
    await page.locator('[data-seq="1009"][data-place="1009"]').waitFor();
    await expect.poll(isWhereItWas).toBe(true);
    expect(page.url()).toMatch(/\/e\/1010\?v=raw$/);
  });
});
