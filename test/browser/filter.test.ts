import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, someOf } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { goTo, openOnce, type PageOptions } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

const shared = openOnce(cleanUpAfterAll());

describe.skipIf(browserIsMissing())('the filter', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = async (hash: string, look: PageOptions = {}) => {
    const opened = await shared(browser, inspector, hash, look);
    await opened.page.getByTestId('timeline').locator('[data-seq]').first().waitFor();
    return { ...opened, field: opened.page.getByRole('combobox', { name: 'Filter' }) };
  };

  test('shows the matching entries, counts the hidden ones, and is in the address', async () => {
    const { page, row, field, complaints } = await open('#/r/demo?v=raw');
    await page.keyboard.press('/');
    await page.keyboard.type('has:finding');
    await page.getByText('showing 2 of 58').waitFor();
    await page.waitForURL(/q=has%3Afinding/);
    await expect.poll(() => page.getByTestId('timeline').locator('[data-seq]').count()).toBe(2);
    await page.keyboard.press('Enter');
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(false);
    await page.keyboard.press('/');
    await page.keyboard.press('Escape'); // moves the focus to the list
    await page.keyboard.press('Escape'); // clears the filter
    await row(0).waitFor();
    expect(complaints).toEqual([]);
  });

  test('shows its mistake and where it is, and keeps the previous filter in force', async () => {
    const { page, field } = await open('#/r/demo?v=raw&q=has:finding');
    await page.getByText('showing 2 of').waitFor();
    await field.fill('has:finding mehtod:x');
    const problem = page.getByRole('alert').filter({ hasText: 'mehtod' });
    await problem.waitFor();
    await expect.poll(() => problem.locator('mark').textContent()).toContain('mehtod');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await field.press('Enter'); // applies what is typed at once
    const next = page.waitForRequest(/\/rows\?/);
    await page.getByRole('button', { name: 'Raw' }).click();
    expect(new URL((await next).url()).searchParams.get('q')).toBe('has:finding');
    await page.getByText('showing 2 of').waitFor();
  });

  test('suggests fields, then values of this recording with their counts', async () => {
    const { page, field } = await open('#/r/demo');
    await field.click();
    await field.pressSequentially('met');
    await page.getByRole('option', { name: 'method:' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: /session\/update/ }).waitFor();
    await field.pressSequentially('init');
    await page.getByRole('option', { name: /^initialize/ }).click();
    await expect.poll(() => field.inputValue()).toBe('method:initialize ');
    await page.getByText('showing 2 of').waitFor();
  });

  test('leaves the list in its place, whatever the filter bar shows and at any width', async () => {
    const { page } = await open('#/r/demo?v=raw');
    const top = async () => (await page.getByTestId('timeline').boundingBox())?.y;
    for (const width of someOf([1440, 1000, 420, 700, 340], 5, 2)) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForFunction((wanted) => innerWidth === wanted, width);
      await page.locator('.strip-drawing').waitFor({ state: 'attached' });
      await goTo(page, '#/r/demo?v=raw');
      await page.locator('.filter-showing', { hasText: '58 entries' }).waitFor({ state: 'attached' });
      const alone = await top();
      const isInPlace = async () => ({ width, top: await top() });
      await page.getByRole('button', { name: 'noise' }).click();
      await page.getByText('showing 1 of').waitFor({ state: 'attached' });
      await expect.poll(isInPlace).toEqual({ width, top: alone });
      await goTo(page, '#/r/demo?v=raw&r=100000..900000&q=kind:request');
      await page.getByRole('button', { name: '0.100 – 0.900' }).waitFor();
      await expect.poll(isInPlace).toEqual({ width, top: alone });
    }
  });

  test('leaves the clicked row below the pointer when the detail opens, in windows that have room for both', async () => {
    const { page, row, detail } = await open('#/r/demo?v=raw');
    for (const width of someOf([1440, 1280, 1100], 3, 2)) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForFunction((wanted) => innerWidth === wanted, width);
      await page.locator('.strip-drawing').waitFor();
      const y = async () => ({ width, y: (await row(8).boundingBox())?.y });
      const before = await y();
      await row(8).click();
      await detail.waitFor();
      await expect.poll(y).toEqual(before);
      await page.keyboard.press('Escape');
      await detail.waitFor({ state: 'detached' });
    }
  });

  test.runIf(isLong).each([800, 1024])(
    'shows the selected row above a detail that opens below the list: %d px',
    async (width) => {
      const { page, row, detail } = await open('#/r/demo?v=raw', { viewport: { width, height: 700 } });
      const list = page.getByTestId('timeline');
      await row(16).click();
      await detail.waitFor();
      const isAbove = async () => {
        const [selected, all] = [await row(16).boundingBox(), await list.boundingBox()];
        return selected && all && selected.y + selected.height <= all.y + all.height;
      };
      await expect.poll(isAbove).toBe(true);
    },
  );

  test.runIf(isLong)('without hits names the value that nothing has, and suggests a similar one', async () => {
    const { page, row, field, complaints } = await open('#/r/demo?v=raw');
    await field.fill('from:agent status:comple');
    const empty = page.locator('.nothing-found');
    await empty.getByText('No entry here has the status “comple”. Values of status are ok, completed').waitFor();
    await empty.getByRole('button', { name: 'status:completed' }).click();
    await row(22).waitFor();
    await expect.poll(() => field.inputValue()).toBe('from:agent status:completed');
    await field.fill('kind:invalid from:client');
    await empty.waitFor();
    await empty.getByRole('button', { name: 'Show everything' }).click();
    await row(0).waitFor();
    expect(complaints).toEqual([]);
  });

  test('is built from a row, with the mouse and with the keyboard', async () => {
    const { page, row, field } = await open('#/r/demo?v=raw');
    await row(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Only this method initialize' }).click();
    await page.getByText('showing 2 of').waitFor();
    await expect.poll(() => field.inputValue()).toBe('method:initialize');
    await row(1).click();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash.includes('q=method%3Ainitialize+id%3A'));
    await page.getByText('showing 2 of').waitFor();
  });

  test.runIf(isLong)('offers recent filters when it is empty', async () => {
    const { page, field, complaints } = await open('#/r/demo');
    await field.fill('kind:request');
    await page.keyboard.press('Enter');
    await field.fill('');
    await page.getByRole('option', { name: 'kind:request used before' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)('keeps the selected entry while it matches, and says when it does not', async () => {
    const { page, row, field } = await open('#/r/demo?v=raw');
    await row(23).click();
    await field.fill('kind:invalid');
    await page.locator('[data-seq="23"][aria-selected="true"]').waitFor();
    await field.fill('kind:request');
    await page.getByText('Entry #23 is not among these').waitFor();
    expect(await page.locator('[data-place][aria-selected="true"]').count()).toBe(0);
  });

  test.runIf(isLong)('finds text in the bodies of frames, counts the hits, and goes from one to the next', async () => {
    const { page, complaints } = await open('#/r/claude-edit?v=raw');
    await page.keyboard.press('Control+f');
    const bar = page.getByRole('search', { name: 'Find in the entries' });
    await bar.getByRole('textbox').fill('notes.txt'); // at once: a part of it has other hits
    await bar.getByText(/^1 of \d+ entries$/).waitFor();
    const first = await page.locator('[aria-selected="true"][data-seq]').getAttribute('data-seq');
    expect(await page.getByRole('complementary', { name: 'Entry' }).count()).toBe(0);
    await page.keyboard.press('Enter');
    await bar.getByText(/^2 of \d+ entries$/).waitFor();
    const mark = page.getByRole('complementary', { name: 'Entry' }).locator('mark[data-current="true"]');
    await mark.waitFor(); // the text is read from the mark
    await expect.poll(() => mark.textContent()).toBe('notes.txt');
    await expect.poll(() => bar.getByRole('textbox').evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('N');
    await page.waitForFunction(
      (seq) => document.querySelector(`[data-seq="${seq}"]`)?.getAttribute('aria-selected') === 'true',
      first,
    );
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)(
    'leads with e to an error that Enter opens, even if pressed before the server has answered',
    async () => {
      const [asked, held] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      const { page, detail } = await open('#/r/demo');
      await page.route(/\/seek\?/, async (route) => {
        asked.resolve(undefined);
        await held.promise;
        await route.continue();
      });
      await page.keyboard.press('e');
      await page.keyboard.press('Enter');
      await asked.promise;
      expect(await detail.count()).toBe(0);
      held.resolve(undefined);
      await page.waitForURL(/\/e\/5$/);
      await detail.and(page.locator(':focus')).waitFor();
      await page.unroute(/\/seek\?/);
    },
  );

  test.runIf(isLong)('leads with e and E from error to error, and says when there is no other', async () => {
    const { page, complaints } = await open('#/r/demo');
    await page.keyboard.press('e');
    await page.waitForURL(/\/e\/5$/);
    await page.keyboard.press('e');
    await page.waitForURL(/\/e\/23$/);
    await page.keyboard.press('e');
    await page.getByText('No further finding or error.').waitFor();
    await page.keyboard.press('E');
    await page.waitForURL(/\/e\/5$/);
    expect(complaints).toEqual([]);
  });

  // The last, because it leaves an error in the console.
  test.runIf(isLong)('is not blamed for an entry that does not exist', async () => {
    const { page, field, complaints } = await open('#/r/demo/e/9999');
    await page.getByText('This recording has no such entry.').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await field.fill('kind:request');
    await page.getByText(/^showing \d+ of/).waitFor();
    expect(await page.locator('.timeline-hidden').count()).toBe(0);
    expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
  });
});
