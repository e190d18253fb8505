import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { seriousFindingsIfLong } from '../support/axe.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { goTo, openOnce, reuse } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

describe.skipIf(browserIsMissing())('files in the page', () => {
  let browser: Browser;
  let inspector: Inspector;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });

  test('a tool call is one card, with the write beside the proposal; from there to the file and back', async () => {
    const opened = await shared(browser, inspector, '#/r/changed/e/7');
    const { page, detail, complaints } = opened;
    const call = detail.locator('[data-tool-call="c"]');
    await detail.getByRole('tab', { name: 'Call', selected: true }).waitFor();
    await expect.poll(() => call.textContent()).toContain('written differently');
    const text = (await call.textContent()) ?? '';
    const places = [
      'announced',
      'two',
      'Permission',
      'chosen by the client after',
      'Wrote',
      'Proposed, and what was written instead',
    ];
    expect(places.map((place) => text.indexOf(place))).toEqual(
      places.map((place) => text.indexOf(place)).toSorted((a, b) => a - b),
    );
    expect(text).toMatch(/agent .*person|person .*agent/);
    expect(text).toContain('not as proposed · allowed (#8)');
    expect(await call.locator('.operation-note[data-tone="bad"]').count()).toBe(1);

    await call.getByRole('link', { name: '/work/src/main.ts' }).first().click();
    const file = page.locator('[data-file="/work/src/main.ts"]');
    await file.locator('[data-operation="write"]').waitFor();
    expect(await file.getByRole('button', { expanded: true }).count()).toBeGreaterThan(0);
    await page.goBack();
    await call.waitFor();

    await reuse(opened, '#/r/changed/e/14');
    await detail.getByRole('tab', { name: 'Call' }).click();
    await expect.poll(() => detail.textContent()).toContain('Add log');

    // In the conversation, each card shows whether its change was written, by which side, and whether that was permitted.
    await reuse(opened, '#/r/four/conversation');
    const notes = (name: string) =>
      page.getByTestId('conversation').locator(`[data-path="/work/${name}.ts"] .operation-note`).allTextContents();
    await expect.poll(() => notes('d')).toEqual(['add · +1 −0 · written by the agent itself · allowed (#20)']);
    expect(await notes('a')).toEqual(['add · +1 −0 · written as proposed', '+1 −0 · as proposed · allowed (#6)']);
    expect(await notes('b')).toEqual(['add · +1 −0 · not written']);
    expect(await notes('c')).toEqual([
      'add · +1 −0 · written without permission',
      '+1 −0 · as proposed · without permission',
    ]);
    expect(complaints).toEqual([]);
  });

  test('the view has each file with its operations in order; filter, folder, keys and links work', async () => {
    const { page, complaints, detail } = await shared(browser, inspector, '#/r/changed');
    await page.keyboard.press('8');
    const view = page.getByTestId('files');
    await view.getByText('2 files: 1 read, 2 proposals, 2 permissions, 2 writes').waitFor();
    await view.getByText('1 write although the permission was refused').first().waitFor();

    // Up to four files show their operations at once: the change, and whether it was permitted.
    await view.locator('[data-file="/work/log.ts"] [data-operation="write"]').waitFor();
    const main = view.locator('[data-file="/work/src/main.ts"]');
    await main.locator('[data-operation]').nth(3).waitFor();

    // By keyboard: close a file, and open it.
    await main.getByRole('button', { expanded: true }).first().focus();
    await page.keyboard.press('Enter');
    await main.locator('[data-operation]').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await main.locator('[data-operation]').nth(3).waitFor();
    const kinds = await main
      .locator('[data-operation]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-operation')));
    expect(kinds).toEqual(['read', 'proposal', 'permission', 'write']);
    expect(await main.locator('[data-operation="write"] .diff-line[data-kind="added"]').allTextContents()).toEqual([
      '1+ONE',
    ]);
    await main.getByText('Proposed, and what was written instead').waitFor();
    await main.getByText('Final text').click();
    await expect.poll(() => main.getByLabel('Text of the file').textContent()).toBe('ONE\n2\n');
    expect(await seriousFindingsIfLong(page)).toEqual([]);

    // From an operation to its frame, beside the view.
    await main.locator('[data-operation="write"]').getByRole('link', { name: '#10' }).first().click();
    await expect.poll(() => detail.textContent()).toContain('fs/write_text_file');
    await page.keyboard.press('Escape');

    // A folder leaves its files; a filter leaves the operations with a matching entry.
    await view.getByRole('option', { name: /^all \d+ folders$/ }).waitFor({ state: 'attached' });
    await view.getByRole('combobox', { name: 'Folder' }).selectOption('/work/src');
    await view.getByText('1 of 2 files').waitFor();
    await view.getByRole('combobox', { name: 'Folder' }).selectOption('');
    await page.getByRole('combobox', { name: 'Filter' }).fill('method:fs/write_text_file');
    await view.getByText('2 files: 2 writes').waitFor();

    // From a file to its frames in the timeline.
    await view.locator('[data-file="/work/log.ts"]').getByRole('link', { name: 'frames' }).click();
    await page.locator('main[data-view="timeline"]').waitFor();
    await expect.poll(() => page.evaluate(() => location.hash)).toContain(encodeURIComponent('/work/log.ts'));
    await page.goBack();
    await view.locator('[data-file="/work/log.ts"]').waitFor();
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)('a frame that reads or writes a file leads to the file, and so does its response', async () => {
    const opened = await shared(browser, inspector, '#/r/six/e/5');
    const link = opened.detail.locator('.detail-facts').getByRole('link');
    await expect.poll(() => link.allTextContents()).toEqual(['/work/g0.ts']);
    await reuse(opened, '#/r/six/e/6');
    await expect.poll(() => link.allTextContents()).toEqual(['/work/g0.ts']);
    await link.click();
    await opened.page.locator('[data-file="/work/g0.ts"] [data-operation="write"]').waitFor();
    await reuse(opened, '#/r/six/e/1');
    await expect.poll(() => opened.detail.textContent()).toContain('initialize');
    expect(await link.count()).toBe(0);
  });

  test.runIf(isLong)(
    'many files: more appear below, opened ones stay open, and an address leads to any of them',
    async () => {
      const opened = await shared(browser, inspector, '#/r/many/files');
      const { page } = opened;
      const view = page.getByTestId('files');
      const sections = view.locator('[data-file]');
      await view.getByText('520 more files').waitFor();
      const first = view.locator('[data-file="/work/f0.ts"]');
      await first.getByRole('button', { expanded: false }).click();
      await first.locator('[data-operation="read"]').waitFor();
      await view.getByText('520 more files').click();
      await view.getByText('420 more files').waitFor();
      expect(await sections.count()).toBe(200);
      await first.locator('[data-operation="read"]').waitFor();

      await goTo(page, '#/r/many/files?file=%2Fwork%2Ff610.ts');
      const named = view.locator('[data-file="/work/f610.ts"]');
      await named.locator('[data-operation="read"]').waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('f610.ts');
      await first.locator('[data-operation="read"]').waitFor();
    },
  );

  test.runIf(isLong)(
    'Find opens the files that are listed, so that it finds what was written, and they stay open',
    async () => {
      const { page } = await shared(browser, inspector, '#/r/six/files');
      const view = page.getByTestId('files');
      await view.locator('[data-file="/work/g5.ts"]').getByRole('button', { expanded: false }).waitFor();
      await page.keyboard.press('Control+f');
      await page.getByRole('search').getByRole('textbox').fill('NEEDLE');
      await expect.poll(() => page.locator('.find-hits').textContent()).toBe('1 of 2 occurrences'); // the write, and the last text
      await page.keyboard.press('Escape');
      expect(await view.getByRole('button', { expanded: true }).filter({ hasText: 'g4.ts' }).count()).toBe(1);
    },
  );
});
