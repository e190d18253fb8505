import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { someOf } from '../support/effort.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { openFile, openOnce, viewLoaded } from '../support/inspector-page.ts';
import { acptap, importInto } from '../support/processes.ts';
import { startForeignServer } from './foreign-server.ts';
import { hostileRecording, NASTY } from './hostile-recording.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

describe.skipIf(browserIsMissing())('hostile content', () => {
  let inspector: Inspector;
  let home: string;
  let browser: Browser;

  beforeAll(async () => {
    home = temporaryFolder(lastly);
    const file = join(home, 'hostile.acp.jsonl');
    writeFileSync(file, hostileRecording());
    await importInto(home, file, lastly);
    inspector = await startInspector(home, lastly);
    browser = await sharedBrowser();
  });

  /** Opens every part of the page that shows recorded content; in the gate every `step`th entry and copy from `first` on, and every `viewStep`th view. */
  async function lookAtEverything(page: Page, step: number, first: number, viewStep = 1): Promise<void> {
    const rows = page.getByTestId('timeline').locator('[data-seq]');
    await rows.nth(10).waitFor();
    for (const seq of someOf([...Array(20).keys()], step, first)) {
      await page.evaluate((hash) => void (location.hash = hash), `#/r/hostile/e/${seq}`);
      const detail = page.getByRole('complementary', { name: 'Entry' });
      await detail.getByText(new RegExp(`^#${seq}\\b`)).waitFor();
      const isPlain = (await detail.getByText('standard error').count()) > 0;
      for (const tab of isPlain ? ['Raw'] : ['Raw', 'JSON'])
        await detail.getByRole('tab', { name: tab, exact: true }).click();
    }
    for (const view of someOf(['conversation', 'sequence', 'findings', 'stats', 'info', 'compare'], viewStep)) {
      await page.evaluate((hash) => void (location.hash = hash), `#/r/hostile/${view}`);
      await page.locator(`main[data-view="${view}"]`).waitFor();
      await viewLoaded(page);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    }
    await page.evaluate(() => void (location.hash = '#/r/hostile/e/2'));
    await page.locator('[aria-selected="true"][data-seq]').first().waitFor();
    for (const key of someOf(['f', 'j', 'l', 'm', 'i', 'p', 't', 'w'], step, first)) {
      await page.keyboard.press('y');
      await page.getByRole('dialog', { name: 'Copy or save' }).waitFor();
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }

  async function expectNothingHappened(page: Page): Promise<void> {
    const pwned = await page.evaluate(() => [Reflect.get(globalThis, 'pwned'), Reflect.get({}, 'pwned')]);
    expect(pwned).toEqual([undefined, undefined]);
    expect(await page.locator('img, iframe, #app script').count()).toBe(0);
  }

  test('is shown and copied as text in every view; nothing runs and nothing is sent', async () => {
    const { page, complaints } = await shared(browser, inspector, '#/r/hostile');
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).host !== `127.0.0.1:${inspector.port}`) elsewhere.push(request.url());
    });
    await lookAtEverything(page, 6, 3);
    await expectNothingHappened(page);
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
  });

  test('is text in every tab of an entry, in menus, suggestions, marks and notices', async () => {
    const { page, detail, complaints } = await shared(browser, inspector, `#/r/hostile/e/${NASTY.length}?v=raw`);
    await detail.getByRole('tab', { name: 'Raw', exact: true }).waitFor();
    const tabs = await detail.getByRole('tab').evaluateAll((all) => all.map((tab) => tab.id));
    for (const tab of tabs) {
      await detail.locator(`#${tab}`).click();
      await detail.locator(`#detail-body[aria-labelledby="${tab}"]`).getByText(/\S/).first().waitFor();
    }
    expect(tabs.length).toBeGreaterThanOrEqual(4);

    await page.keyboard.press('Escape');
    for (const key of ['.', 'j', 'd']) await page.keyboard.press(key);
    await detail.getByRole('tab', { name: 'Difference', selected: true }).waitFor();
    await page.getByRole('button', { name: '1 marked' }).click();
    await page.getByRole('dialog', { name: 'Marked entries' }).getByText(`#${NASTY.length}`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.locator(`[data-seq="${NASTY.length}"]`).first().click({ button: 'right' });
    const items = page.getByRole('menu').getByRole('menuitem');
    await items.filter({ hasText: '<img src=x' }).first().click();
    await page.getByText(/^showing \d+ of \d+$/).waitFor();
    const field = page.getByRole('combobox', { name: 'Filter' });
    await expect.poll(() => field.inputValue()).toContain('<img src=x');
    await field.fill('session:');
    await page.getByRole('option').filter({ hasText: '<img src=x' }).first().waitFor();
    await field.fill('');
    await page.keyboard.press('Control+f');
    await page.keyboard.insertText('onerror');
    await page
      .getByRole('search', { name: 'Find in the entries' })
      .getByText(/ of \d+/)
      .waitFor();

    const did = await page.evaluate(() => [Reflect.get(globalThis, 'pwned'), document.querySelectorAll('img').length]);
    expect(did).toEqual([undefined, 0]);
    expect(complaints).toEqual([]);
  });

  test('is text in an exported page too, and the page makes no request', async () => {
    const path = join(temporaryFolder(), 'hostile.html');
    expect(await acptap(home, 'export', 'hostile', '--format', 'html', '-o', path)).toMatchObject({ code: 0 });
    const { page, complaints, requests } = await openFile(browser, path, '#/r/hostile');
    await lookAtEverything(page, 15, 1, 3);
    await expectNothingHappened(page);
    expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
  });

  test('of another origin in the same browser can read nothing, signed in or not', async () => {
    const { page: signedIn } = await shared(browser, inspector);
    await signedIn.locator('[data-recording]').first().waitFor();

    const { port } = await startForeignServer(lastly);
    const page = await signedIn.context().newPage();
    onTestFinished(() => page.close());
    await page.goto(`http://127.0.0.1:${port}/`);

    const got = await page.evaluate(async (target) => {
      const attempt = async (read: () => Promise<unknown>) => read().catch(() => 'refused');
      const socket = () =>
        new Promise((resolve, reject) => {
          const opened = new WebSocket(`ws://${target}/api/live`);
          opened.addEventListener('message', () => resolve('a message'));
          opened.addEventListener('error', reject);
        });
      const element = (name: 'img' | 'script') =>
        new Promise((resolve, reject) => {
          const made = document.createElement(name);
          made.addEventListener('load', () => resolve('loaded'));
          made.addEventListener('error', reject);
          made.src = `http://${target}/api/recordings`;
          document.body.append(made);
        });
      const framed = () =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe');
          frame.addEventListener('load', () =>
            resolve(frame.contentDocument === null ? 'refused' : (frame.contentDocument.body.textContent ?? '')),
          );
          frame.src = `http://${target}/`;
          document.body.append(frame);
        });
      return {
        fetched: await attempt(async () =>
          (await fetch(`http://${target}/api/recordings`, { credentials: 'include' })).text(),
        ),
        blind: await attempt(
          async () =>
            (await fetch(`http://${target}/api/recordings`, { credentials: 'include', mode: 'no-cors' })).type,
        ),
        socket: await attempt(socket),
        image: await attempt(() => element('img')),
        script: await attempt(() => element('script')),
        frame: await attempt(framed),
      };
    }, `127.0.0.1:${inspector.port}`);
    expect(got).toEqual({
      fetched: 'refused',
      blind: 'refused',
      socket: 'refused',
      image: 'refused',
      script: 'refused',
      frame: 'refused',
    });
  });
});
