import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { someOf } from '../support/effort.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { openFile, openPage } from '../support/inspector-page.ts';
import { acptap, importInto } from '../support/processes.ts';
import { hostileRecording } from './hostile-recording.ts';

const lastly = cleanUpAfterAll();

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

  /** Opens every part of the page that shows recorded content, and in the gate every `step`th entry. */
  async function lookAtEverything(page: Page, step = 1): Promise<void> {
    const rows = page.getByTestId('timeline').locator('[data-seq]');
    await rows.nth(10).waitFor();
    for (const seq of someOf([...Array(20).keys()], step)) {
      await page.evaluate((hash) => void (location.hash = hash), `#/r/hostile/e/${seq}`);
      const detail = page.getByRole('complementary', { name: 'Entry' });
      await detail.getByText(new RegExp(`^#${seq}\\b`)).waitFor();
      for (const tab of ['Raw', 'JSON']) await detail.getByRole('tab', { name: tab, exact: true }).click();
    }
    for (const view of ['conversation', 'sequence', 'findings', 'numbers', 'info', 'compare']) {
      await page.evaluate((hash) => void (location.hash = hash), `#/r/hostile/${view}`);
      await page.locator(`main[data-view="${view}"]`).waitFor();
      await page.locator('.view > .loading').waitFor({ state: 'detached' });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    }
    await page.evaluate(() => void (location.hash = '#/r/hostile/e/2'));
    await page.locator('[aria-selected="true"][data-seq]').first().waitFor();
    for (const key of ['f', 'j', 'l', 'm', 'i', 'p', 't', 'w']) {
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
    const { page, complaints } = await openPage(browser, inspector, '#/r/hostile');
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).host !== `127.0.0.1:${inspector.port}`) elsewhere.push(request.url());
    });
    await lookAtEverything(page);
    await expectNothingHappened(page);
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
  });

  test('is text in an exported page too, and the page makes no request', async () => {
    const path = join(temporaryFolder(), 'hostile.html');
    expect(await acptap(home, 'export', 'hostile', '--format', 'html', '-o', path)).toMatchObject({ code: 0 });
    const { page, complaints, requests } = await openFile(browser, path, '#/r/hostile');
    await lookAtEverything(page, 3);
    await expectNothingHappened(page);
    expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
  });

  test('of another origin in the same browser can read nothing, signed in or not', async () => {
    const context = await browser.newContext();
    const signedIn = await context.newPage();
    await signedIn.goto(inspector.link());
    await signedIn.locator('[data-recording]').first().waitFor();

    const evil = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html>'),
    );
    lastly(() => void evil.close());
    await once(evil.listen(0, '127.0.0.1'), 'listening');
    const address = evil.address();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`);

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
