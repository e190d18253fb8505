import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { openOnce, type PageOptions } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

/** One page for all tests: each leaves those columns at their defaults that the next test needs. */
const shared = openOnce(cleanUpAfterAll());

describe.skipIf(browserIsMissing())('the columns of the timeline', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = async (hash = '#/r/demo', options: PageOptions = {}) => {
    const opened = await shared(browser, inspector, hash, options);
    await opened.page.getByTestId('timeline').locator('[data-seq]').first().waitFor();
    return opened;
  };
  const handles = (page: Page) => page.getByRole('group', { name: 'Widths of the columns' }).getByRole('separator');
  const handle = (page: Page, label: string) => page.getByRole('separator', { name: `Width of the column: ${label}` });
  /** Drags a handle to the right by so many pixels, or to the left. */
  const drag = async (page: Page, label: string, by: number) => {
    const box = await handle(page, label).boundingBox();
    if (!box) throw new Error(`no handle of ${label}`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y);
    await page.mouse.move(x + by, y);
    await page.mouse.up();
  };

  test('change width when their edges are dragged, in rows and heads', async () => {
    const { page, complaints } = await open();
    const before = await edges(page, 17);
    await drag(page, 'method', 40);
    await drag(page, 'duration', -20);
    const moved = async (seq?: number) => (await edges(page, seq)).map((at, index) => at - (before[index] ?? 0));
    await expect.poll(() => moved(17)).toEqual([0, 0, 0, 0, 40, 40, -20, -20, 0, 0]);
    await expect.poll(() => moved()).toEqual([0, 0, 0, 0, 40, 40, -20, -20, 0, 0]);
    for (const label of ['method', 'duration']) await handle(page, label).press('Enter'); // the default
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)('change width without creating rows again', async () => {
    const { page } = await open();
    await page.evaluate(() => {
      const list = document.querySelector('#timeline');
      const changes = { count: 0 };
      Object.assign(globalThis, { changes });
      const observer = new MutationObserver((records) => void (changes.count += records.length));
      if (list) observer.observe(list, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    const changes = () => page.evaluate(() => (globalThis as unknown as { changes: { count: number } }).changes.count);
    await page.mouse.move(700, 90); // off the rows: a row under the pointer highlights its pair
    const idle = await changes();
    await drag(page, 'method', 40);
    await expect.poll(() => handle(page, 'method').getAttribute('aria-valuenow')).toBe('260');
    expect(await changes()).toBe(idle);
    await page.keyboard.press('j');
    await page.locator('[aria-selected="true"][data-place]').waitFor();
    await expect.poll(() => changes()).toBeGreaterThan(idle);
    await handle(page, 'method').press('Enter'); // the default
  });

  test.runIf(isLong)('keep their widths after a reload and in other recordings, until a double click', async () => {
    const { page } = await open();
    const width = () => handle(page, 'method').getAttribute('aria-valuenow');
    const [own, wider] = ['220', '260'];
    await expect.poll(() => width()).toBe(own);
    await drag(page, 'method', 40);
    await expect.poll(() => width()).toBe(wider);
    await page.reload();
    await page.locator('[data-seq]').first().waitFor();
    await expect.poll(() => width()).toBe(wider);
    await page.locator('[data-recording="claude-edit"]').click();
    await page.waitForURL(/claude-edit/);
    await page.locator('[data-seq="17"]').waitFor();
    await expect.poll(() => width()).toBe(wider);
    await handle(page, 'method').dblclick();
    await expect.poll(() => width()).toBe(own);
    if (!isLong) return;
    await page.reload();
    await page.locator('[data-seq]').first().waitFor();
    await expect.poll(() => width()).toBe(own);
  });

  test('are changed by keys, which do not move the selection', async () => {
    const { page, row } = await open('#/r/demo/e/17');
    await row(17).waitFor();
    await page.keyboard.press('Escape'); // closes the detail
    await page.evaluate(() => new Promise(requestAnimationFrame)); // the focus is in the list from the next frame on
    const method = handle(page, 'method');
    const now = async () => Number(await method.getAttribute('aria-valuenow'));
    await method.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => now()).toBe(228);
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => now()).toBe(188);
    await page.keyboard.press('Home');
    await expect.poll(() => now()).toBe(Number(await method.getAttribute('aria-valuemin')));
    await page.keyboard.press('End');
    await expect.poll(() => now()).toBe(Number(await method.getAttribute('aria-valuemax')));
    await expect.poll(() => widthOfSummary(page)).toBeGreaterThanOrEqual(240);
    await page.keyboard.press('Enter');
    await expect.poll(() => now()).toBe(220);
    expect(page.url()).toMatch(/\/e\/17$/);
  });

  test.runIf(isLong)('leave twelve letters of preview, and the whole method inside a turn', async () => {
    const { page, row } = await open('#/r/gemini-edit');
    await row(20).waitFor();
    await expect.poll(() => widthOfSummary(page)).toBeGreaterThanOrEqual(240);
    await row(20).click();
    await page.getByRole('complementary', { name: 'Entry' }).waitFor();
    const method = row(20).locator('.cell-title');
    await expect.poll(() => method.textContent()).toBe('fs/read_text_file');
    await expect.poll(() => row(20).getAttribute('aria-level')).toBe('3');
    await expect.poll(() => method.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
    const least = () =>
      page
        .locator('#timeline .summary-text')
        .evaluateAll((texts) =>
          Math.min(...texts.filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.clientWidth)),
        );
    await expect.poll(least).toBeGreaterThanOrEqual(80);
  });

  test('give the summary more than half of a phone on average, and keep direction, method and findings', async () => {
    const { page, row } = await open('#/r/claude-edit', { viewport: { width: 420, height: 900 } });
    await row(17).waitFor();
    const widths = (cell: string) =>
      page
        .locator(`[data-seq]:not([data-led='true']) > .${cell}`)
        .evaluateAll((cells) => cells.map((each) => each.getBoundingClientRect().width));
    await expect.poll(async () => Math.min(...(await widths('cell-wire')))).toBeGreaterThan(12);
    expect(Math.min(...(await widths('cell-title')), ...(await widths('cell-findings')))).toBeGreaterThan(20);
    const summaries = await widths('cell-summary');
    expect(Math.min(...summaries)).toBeGreaterThan(150);
    expect(summaries.reduce((sum, width) => sum + width, 0) / summaries.length).toBeGreaterThan(210);
    const cut = row(26).locator('.summary-text');
    expect(await cut.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  });

  test('show a method of 25 letters below a session, and on a phone the whole of session/prompt', async () => {
    const { page, row } = await open('#/r/claude-edit');
    const hidden = (seq: number) =>
      row(seq)
        .locator('.cell-title')
        .evaluate((cell) => cell.scrollWidth - cell.clientWidth);
    await row(17).waitFor();
    await expect.poll(() => row(16).locator('.cell-title').textContent()).toBe('available_commands_update');
    await expect.poll(() => hidden(16)).toBe(0);
    await page.setViewportSize({ width: 420, height: 900 });
    await expect.poll(() => row(17).locator('.cell-title').textContent()).toBe('session/prompt');
    await expect.poll(() => hidden(17)).toBe(0);
  });

  test.runIf(isLong)('end the text of all durations at one edge, and have triangles of one font', async () => {
    const { page, row } = await open('#/r/claude-edit');
    await row(17).waitFor();
    const ends = () =>
      page.locator('.row > .cell-duration').evaluateAll((cells) => {
        const texts = cells.filter((cell) => cell.textContent !== '');
        const range = document.createRange();
        const right = (cell: Element) => {
          range.selectNodeContents(cell.firstElementChild ?? cell);
          return Math.round(range.getBoundingClientRect().right);
        };
        return [...new Set(texts.map(right))];
      });
    await expect.poll(async () => (await ends()).length).toBe(1);
    const fonts = await page
      .locator('.row .chevron')
      .evaluateAll((all) => [...new Set(all.map((each) => getComputedStyle(each).font))]);
    expect(fonts).toHaveLength(1);
  });

  test.runIf(isLong)(
    'keep the chosen widths beside the detail where they fit, and shrink where they do not',
    async () => {
      const { page, row } = await open('#/r/demo', { viewport: { width: 1540, height: 900 } });
      const width = async (label: string) => Number(await handle(page, label).getAttribute('aria-valuenow'));
      await drag(page, 'method', -60);
      await drag(page, 'duration', -20);
      await row(6).click();
      await page.getByRole('complementary', { name: 'Entry' }).waitFor();
      const shown = () => handles(page).evaluateAll((all) => all.map((each) => each.getAttribute('data-column')));
      await expect.poll(shown).toEqual(['seq', 'time', 'wire', 'title', 'waterfall', 'duration', 'findings']);
      await expect.poll(() => width('method')).toBe(160);
      await expect.poll(() => width('duration')).toBe(92);
      await drag(page, 'method', 400);
      await expect.poll(() => width('method')).toBeGreaterThan(160);
      await expect.poll(() => widthOfSummary(page)).toBeGreaterThanOrEqual(160);
      await expect.poll(async () => (await edges(page, 17)).join() === (await edges(page)).join()).toBe(true);
      const wide = await width('method');
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect.poll(() => width('method')).toBeLessThan(wide);
      await expect.poll(() => widthOfSummary(page)).toBeGreaterThanOrEqual(160);
      await page.setViewportSize({ width: 1540, height: 900 });
      await expect.poll(() => width('method')).toBe(wide);
      await page.setViewportSize({ width: 420, height: 900 });
      await handle(page, 'method').waitFor({ state: 'hidden' });
    },
  );

  test.runIf(isLong)('stay visible at any column width and any window width', async () => {
    const { page } = await open('#/r/demo', { viewport: { width: 2400, height: 900 } });
    for (const separator of await handles(page).all()) {
      await separator.focus();
      await page.keyboard.press('End');
    }
    await page.setViewportSize({ width: 1262, height: 900 }); // one or two pixels wider than where columns are dropped
    await page.waitForFunction(() => document.querySelector('.column-handles')?.getBoundingClientRect().width === 982);
    const columns = async () => {
      const tracks = await page
        .locator('.column-handles')
        .evaluate((element) => getComputedStyle(element).gridTemplateColumns);
      const widths = tracks.split(' ').map((track) => Number.parseFloat(track));
      const room = await page.getByTestId('timeline').evaluate((list) => list.clientWidth);
      return {
        count: widths.length,
        areWide: Math.min(...widths) >= 32,
        haveRoom: widths.reduce((sum, width) => sum + width, 0) <= room,
      };
    };
    await expect.poll(columns).toEqual({ count: 10, areWide: true, haveRoom: true });
  });

  test.runIf(isLong)('change width where the browser allows no storage', async () => {
    const prepare = (page: Page) =>
      page.addInitScript(() =>
        Object.defineProperty(globalThis, 'localStorage', {
          get: () => {
            throw new DOMException('no storage here', 'SecurityError');
          },
        }),
      );
    const { page, complaints } = await open('#/r/demo', { prepare });
    await drag(page, 'method', 40);
    await expect.poll(() => handle(page, 'method').getAttribute('aria-valuenow')).toBe('260');
    expect(complaints).toEqual([]);
  });
});

const widthOfSummary = async (page: Page) => (await page.locator('.column-heads > .cell-summary').boundingBox())?.width;

/** Where each cell of a row begins, in whole pixels. Without `seq`: the column heads. */
const edges = (page: Page, seq?: number): Promise<readonly number[]> =>
  page
    .locator(seq === undefined ? '.column-heads' : `#timeline [data-seq="${seq}"]`)
    .first()
    .evaluate((row) => [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().x)));
