import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, describe, test } from 'vitest';
import { seriousFindingsIfLong } from '../support/axe.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { openPage } from '../support/inspector-page.ts';
import { startInspector } from '../support/inspector.ts';
import { acptap, importInto } from '../support/processes.ts';

const lastly = cleanUpAfterAll();
const DEMO = 'recordings/examples/demo.acp.jsonl';

describe.skipIf(browserIsMissing())('the page', () => {
  test('shows pins, names and comments as they are given, also on entries, and the notice of a large data folder', async () => {
    const home = temporaryFolder(lastly);
    await importInto(home, DEMO, lastly);
    const inspector = await startInspector(home, lastly);
    const { page, complaints } = await openPage(await sharedBrowser(), inspector);
    const line = page.locator('[data-recording]');
    await line.waitFor();
    expect(await line.getByText('pinned').count()).toBe(0);
    expect(await page.locator('.large-folder').count()).toBe(0);

    await acptap(home, 'comment', 'latest', 'the agent <b>never</b> answers');
    await acptap(home, 'pin', 'latest');
    await acptap(home, 'name', 'latest', 'login hangs');
    await line.getByText('the agent <b>never</b> answers').waitFor();
    await line.getByText('pinned').waitFor();
    await line.getByText('login hangs').waitFor();
    await line.click();
    const comments = page.getByRole('list', { name: 'Comments' });
    await comments.getByText('the agent <b>never</b> answers').waitFor();
    await acptap(home, 'comment', 'latest', '--remove', '1');
    await comments.waitFor({ state: 'detached' });

    // The palette has the changes of the open recording.
    const choose = async (words: string) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText(words);
      await page.keyboard.press('Enter');
    };
    if (isLong) {
      await choose('unpin');
      await line.getByText('pinned').waitFor({ state: 'detached' });
      await choose('pin this');
      await line.getByText('pinned').waitFor();
    }
    await choose('name this');
    await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('login hangs');
    await page.keyboard.press('Escape');

    // Comments on entries: by key and by button, in the row, in the detail and in the filter; from elsewhere, too.
    const row = page.getByTestId('timeline').locator('[data-seq="5"]');
    const dialog = page.getByRole('dialog', { name: 'Comment on #5' });
    await row.click();
    await page.keyboard.press('C');
    await expect
      .poll(() => dialog.getByRole('textbox').evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.keyboard.insertText('answers <i>twice</i>');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('C'); // the typed text is there again
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('answers <i>twice</i>');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await row.locator('.comment-text', { hasText: 'answers <i>twice</i>' }).waitFor();
    const detail = page.getByRole('complementary', { name: 'Entry' });
    await detail.locator('.detail-comment', { hasText: 'answers <i>twice</i>' }).waitFor();
    expect(await seriousFindingsIfLong(page)).toEqual([]);
    await page.keyboard.press('C');
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('answers <i>twice</i>');
    await acptap(home, 'comment', 'latest#5', 'asked upstream');
    await row.locator('.comment-text', { hasText: 'asked upstream' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('C'); // a form in which nothing was written keeps nothing
    await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('asked upstream');
    await page.keyboard.press('Escape');
    await detail.locator('.detail-comment', { hasText: 'asked upstream' }).waitFor();
    await row.locator('.comment-text', { hasText: 'asked upstream' }).waitFor();
    await page.keyboard.press('y');
    await page.getByRole('dialog', { name: 'Copy or save' }).waitFor();
    await page.keyboard.press('i'); // the issue has the comment, too
    await page.getByText(/^Copied: /).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('- #5: asked upstream\n');
    await page.keyboard.press('3');
    await page.getByTestId('sequence').locator('[data-seq="5"] .comment-text', { hasText: 'asked upstream' }).waitFor();
    await page.getByRole('combobox', { name: 'Filter' }).fill('has:comment');
    await page.getByText('showing 1 of').waitFor();
    await detail.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('textbox').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await detail.getByRole('button', { name: 'Comment…' }).waitFor();

    const spool = join(home, 'spool');
    mkdirSync(spool, { recursive: true, mode: 0o700 });
    const file = join(spool, 'large.spool.damaged');
    const sparse = openSync(file, 'w', 0o600);
    ftruncateSync(sparse, 3_000_000_000); // takes no space on the disk
    closeSync(sparse);
    await acptap(home, 'unpin', 'latest');
    const notice = page.locator('.large-folder');
    await notice.getByText('The data folder has 3.0 GB. List what could go:').waitFor();
    expect(await notice.locator('code').textContent()).toBe('acptap prune --older-than 30d --dry-run');
    expect((await acptap(home, 'list')).stderr).toMatch(/the data folder has 3\.0 GB: acptap prune --older-than 30d/);
    rmSync(file);
    await acptap(home, 'pin', 'latest');
    await notice.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});
