import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { goTo, openListed, openOnce } from '../support/inspector-page.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { acptap, importInto, peer, startShim } from '../support/processes.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);
const DEMO = 'recordings/examples/demo.acp.jsonl';

/** Holds requests back from now on. Returns a function that lets them go. */
async function hold(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(path, async (route) => {
    await promise;
    await route.continue().catch(() => {}); // the page may have cancelled it
  });
  return () => resolve(undefined);
}

describe.skipIf(browserIsMissing())('while an answer is still to come', () => {
  let home: string;
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    home = temporaryFolder(lastly);
    await importInto(home, DEMO, lastly);
    await acptap(home, 'comment', 'latest#5', 'asked upstream');
    inspector = await startInspector(home, lastly);
    browser = await sharedBrowser();
  });

  test.runIf(isLong)('the palette keeps the chosen line, and a second Enter does nothing', async () => {
    const { page } = await shared(browser, inspector, '#/r/demo');
    await page.locator('[data-seq]').first().waitFor();
    const palette = page.getByRole('dialog', { name: 'Go to' });
    const active = palette.locator('[role="option"][aria-selected="true"]');
    const letTurns = await hold(page, '**/turns*');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('turn');
    await active.getByText('next prompt turn').waitFor();
    await page.keyboard.press('ArrowDown');
    await active.getByText('previous prompt turn').waitFor();
    letTurns();
    await palette.getByText('Turn 2').waitFor();
    expect(await active.textContent()).toContain('previous prompt turn');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });

    const letMore = await hold(page, '**/turns*');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('time: since');
    await active.getByText('time: since start').waitFor();
    const mode = page.locator('.time-mode');
    const before = await mode.textContent();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    letMore();
    await palette.waitFor({ state: 'detached' });
    await expect.poll(() => mode.textContent()).not.toBe(before);
    const after = await mode.textContent();
    await page.keyboard.press('t');
    await expect.poll(() => mode.textContent()).not.toBe(after);
    expect(new Set([before, after, await mode.textContent()]).size).toBe(3);
  });

  test.runIf(isLong)('each Enter in Find goes one hit further', async () => {
    const { page } = await shared(browser, inspector, '#/r/demo');
    await page.locator('[data-seq]').first().waitFor();
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: /^Find/ }).fill('sessionId'); // at once: a part of it has other hits
    const hits = page.locator('.find-hits');
    await expect.poll(() => hits.textContent()).toMatch(/^1 of/);
    const letSeek = await hold(page, '**/seek*');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    letSeek();
    await expect.poll(() => hits.textContent()).toMatch(/^3 of/);
  });

  test.runIf(isLong)('the chosen suggestion stays chosen', async () => {
    const { page } = await shared(browser, inspector, '#/r/demo');
    await page.locator('[data-seq]').first().waitFor();
    const letValues = await hold(page, '**/values*');
    await page.keyboard.press('/');
    await page.keyboard.type('kind:');
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    const active = list.locator('[aria-selected="true"] code');
    await page.keyboard.press('ArrowDown');
    await list.locator('[role="option"]:first-child[aria-selected="true"]').waitFor();
    const chosen = await active.textContent();
    letValues();
    await list.locator('.suggestion-count').first().waitFor();
    expect(await active.textContent()).toBe(chosen);
  });

  test.runIf(isLong)('a comment is added once, and the next one can be written', async () => {
    const { page } = await shared(browser, inspector, '#/r/demo');
    await page.locator('[data-recording]').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Comment…' }).click();
    const field = page.getByRole('textbox', { name: 'New comment' });
    await field.fill('one');
    const letMarks = await hold(page, '**/marks');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await field.fill('two');
    letMarks();
    const comments = page.getByRole('list', { name: 'Comments so far' }).getByRole('listitem');
    await comments.first().waitFor();
    expect(await field.inputValue()).toBe('two');
    await page.keyboard.press('Control+Enter');
    await comments.getByText('two').waitFor();
    expect(await comments.locator('.mark-comment').allTextContents()).toEqual(['one', 'two']);
  });

  test.runIf(isLong)('the end of a form closes no dialog that was opened after it', async () => {
    const { page } = await shared(browser, inspector, '#/r/demo');
    await page.locator('[data-recording]').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Name…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('another name');
    const letMarks = await hold(page, '**/marks');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    await palette.waitFor();
    const answered = page.waitForResponse('**/marks');
    letMarks();
    await answered;
    await page.locator('[data-recording]').getByText('another name').waitFor();
    expect(await palette.count()).toBe(1);
  });

  test.runIf(isLong)('the form for a comment on an entry waits for the comment that is there', async () => {
    const { page } = await shared(browser, inspector);
    const rows = [await hold(page, '**/rows*'), await hold(page, '**/entries/*')];
    await goTo(page, '#/r/demo/e/5');
    const dialog = page.getByRole('dialog', { name: 'Comment on #5' });
    await page.getByRole('button', { name: 'Change this recording' }).waitFor({ state: 'attached' });
    await page.keyboard.press('C');
    await dialog.getByText('Loading').or(dialog.getByRole('textbox')).first().waitFor();
    for (const letGo of rows) letGo();
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('asked upstream');
  });

  test.runIf(isLong)('a breakpoint is added once', async () => {
    const { page } = await shared(browser, inspector);
    startShim(peer('echo'), { home, run: ['--name', 'taken part', '--interactive'] });
    await openListed(page, 'taken part');
    await page.keyboard.press('b');
    const field = page.getByLabel('Filter of the breakpoint');
    await field.fill('method:_once');
    const asked: unknown[] = [];
    page.on('request', (request) => request.url().endsWith('/control') && asked.push(request.postDataJSON()));
    const letControl = await hold(page, '**/control');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await field.fill('method:_next');
    await expect.poll(() => asked).toEqual([{ do: 'add-breakpoint', filter: 'method:_once' }]);
    letControl();
    const lines = page.locator('.take-part-line');
    await lines.first().waitFor();
    expect(await field.inputValue()).toBe('method:_next');
    await page.keyboard.press('Enter');
    await lines.getByText('method:_next').waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await page.keyboard.press('Enter'); // would hold every frame
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await lines.getByText('every frame').waitFor();
    const filters = asked.map((verb) => (verb as { readonly filter: string }).filter);
    expect(filters).toEqual(['method:_once', 'method:_next', '']);
  });
});
