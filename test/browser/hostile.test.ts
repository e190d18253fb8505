import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, complaintsOf, launchBrowser } from '../support/browser.ts';
import { temporaryFolder, whenAllIsOver } from '../support/folders.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { importInto } from '../support/processes.ts';

const lastly = whenAllIsOver();

/** What a recording may hold that wants to be more than text. */
const NASTY = [
  '<img src=x onerror="window.pwned=1">',
  '</script><script>window.pwned=1</script>',
  '[a link](javascript:window.pwned=1)',
  '\u001b]8;;https://evil.test\u0007click\u001b]8;;\u0007 \u001b[2J',
  'right \u202e to left \u2066 isolate',
  'a NUL \u0000 and a BOM \ufeff',
  '${window.pwned=1} {{constructor.constructor("window.pwned=1")()}}',
];

function hostileRecording(): string {
  const update = (text: string) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  const frames: unknown[] = [
    ...NASTY.map((text) => ({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: text, update: update(text) },
    })),
    ...NASTY.map((text) => ({ jsonrpc: '2.0', id: text, method: text, params: { [text]: text } })),
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { clientInfo: { name: NASTY[0], title: NASTY[1], version: NASTY[2] } },
    },
  ];
  const lines = [
    {
      acptap: 1,
      id: 'hostile',
      name: NASTY[0],
      startedAt: '2026-11-21T12:00:00.000Z',
      command: NASTY,
      cwd: NASTY[1],
      redacted: true,
    },
    ...frames.map((json, index) => ({ t: index, from: 'client', text: `${JSON.stringify(json)}\n` })),
    {
      t: 100,
      from: 'agent',
      text: `{"jsonrpc":"2.0","method":"_x","params":{"__proto__":{"pwned":1},"constructor":{"prototype":{"pwned":1}}}}\n`,
    },
    { t: 101, from: 'agent', text: `${'['.repeat(10_000)}${']'.repeat(10_000)}\n` },
    {
      t: 102,
      from: 'agent',
      text: `{"jsonrpc":"2.0","method":"_x","params":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}\n`,
    },
    { t: 103, from: 'agent', text: `{"jsonrpc":"2.0","method":"_x","params":{"t":"${'x'.repeat(10_000_000)}"}}\n` },
    { t: 104, from: 'stderr', text: `${NASTY.join('')}\n` },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

describe.skipIf(browserIsMissing())('hostile content', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    const home = temporaryFolder(lastly);
    const file = join(home, 'hostile.acp.jsonl');
    writeFileSync(file, hostileRecording());
    await importInto(home, file, lastly);
    inspector = await startInspector(home, lastly);
    browser = await launchBrowser(lastly);
  });

  test('is shown as text in the list, the timeline and every detail, and nothing of it runs or leaves', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const complaints = complaintsOf(page);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).host !== `127.0.0.1:${inspector.port}`) elsewhere.push(request.url());
    });
    await page.goto(`http://127.0.0.1:${inspector.port}/?token=${inspector.token}#/r/hostile`);
    await page.locator('[data-recording="hostile"]').waitFor();
    const rows = page.getByTestId('timeline').locator('[data-seq]');
    await rows.nth(18).waitFor();
    for (let seq = 0; seq < 20; seq++) {
      await page.evaluate((hash) => void (location.hash = hash), `#/r/hostile/e/${seq}`);
      const detail = page.getByRole('complementary', { name: 'Entry' });
      await detail.getByText(new RegExp(`^#${seq}\\b`)).waitFor();
      for (const tab of ['Raw', 'JSON']) await detail.getByRole('tab', { name: tab, exact: true }).click();
    }
    expect(await page.evaluate(() => [Reflect.get(globalThis, 'pwned'), Reflect.get({}, 'pwned')])).toEqual([
      undefined,
      undefined,
    ]);
    expect(await page.locator('img, iframe, [data-recording] script').count()).toBe(0);
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
  });

  test('of another origin in the same browser reaches nothing, signed in or not', async () => {
    const context = await browser.newContext();
    const signedIn = await context.newPage();
    await signedIn.goto(`http://127.0.0.1:${inspector.port}/?token=${inspector.token}`);
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
