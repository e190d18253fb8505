import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { goTo, openOnce, openPage } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';
import { step } from '../support/step.ts';

const ID = 'gemini-edit';
const shared = openOnce(cleanUpAfterAll());

describe.skipIf(browserIsMissing())('back and forward', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });

  const open = async (hash: string, look = {}) => {
    const opened = await shared(browser, inspector, hash, look);
    const { page } = opened;
    const selected = () =>
      page
        .locator('[role="row"][aria-selected="true"]')
        .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-seq'))));
    /** Waits until an entry is selected (undefined: none), and its detail is open or not. */
    const isAt = async (seq: number | undefined, hasDetail: boolean) => {
      await expect.poll(selected).toEqual(seq === undefined ? [] : [seq]);
      await expect.poll(() => opened.detail.count()).toBe(hasDetail ? 1 : 0);
    };
    const length = () => page.evaluate(() => history.length);
    return { ...opened, isAt, length };
  };
  const back = (page: Page) => page.evaluate(() => history.back());
  const forward = (page: Page) => page.evaluate(() => history.forward());

  test('undo and redo opened entries and jumps one at a time', async () => {
    const { page, row, isAt } = await open(`#/r/${ID}?v=raw`);
    await row(1).waitFor();
    await isAt(undefined, false);
    await row(1).click();
    await isAt(1, true);
    await page.keyboard.press('m');
    await isAt(2, true);
    await row(5).click();
    await isAt(5, true);
    await back(page);
    await isAt(2, true);
    await back(page);
    await isAt(1, true);
    await back(page);
    await isAt(undefined, false);
    await forward(page);
    await isAt(1, true);
    await forward(page);
    await isAt(2, true);
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/r/${ID}/e/2?v=raw`);
  });

  test.runIf(isLong)('undo Enter on a row, but not the arrow keys that led there', async () => {
    const { page, row, isAt, length } = await open(`#/r/${ID}?v=raw`);
    await row(1).waitFor();
    const before = await length();
    await page.getByTestId('timeline').focus();
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowDown');
    await isAt(2, false);
    expect(await length()).toBe(before);
    await page.keyboard.press('Enter');
    await isAt(2, true);
    await expect.poll(length).toBe(before + 1);
    await back(page);
    await isAt(2, false);
    await forward(page);
    await isAt(2, true);
  });

  test('undo a chip, and a typed filter as a whole', async () => {
    const { page, row, length } = await open(`#/r/${ID}?v=raw`);
    await row(0).waitFor();
    const before = await length();
    const field = page.getByRole('combobox', { name: 'Filter' });
    await page.getByRole('button', { name: 'requests' }).click();
    await expect.poll(() => field.inputValue()).toBe('kind:request');
    await field.click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(' from:agent');
    await page.keyboard.press('Enter');
    await expect.poll(() => row(1).count()).toBe(0);
    await expect.poll(length).toBe(before + 2);
    await back(page);
    await expect.poll(() => field.inputValue()).toBe('kind:request');
    await row(1).waitFor();
    await back(page);
    await expect.poll(() => field.inputValue()).toBe('');
    await row(0).waitFor();
    await forward(page);
    await forward(page);
    await expect.poll(() => field.inputValue()).toBe('kind:request from:agent');
  });

  test('undo "Follow tool call" and a change of view, and restore the scroll position', async () => {
    const { page } = await open('#/r/long?v=raw');
    const timeline = page.getByTestId('timeline');
    const top = () => timeline.evaluate((element) => element.scrollTop);
    await timeline.locator('[data-seq="3"]').waitFor();
    const before = await page.evaluate(() => history.length);
    await timeline.evaluate((element) => void (element.scrollTop = 2400));
    await page.waitForFunction(() => Reflect.get(Object(history.state), 'place') === 100);
    expect(await page.evaluate(() => history.length)).toBe(before);
    const ofCall = timeline.locator('[data-seq]', { hasText: 'tool_call' }).last();
    await ofCall.click({ button: 'right' });
    const left = await top(); // the row was scrolled into view for the click
    const isAsLeft = async () => Math.abs((await top()) - left) < 24; // a difference of less than a row
    const place = () => page.evaluate(() => Number(Reflect.get(Object(history.state), 'place')));
    const isKept = async () => Math.abs((await place()) * 24 - (await top())) < 24; // the page has seen the scrolling
    await page.getByRole('menuitem', { name: /Follow tool call/ }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Filter' }).inputValue()).toMatch(/^tool:/);
    await expect.poll(top).not.toBe(left);
    await back(page);
    await expect.poll(() => page.getByRole('combobox', { name: 'Filter' }).inputValue()).toBe('');
    await expect.poll(isAsLeft).toBe(true);
    await expect.poll(isKept).toBe(true);
    await page.keyboard.press('5');
    await page.locator('.view-tab[aria-current="page"]', { hasText: 'Stats' }).waitFor();
    await back(page);
    await expect.poll(isAsLeft).toBe(true);
    await forward(page);
    await page.locator('.view-tab[aria-current="page"]', { hasText: 'Stats' }).waitFor();
  });

  test.runIf(isLong)('return from an entry to the finding that linked to it', async () => {
    const { page, isAt } = await open('#/r/demo/findings');
    await page.locator('[data-finding]').first().click();
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/r\/demo\/e\/\d+$/);
    const seq = Number(/e\/(\d+)/.exec(page.url())?.[1]);
    await back(page);
    await expect.poll(() => new URL(page.url()).hash).toBe('#/r/demo/findings');
    await forward(page);
    await isAt(seq, true);
  });

  test.runIf(isLong)('close the detail on a narrow screen, where it covers the list', async () => {
    const { page, row, isAt } = await open(`#/r/${ID}?v=raw`, { viewport: { width: 420, height: 800 } });
    await row(1).click();
    await isAt(1, true);
    await back(page);
    await isAt(undefined, false);
    await expect.poll(() => row(1).isVisible()).toBe(true);
  });

  test('keep the view from a recording to the list and on to another one, also in a new tab', async () => {
    const { page } = await open(`#/r/${ID}/conversation`, { viewport: { width: 420, height: 800 } });
    await page.getByRole('link', { name: 'All recordings' }).click();
    const other = page.locator('[data-recording="claude-edit"]');
    if (isLong) {
      const opening = page.context().waitForEvent('page');
      await other.click({ modifiers: ['ControlOrMeta'] });
      const tab = await opening;
      await tab.locator('main[data-view="conversation"]').waitFor();
      await tab.close();
    }
    await other.click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#/r/claude-edit/conversation');
  });

  test.runIf(isLong)('leave the page at the first recording, which the user did not choose', async () => {
    const { page } = await openPage(browser, inspector);
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/r\//);
    expect(await page.evaluate(() => history.length)).toBe(2); // about:blank and the page
  });

  test.runIf(isLong)('do not break old links to entries and views', async () => {
    const { page, detail } = await open(`#/r/${ID}`);
    const entries = [
      [`#/r/${ID}/e/5`, '#5'],
      [`#/r/${ID}/conversation/e/9`, '#9'],
      [`#/r/${ID}/e/5?v=raw`, '#5'],
      [`#/r/${ID}/e/7?q=kind%3Arequest&v=raw&r=0..2000000`, '#7'],
      [`#/r/${ID}/sequence/e/5`, '#5'],
    ] as const;
    for (const [hash, seq] of entries) {
      await goTo(page, hash);
      await step(hash, () => detail.locator('.detail-seq', { hasText: new RegExp(`^${seq}$`) }).waitFor());
      expect(new URL(page.url()).hash).toBe(hash);
    }
    const views = [
      [`#/r/${ID}/findings`, 'Findings'],
      [`#/r/${ID}/stats`, 'Stats'],
      [`#/r/${ID}/info`, 'Info'],
      [`#/r/${ID}/compare?with=demo`, 'Compare'],
    ] as const;
    for (const [hash, name] of views) {
      await goTo(page, hash);
      await step(hash, () => page.locator('.view-tab[aria-current="page"]', { hasText: name }).waitFor());
      expect(new URL(page.url()).hash).toBe(hash);
    }
  });
});
