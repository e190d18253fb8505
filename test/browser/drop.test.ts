import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { VIEW_NAMES } from '../../inspector-ui/state/page/route.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, rounds, someOf } from '../support/effort.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { openFile, openOnce, viewLoaded } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';
import { longRecording } from './long-recording.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);
const GEMINI = 'recordings/real/gemini-0.61.0/edit.acp.jsonl';

/** Drops files on the middle of the page, as a user does. */
async function drop(page: Page, ...paths: readonly string[]): Promise<void> {
  const files = paths.map((path) => ({ name: basename(path), text: readFileSync(path, 'utf8') }));
  await page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of dropped) dataTransfer.items.add(new File([text], name));
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

describe.skipIf(browserIsMissing())('a recording file that is dropped on the page', () => {
  let inspector: Inspector;
  let browser: Browser;
  let home: string;

  beforeAll(async () => {
    home = temporaryFolder(lastly);
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const files = (page: Page) => page.getByRole('list', { name: 'Files in this page' });
  const close = async (page: Page) => {
    await page.getByRole('button', { name: 'Close the file edit.acp.jsonl' }).click();
    await files(page).getByText('edit.acp.jsonl').waitFor({ state: 'detached' });
  };

  test('is shown like any other, under its file name, and nothing of it is sent to the server', async () => {
    const { page, complaints } = await shared(browser, inspector, '#/r/demo');
    await page.locator('[data-recording="demo"]').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await drop(page, GEMINI);
    await page.waitForURL(/#\/r\/file%3Aedit\.acp\.jsonl/);
    await page.getByTestId('timeline').locator('[data-group-kind="tool-call"]').first().waitFor();
    await expect.poll(() => files(page).textContent()).toContain('edit.acp.jsonl');
    await page.keyboard.press('Control+k');
    await page.keyboard.insertText('this recording'); // to pin or to name: only the server's recordings
    await page.getByText('Nothing has these words').waitFor();
    await page.keyboard.press('Escape');
    for (const view of someOf(VIEW_NAMES, 7, 1)) {
      await page.locator('.view-tab').nth(VIEW_NAMES.indexOf(view)).click();
      await page.locator(`main[data-view="${view}"]`).waitFor();
      await viewLoaded(page);
    }
    // The page may load code, its own files, and other recordings for Compare. No request may name or contain the dropped one.
    expect(
      sent.filter((request) => !/^GET \/(?:assets\/|api\/recordings\/(?!file)[^/]+\/|api\/changes$)/.test(request)),
    ).toEqual([]);
    expect(complaints).toEqual([]);
    await close(page);
  });

  test.runIf(isLong)('can be saved as a page that needs no server', async () => {
    const { page } = await shared(browser, inspector, '#/r/demo'); // another recording opens in the same view
    await page.locator('[data-recording="demo"]').waitFor();
    await drop(page, GEMINI);
    await page.waitForURL(/#\/r\/file%3Aedit\.acp\.jsonl/);
    await page.getByTestId('timeline').locator('[data-group-kind="tool-call"]').first().waitFor();
    await page.keyboard.press('y');
    const dialog = page.getByRole('dialog', { name: 'Copy or save' });
    await dialog.getByRole('button', { name: 'Page that needs no server' }).waitFor();
    const started = page.waitForEvent('download');
    for (const key of ['ArrowLeft', 'r', 'h']) await page.keyboard.press(key); // all entries, as they are
    const download = await started;
    expect(download.suggestedFilename()).toBe('edit.html');
    const path = join(temporaryFolder(), 'saved.html');
    await download.saveAs(path);
    const saved = await openFile(browser, path);
    await saved.page.getByTestId('timeline').locator('[data-group-kind="tool-call"]').first().waitFor();
    await saved.page.getByText('gemini').first().waitFor();
    expect({ requests: saved.requests, complaints: saved.complaints }).toEqual({ requests: [], complaints: [] });
    await close(page);
  });

  test("can be chosen in a file dialog instead; its button closes it, and the server's recordings stay", async () => {
    const { page } = await shared(browser, inspector, '#/r/demo');
    await page.locator('[data-recording="demo"]').waitFor();
    const before = await page.locator('[data-recording]').count();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open file…' }).click();
    await (await chooser).setFiles(GEMINI);
    await files(page).getByText('edit.acp.jsonl').waitFor();
    await page.waitForURL(/#\/r\/file%3Aedit\.acp\.jsonl/);
    await expect.poll(() => files(page).getByRole('link').getAttribute('aria-current')).toBe('page');
    await close(page);
    await page.waitForURL(({ hash }) => hash === '#/');
    await expect.poll(() => page.locator('[data-recording]').count()).toBe(before);
  });

  test('can be chosen from the palette, too, also before the turns have come', async () => {
    const { page } = await shared(browser, inspector, '#/r/demo');
    await page.locator('[data-recording="demo"]').waitFor();
    await page.route('**/turns', () => {}); // never answered
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('open file');
    await page.getByRole('option', { name: 'open file …', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(GEMINI);
    await page.waitForURL(/#\/r\/file%3Aedit\.acp\.jsonl/);
    await expect.poll(() => files(page).getByRole('link').getAttribute('aria-current')).toBe('page');
    await page.unroute('**/turns');
    await close(page);
  });

  test('shows why and in which line it cannot be read, until the message is closed', async () => {
    const { page } = await shared(browser, inspector);
    const header = readFileSync(GEMINI, 'utf8').split('\n')[0] ?? '';
    const path = (name: string, text: string) => {
      const file = join(home, name);
      writeFileSync(file, text);
      return file;
    };
    await drop(
      page,
      path('damaged.jsonl', `${header}\n{"t":1,\n`),
      path('newer.jsonl', header.replace('"acptap":1', '"acptap":7')),
      path('photo.jpg', '\u0000\u0001'),
    );
    const said = page.getByRole('status').filter({ hasText: 'photo.jpg' });
    await said.waitFor();
    await expect.poll(() => said.textContent()).toContain('Line 2 of the recording is not JSON');
    await expect
      .poll(() => said.textContent())
      .toContain('format 7, this acptap reads up to 1: install a newer acptap');
    await said.getByRole('button', { name: 'Leave it' }).first().click();
    await expect.poll(() => said.textContent()).not.toContain('damaged.jsonl');
    expect(new URL(page.url()).hash).not.toContain('file');
  });

  test.runIf(isLong)('does not block the page while it is read, however long it is', async () => {
    const { page } = await shared(browser, inspector, '#/r/demo'); // another recording opens in the same view
    await page.locator('[data-recording="demo"]').waitFor();
    await drop(page, GEMINI); // loads the code that reads files
    await files(page).getByText('edit.acp.jsonl').waitFor();
    const text = readFileSync(longRecording(home, 'long', rounds(3000, 20_000)), 'utf8');
    const slices = await page.evaluate(async (content) => {
      const file = new File([content], 'long.acp.jsonl');
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(file);
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      let turns = 0;
      const channel = new MessageChannel();
      const done = new Promise<number>((resolve) => {
        channel.port1.addEventListener('message', () => {
          turns += 1;
          if (location.hash.includes('long')) resolve(turns);
          else channel.port2.postMessage(null);
        });
        channel.port1.start();
      });
      channel.port2.postMessage(null);
      return done;
    }, text);
    expect(slices).toBeGreaterThan(rounds(7, 50)); // the page did other work between slices
    await page.getByTestId('timeline').locator('[data-seq]').first().waitFor();
  });
});
