import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { goTo, openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

describe.skipIf(browserIsMissing())('the detail of an entry', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = async (hash: string) => {
    const opened = await shared(browser, inspector, hash);
    const tab = (name: string) => opened.detail.getByRole('tab', { name }).click();
    await opened.detail.getByRole('tab', { name: 'JSON' }).waitFor();
    return { ...opened, tab };
  };

  test('shows both the request and its response', async () => {
    const { detail, tab, complaints } = await open('#/r/claude-edit/e/1');
    await tab('Pair');
    await detail.locator('.pair-half').nth(1).waitFor();
    await expect.poll(() => detail.locator('.pair-half').nth(0).textContent()).toContain('clientInfo');
    await expect.poll(() => detail.locator('.pair-half').nth(1).textContent()).toContain('agentInfo');
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)('shows when the request was sent and answered, and how long that took', async () => {
    const { detail, tab } = await open('#/r/claude-edit/e/1');
    await tab('Timing');
    const timing = () => detail.locator('.timing').textContent();
    await expect.poll(timing).toContain('took229 ms');
    await expect.poll(timing).toContain('answered0.23');
  });

  test.runIf(isLong)('names the schema definition, and shows which members are present', async () => {
    const { detail, tab } = await open('#/r/claude-edit/e/3');
    await tab('Schema');
    await detail.getByText('NewSessionRequest').waitFor();
    const cwd = detail.locator('tr', { hasText: 'cwd' }).first();
    await expect.poll(() => cwd.textContent()).toContain('required');
    await expect.poll(() => cwd.getAttribute('data-there')).toBe('true');
  });

  test('of a group lists its frames and their joined text', async () => {
    const { page, row, detail } = await open('#/r/claude-edit/e/21');
    await detail.getByRole('tab', { name: 'Frames', selected: true }).waitFor();
    await detail.locator('[data-frame]').nth(2).waitFor();
    await expect.poll(() => detail.locator('.frames-text').textContent()).toContain('I will plan, read notes');
    await detail.locator('[data-frame]').nth(1).click();
    await page.waitForURL(/\/e\/22$/);
    // The link opens the group in the timeline and selects the frame's row.
    await row(22).and(page.locator('[aria-selected="true"]:not([data-group-kind])')).waitFor();
    await expect.poll(() => detail.locator('.detail-title').textContent()).toBe('#22 session/update');
  });

  test('finds text in its tree, in closed parts too', async () => {
    const { page, detail, tab } = await open('#/r/claude-edit/e/18');
    await tab('JSON');
    await detail.getByRole('searchbox', { name: 'Search in the tree' }).fill('description');
    await detail.getByText(/^1 of \d+$/).waitFor();
    await detail.locator('[data-found="true"]').waitFor();
    await page.keyboard.press('Enter');
    await detail.getByText(/^2 of \d+$/).waitFor();
    await expect.poll(() => detail.locator('[data-found="true"]').count()).toBe(1);
  });

  test('opens at a hit of the text filter, and marks it', async () => {
    const { page, detail } = await open('#/r/claude-edit/e/3');
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find in the entries' }).fill('owner: NOBODY');
    const mark = detail.locator('[data-found="true"] mark[data-current="true"]');
    await mark.waitFor();
    const first = new URL(page.url()).hash;
    await expect.poll(() => mark.textContent()).toBe('owner: nobody');
    await expect.poll(() => mark.evaluate(isInSight)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForFunction((before) => location.hash !== before, first);
    await mark.waitFor();
    await detail.getByRole('tab', { name: 'JSON', selected: true }).waitFor();
    // A line of stderr is plain text, and is shown as that.
    await goTo(page, '#/r/claude-edit/e/4?v=raw');
    await page.getByRole('textbox', { name: 'Find in the entries' }).fill('[session/create]');
    await detail.getByRole('tab', { name: 'Raw', selected: true }).waitFor();
    await detail.locator('.raw-text', { hasText: '[session/create]' }).waitFor();
    const marks = () =>
      page.evaluate(() => [...(CSS.highlights.get('sought') ?? [])].map((range) => (range as Range).toString()));
    await expect.poll(marks).toEqual(['[session/create]']);
  });

  test('opens a hit of the search in all recordings at the word, deep in a text', async () => {
    const { page, detail } = await open('#/r/claude-edit/e/1');
    await page.keyboard.press('s');
    const field = page.getByRole('searchbox', { name: 'Search all recordings' });
    await field.fill('"SECOND needle"');
    await page.locator('[data-found="tall"] .search-hit').first().click();
    const mark = detail.locator('[data-found="true"] mark[data-current="true"]');
    await expect.poll(() => mark.textContent()).toBe('second needle');
    await expect.poll(() => mark.evaluate(isInSight)).toBe(true);
    await field.press('Escape');
    await expect.poll(() => field.inputValue()).toBe('');
  });

  test.runIf(isLong)('has its actions beside its name, and shows the chosen tab in the narrowest panel', async () => {
    const { page, detail, tab } = await open('#/r/claude-edit/e/1');
    await page.setViewportSize({ width: 1100, height: 700 });
    const title = detail.locator('.detail-title-line');
    await title.getByRole('button', { name: 'Copy' }).waitFor();
    await title.getByRole('button', { name: 'Bytes' }).waitFor();
    await tab('Schema');
    const chosen = detail.getByRole('tab', { name: 'Schema', selected: true });
    await expect.poll(() => chosen.evaluate(isInSight)).toBe(true);
    await page.setViewportSize({ width: 420, height: 700 });
    await expect.poll(() => chosen.evaluate(isInSight)).toBe(true);
  });

  test.runIf(isLong)('shows its whole name, and that its actions are exact, at any width', async () => {
    const { page, detail } = await open('#/r/claude-edit/e/3');
    const isWhole = (element: Element) => element.scrollWidth <= element.clientWidth && element.clientWidth > 0;
    for (const width of [1440, 1024, 420]) {
      await page.setViewportSize({ width, height: 860 });
      await detail.getByText('exact, not redacted:').waitFor();
      for (const part of ['.detail-title', '.detail-exact'])
        await expect
          .poll(async () => ({ width, part, whole: await detail.locator(part).evaluate(isWhole) }))
          .toEqual({ width, part, whole: true });
    }
  });

  test('shows bytes that are not text, and any text as bytes', async () => {
    const { page, detail, tab } = await open('#/r/bytes/e/0');
    await tab('Raw');
    await detail.getByText('7b ff fe 0a').waitFor();
    await page.goto(`${page.url().split('#')[0]}#/r/claude-edit/e/3`);
    await detail.locator('.detail-seq', { hasText: '#3' }).waitFor();
    await tab('Raw');
    await detail.getByRole('button', { name: 'Bytes in hex' }).click();
    await detail.getByText('7b 22 6a 73').waitFor();
    await expect.poll(() => detail.locator('.hex-text').first().textContent()).toBe('{"jsonrpc":"2.0"');
  });
});

/** Whether an element is wholly visible in its scrolling ancestors. Runs in the page. */
function isInSight(element: Element): boolean {
  const own = element.getBoundingClientRect();
  for (let around = element.parentElement; around; around = around.parentElement) {
    const box = around.getBoundingClientRect();
    const scrolls = getComputedStyle(around).overflowX !== 'visible';
    if (scrolls && (own.left < box.left - 1 || own.right > box.right + 1)) return false;
    if (scrolls && (own.top < box.top - 1 || own.bottom > box.bottom + 1)) return false;
  }
  return true;
}
