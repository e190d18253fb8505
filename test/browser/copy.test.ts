import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, someOf } from '../support/effort.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { goTo, openFile, openOnce, openPage } from '../support/inspector-page.ts';
import { readOnlyInspector, startInspector, type Inspector } from '../support/inspector.ts';
import { acptap, importInto } from '../support/processes.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

describe.skipIf(browserIsMissing())('copying', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = async (hash: string) => {
    const opened = await shared(browser, inspector, hash);
    await opened.page.getByText(/^Copied/).waitFor({ state: 'detached' }); // by the test before
    await opened.page.locator('[aria-selected="true"][data-seq]').first().waitFor();
    return opened;
  };
  const copied = async (page: Page) => {
    await page
      .getByRole('status')
      .filter({ hasText: /^Copied/ })
      .waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const menu = (page: Page) => page.getByRole('dialog', { name: 'Copy or save' });
  /** Saves the form of a key; `act` accepts the masked values. */
  const saveMasked = async (page: Page, key: string, act: () => Promise<unknown>) => {
    await page.keyboard.press('y');
    await menu(page).waitFor();
    await page.keyboard.press(key);
    await menu(page).getByRole('region', { name: 'Masked values' }).waitFor();
    const download = page.waitForEvent('download');
    await act();
    const file = await download;
    await menu(page).waitFor({ state: 'detached' });
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };

  test.runIf(isLong)('copies the selected group with y and a letter; the notice names form and size', async () => {
    const { page, complaints } = await open('#/r/claude-edit/e/26');
    await page.keyboard.press('y');
    await menu(page).waitFor();
    await page.keyboard.press('m');
    const text = await copied(page);
    expect(text).toMatch(/^sequenceDiagram\n/);
    expect(text).toContain('tool_call · pending · Read File');
    expect(
      await page
        .getByRole('status')
        .filter({ hasText: /^Copied/ })
        .textContent(),
    ).toMatch(/^Copied: Mermaid sequence diagram, \d+ B, redacted: no value masked\.$/);
    await menu(page).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('lists masked values before copying: place, rule and length, and no short value', async () => {
    const { page, complaints } = await open('#/r/secret/e/0');
    await page.evaluate(() => navigator.clipboard.writeText('before'));
    await page.keyboard.press('y');
    await menu(page).waitFor();
    await page.keyboard.press('l');
    const row = menu(page).getByRole('row', { name: /#0/ });
    await row.waitFor();
    await expect
      .poll(() => row.getByRole('cell').allTextContents())
      .toEqual(['#0', 'params.prompt[].text', 'named value', '10 characters', '[redacted-1]']);
    expect(await menu(page).textContent()).not.toContain('swordfish9');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before');
    await page.keyboard.press('Enter');
    const text = await copied(page);
    expect(text).toContain('DB_PASSWORD=[redacted-1]');
    await page.getByText(/^Copied: Recording file, \d+ B, redacted: 1 value masked\.$/).waitFor();
    expect(complaints).toEqual([]);
  });

  test('saves a part, a page that needs no server and a fixture; each rule of the preview can be switched off', async () => {
    const { page, complaints } = await open('#/r/secret/e/0');
    const saved = (key: string, act: () => Promise<unknown>) => saveMasked(page, key, act);
    const rule = () => menu(page).getByRole('checkbox', { name: 'named value (1)' });
    const part = await saved('s', async () => {
      await rule().uncheck();
      await menu(page).getByText('1 value stays readable.').waitFor();
      if (isLong) await rule().check();
      await menu(page).getByRole('button', { name: 'Save' }).click();
    });
    expect(part).toEqual({
      name: expect.stringMatching(/^secret-(?:entry-0|turn-1)\.acp\.jsonl$/),
      text: expect.stringContaining(`DB_PASSWORD=${isLong ? '[redacted-1]' : 'swordfish9'}`),
    });
    const html = await saved('h', () => page.keyboard.press('Enter'));
    expect(html).toEqual({
      name: expect.stringMatching(/^secret-(?:entry-0|turn-1)\.html$/),
      text: expect.stringContaining('data-recording="secret"'),
    });
    const fixture = await saved('x', () => page.keyboard.press('Enter'));
    expect(fixture).toEqual({ name: 'secret-fixture.acp.jsonl', text: expect.stringContaining('"id":"canonical"') });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("new URL('./secret-fixture.acp.jsonl'");
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)('saves a fixture although the browser refuses to copy its test, and shows a notice', async () => {
    const { page, complaints } = await open('#/r/claude-edit/e/26');
    await page.evaluate(() => {
      const refused = new DOMException('refused', 'NotAllowedError');
      Object.defineProperty(navigator.clipboard, 'writeText', {
        value: () => Promise.reject(refused),
        configurable: true,
      });
    });
    const download = page.waitForEvent('download');
    await page.keyboard.press('y');
    await menu(page).waitFor();
    const said = page.getByText(/^Saved: claude-edit\.acp\.jsonl, .* The test for it could not be copied\./);
    const [file] = await Promise.all([download, said.waitFor(), page.keyboard.press('x')]); // the notice goes by itself
    expect(file.suggestedFilename()).toBe('claude-edit.acp.jsonl');
    await menu(page).waitFor({ state: 'detached' });
    await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));
    expect(complaints).toEqual([]);
  });

  test('warns for each exact form that it is not redacted, before and after copying', async () => {
    const { page, complaints } = await open('#/r/secret/e/0');
    const detail = page.getByRole('complementary', { name: 'Entry' });
    const isExact = { name: /exact, not redacted/ };
    await detail.getByText('exact, not redacted:', { exact: true }).waitFor();
    expect(await detail.getByRole('button', isExact).allTextContents()).toEqual(['Copy', 'Bytes']);
    const acts = [() => page.keyboard.press('c'), () => detail.getByRole('button', { name: 'Copy' }).click()];
    for (const act of someOf(acts, 2)) {
      await page.evaluate(() => navigator.clipboard.writeText('before'));
      await act();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('swordfish9');
      await page.getByText('Copied #0: exact, not redacted.').waitFor();
    }
    expect(
      await detail
        .getByTitle(/^Copy the value/)
        .first()
        .getAttribute('title'),
    ).toContain('exact, not redacted');

    await page.keyboard.press('y');
    await menu(page).waitFor();
    await page.keyboard.press('r');
    await menu(page).getByText('exact, not redacted').waitFor();
    await page.keyboard.press('f');
    await page.getByText(/^Copied: Frame, on one line, \d+ B, exact, not redacted\.$/).waitFor();
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)(
    'chooses the form and the entries with arrows, keeps secrets with r, and closes with Esc',
    async () => {
      const { page } = await open('#/r/claude-edit/e/26');
      await page.keyboard.press('y');
      await menu(page).getByRole('button', { name: /Frame/ }).waitFor();
      await expect.poll(() => menu(page).getByRole('switch').isChecked()).toBe(true);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => menu(page).getByRole('radio', { name: 'All entries (61)' }).isChecked()).toBe(true);
      await page.keyboard.press('r');
      await expect.poll(() => menu(page).getByRole('switch').isChecked()).toBe(false);
      for (const _ of ['json', 'recording']) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const lines = (await copied(page)).trimEnd().split('\n');
      expect(lines).toHaveLength(62);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ acptap: 1, id: 'claude-edit' });

      await page.keyboard.press('y');
      await expect.poll(() => menu(page).getByRole('switch').isChecked()).toBe(true);
      await page.keyboard.press('Escape');
      await menu(page).waitFor({ state: 'detached' });
      await expect
        .poll(() => page.locator('[aria-selected="true"][data-seq]').first().getAttribute('data-seq'))
        .toBe('26');
    },
  );

  test('closes when another recording opens, because it would share that one as this one was checked', async () => {
    const { page } = await open('#/r/claude-edit/e/26');
    await page.keyboard.press('y');
    await menu(page).waitFor();
    await goTo(page, '#/r/secret/e/0');
    await page.locator('[data-seq="0"][aria-selected="true"]').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('2');
    await page.locator('main[data-view="conversation"]').waitFor(); // keys work again
    expect(await menu(page).count()).toBe(0);
  });

  test.runIf(isLong)('has the comments on entries in the page that needs no server', async () => {
    const home = temporaryFolder();
    await importInto(home, 'recordings/real/claude-0.100.0/edit.acp.jsonl', onTestFinished);
    await acptap(home, 'comment', 'claude-edit#26', 'asked <b>upstream</b>');
    const own = await startInspector(home, onTestFinished);
    const { page } = await openPage(browser, own, '#/r/claude-edit/e/26?v=raw');
    await page.locator('[aria-selected="true"][data-seq]').first().waitFor();
    await page.keyboard.press('y');
    await menu(page)
      .getByRole('radio', { name: /^All entries/ })
      .check();
    const download = page.waitForEvent('download');
    await page.keyboard.press('h');
    const path = join(temporaryFolder(), 'saved.html');
    await (await download).saveAs(path);
    const file = await openFile(browser, path, '#/r/claude-edit/e/26?v=raw');
    await file.page.locator('[data-seq="26"] .comment-text', { hasText: 'asked <b>upstream</b>' }).waitFor();
    expect(file.complaints).toEqual([]);
  });

  test.runIf(isLong)('leaves out entries that the filter hides', async () => {
    const { page } = await open('#/r/claude-edit/e/17?q=kind%3Arequest');
    await page.keyboard.press('y');
    await menu(page)
      .getByRole('radio', { name: /Filtered entries/ })
      .check();
    await page.keyboard.press('f');
    const methods = (await copied(page))
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { method: string }).method);
    expect(methods.slice(0, 3)).toEqual(['initialize', 'session/new', 'session/prompt']);
    expect(new Set(methods.slice(3))).toEqual(new Set(['session/request_permission']));
  });

  test('saves the marked entries, the turn, the range of time or all, as chosen', async () => {
    const { page, complaints } = await open('#/r/claude-edit/e/24?v=raw');
    await page.keyboard.press('.');
    await goTo(page, '#/r/claude-edit/e/26?v=raw&r=806000..829000');
    await page.locator('[data-seq="26"][aria-selected="true"]').waitFor();
    await page.keyboard.press('.');
    const saved = async (which: string) => {
      await page.keyboard.press('y');
      await menu(page).getByRole('radio', { name: which, exact: true }).check();
      const download = page.waitForEvent('download');
      await page.keyboard.press('s');
      const text = readFileSync(await (await download).path(), 'utf8');
      await menu(page).waitFor({ state: 'detached' });
      return text.trimEnd().split('\n').slice(1);
    };
    const all = await saved('All entries');
    expect(all).toHaveLength(61);
    const seqs = async (which: string) => (await saved(which)).map((line) => all.indexOf(line));
    // Each part can be read on its own: it has the requests that the rest depends on, with their answers.
    const [before, prompt, answer] = [[1, 2, 3, 15], 17, 57];
    expect(await seqs('Marked entries (2)')).toEqual([...before, prompt, 24, 26, answer]);
    expect(await seqs('The range of time')).toEqual([...before, prompt, 21, 22, 23, 24, 25, 26, answer]);
    expect(complaints).toEqual([]);
    if (!isLong) return;
    const turn = Array.from({ length: answer - prompt + 1 }, (_, index) => prompt + index);
    expect(await seqs('Turn 1')).toEqual([...before, ...turn]);
    await goTo(page, '#/r/claude-edit/e/17'); // the row of the turn, in the folded timeline
    await page.locator('[data-seq="17"][aria-selected="true"][data-group-kind="turn"]').waitFor();
    expect(await seqs('Turn 1')).toEqual([...before, ...turn]);
  });
});
