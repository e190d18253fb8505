import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { seriousFindings } from '../support/axe.ts';
import { browserIsMissing, complaintsOf, sharedBrowser } from '../support/browser.ts';
import { isLong, someOf } from '../support/effort.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { CLI, importInto, start } from '../support/processes.ts';
import { fileText, header } from '../support/recording-file.ts';
import { waitFor } from '../support/wait-for.ts';
import { spy, startForeignServer, TURNS, type ForeignServer } from './foreign-server.ts';

const lastly = cleanUpAfterAll();

/** A conversation with a link to another local server. */
const linking = (address: string) => `
  > 1 session/new {"cwd":"/w","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Where?"}]}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"[look here](${address})"}}}
  < 2 ok {"stopReason":"end_turn"}`;

const escapeChar = (char: string) => `%${char.charCodeAt(0).toString(16)}`;

describe.skipIf(browserIsMissing())('signing in', () => {
  let home: string;
  let inspector: Inspector;
  let foreign: ForeignServer;
  let browser: Browser;
  let context: BrowserContext;
  /** Has no script. Keeps the process of the tabs, with the compiled code of the page. */
  let keeper: Page;

  beforeAll(async () => {
    home = temporaryFolder(lastly);
    foreign = await startForeignServer(lastly);
    const file = join(home, 'linking.acp.jsonl');
    const transcript = linking(`http://localhost:${foreign.port}/linked`);
    writeFileSync(file, fileText(parseTranscript(transcript), header({ id: 'linking' })));
    await importInto(home, [file, 'recordings/examples/demo.acp.jsonl'], lastly);
    inspector = await startInspector(home, lastly);
    browser = await sharedBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 600 } });
    keeper = await context.newPage();
    await keeper.goto(`${origin()}/favicon.svg`);
    return () => context.close();
  });

  /** A tab of a browser without any other: what tabs share is gone with them. Its later tabs are closed, too. */
  async function firstTab(): Promise<Page> {
    onTestFinished(async () => {
      for (const page of context.pages()) if (page !== keeper) await page.close();
    });
    expect(context.pages()).toEqual([keeper]);
    return context.newPage();
  }
  /** A tab of another user's browser: it shares no storage and no tabs. */
  async function tabElsewhere(): Promise<Page> {
    const other = await browser.newContext({ viewport: { width: 1440, height: 600 } });
    onTestFinished(() => other.close());
    return other.newPage();
  }
  const origin = (of = inspector) => `http://127.0.0.1:${of.port}`;
  const isShown = (page: Page) => page.locator('[data-recording="demo"]').waitFor();
  const isSignedOut = (page: Page) => page.getByText('Not signed in').waitFor();
  const follow = (page: Page, link: string) => page.evaluate((address) => void (location.href = address), link);

  test('leaves no secret in the address, and no cookie, survives a reload without any other tab, and reaches the tab that Ctrl+click on a recording opens', async () => {
    const page = await firstTab();
    const complaints = complaintsOf(page);
    await page.goto(inspector.link('#/r/demo'));
    await page.getByTestId('timeline').locator('[data-seq]').first().waitFor();
    expect(page.url()).toMatch(/#\/r\/demo$/);
    expect(await context.cookies()).toEqual([]);
    await page.reload();
    await isShown(page);
    expect(page.url()).not.toContain('token');
    expect(complaints).toEqual([]);

    const opening = context.waitForEvent('page');
    await page.locator('[data-recording="demo"]').click({ modifiers: ['ControlOrMeta'] });
    const other = await opening;
    await other.locator('main[data-view="timeline"] [data-seq]').first().waitFor();
    expect(other.url()).toMatch(/#\/r\/demo$/);
    if (!isLong) return;
    await page.close();
    await other.reload();
    await isShown(other);
  });

  test.runIf(isLong)('works any number of times with one link, in several browsers and in one tab', async () => {
    for (const open of [firstTab, tabElsewhere]) {
      const page = await open();
      await page.goto(inspector.link());
      await isShown(page);
      await follow(page, inspector.link('#/r/linking'));
      await page.locator('[data-recording="linking"][aria-current="page"]').waitFor();
      expect(page.url()).toMatch(/#\/r\/linking$/);
    }
  });

  const FORMS = [
    ['the token alone', (token: string) => `#${token}`],
    ['a slash before it', (token: string) => `#/token=${token}`],
    ['a query', (token: string) => `?token=${token}`],
    ['a blank behind it', (token: string) => `#token=${token}%20`],
    ['percent-encoding', (token: string) => `#token%3D${token.replaceAll(/[-_]/g, escapeChar)}`],
  ] as const;
  test.runIf(isLong).each(FORMS)(
    'accepts a link with %s, and leaves no secret in address or history',
    async (_what, written) => {
      const page = await firstTab();
      await page.goto(`${origin()}/${written(inspector.token)}`);
      const current = (id: string) => page.locator(`[data-recording="${id}"][aria-current="page"]`).waitFor();
      await current('demo');
      await expect.poll(() => page.url()).toBe(`${origin()}/#/r/demo`);
      await follow(page, `${origin()}/#/r/linking`);
      await current('linking');
      await page.goBack();
      await current('demo');
      expect(page.url()).toBe(`${origin()}/#/r/demo`);
    },
  );

  test('is all that a page without the token shows, which makes no request without one', async () => {
    const page = await firstTab();
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    const places = [
      '/',
      '/#/r/demo/e/3',
      '/#token=',
      `/#token=${'A'.repeat(43)}`,
      '/#ticket=wrong',
      `/?token=${'A'.repeat(43)}`,
    ];
    for (const place of someOf(places, 3, 1)) {
      await page.goto('about:blank');
      await page.goto(`${origin()}${place}`);
      await isSignedOut(page);
      const text = await page.locator('body').innerText();
      expect(text.replaceAll(/\s+/g, ' ').trim()).toMatch(
        /^acptap Not signed in Open the link that acptap inspect printed/,
      );
      expect(text).not.toMatch(/demo|linking/);
      expect(await page.locator('[data-recording], button, input').count()).toBe(0);
      expect(page.url()).not.toMatch(/token|ticket/);
      const mayAsk = /token|ticket/.test(place);
      expect(asked.filter((path) => !mayAsk && path.startsWith('/api/'))).toEqual([]);
    }
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("happens in the open page when a link is pasted into its address, and keeps the page's place", async () => {
    const page = await firstTab();
    await page.goto(`${origin()}/#/r/demo/e/3`);
    await isSignedOut(page);
    const other = await context.newPage();
    await other.goto(`${origin()}/`);
    await isSignedOut(other);
    await follow(page, inspector.link());
    await page.getByRole('complementary', { name: 'Entry' }).getByText(/^#3\b/).waitFor();
    expect(page.url()).toMatch(/#\/r\/demo\/e\/3$/);
    await isShown(other); // signed in by the first tab
  });

  test('works once with the link for the browser that acptap opens', async () => {
    const folder = temporaryFolder();
    const opened = join(folder, 'opened');
    writeFileSync(
      join(folder, 'xdg-open'),
      `#!/bin/sh\nprintf %s "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
    );
    chmodSync(join(folder, 'xdg-open'), 0o755);
    const env = { PATH: `${folder}:${process.env['PATH']}`, DISPLAY: ':0' };
    const own = start([process.execPath, CLI, 'inspect', '--port', '0'], { home, env });
    const link = await waitFor('the browser', () => existsSync(opened) && readFileSync(opened, 'utf8'));
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#ticket=[\w-]{43}$/);
    const printed = /#token=([\w-]+)/.exec(own.stdout().toString())?.[1] ?? 'none';
    expect(link).not.toContain(printed);

    const page = await firstTab();
    await page.goto(link);
    await isShown(page);
    expect(page.url()).not.toContain('ticket');
    await page.close(); // a tab beside it would be signed in by it
    const late = await context.newPage();
    await late.goto(link);
    await isSignedOut(late);
  });

  test.each(someOf(['127.0.0.1', 'localhost'], 2))(
    'is hidden from servers on other ports of %s, whatever their pages do',
    async (host) => {
      const page = await firstTab();
      await page.goto(inspector.link());
      await isShown(page);

      // Beside the signed-in page; then on `localhost`, opened from a link in a recording; then in its own tab.
      const other = await context.newPage();
      const learned: string[] = [];
      await other.goto(`http://${host}:${foreign.port}/beside`);
      if (isLong) learned.push(await spy(other, origin())); // the linked page is beside the signed-in one, too
      await follow(page, `${origin()}/#/r/linking/conversation`);
      const opening = context.waitForEvent('page');
      await page.getByRole('link', { name: 'look here' }).click();
      const linked = await opening;
      await linked.getByText('foreign').waitFor();
      learned.push(await spy(linked, origin()));
      await page.goto(`http://${host}:${foreign.port}/instead`);
      learned.push(await spy(page, origin()));

      const received = foreign.received();
      for (const path of [
        'GET /beside',
        'GET /linked',
        'GET /instead',
        'POST /own',
        'UPGRADE /api/live',
        `GET /turn-${TURNS - 1}`,
      ])
        expect(received).toContain(path);
      for (const seen of [received, ...learned]) expect(seen).not.toContain(inspector.token);
      expect(received).not.toMatch(/^(cookie|authorization)$/im);
      expect(learned.join('\n')).not.toContain('demo'); // the name of a recording
      expect(await context.cookies()).toEqual([]);
    },
  );

  // The last, because it ends the inspector of all tests.
  test('is needed after a restart of the server: one new link in any tab signs in all, each at its place', async () => {
    const page = await firstTab();
    const alone = isLong ? await tabElsewhere() : undefined;
    const tabs = alone ? [page, alone] : [page];
    const isOpen = (tab: Page, seq: number) =>
      tab
        .getByRole('complementary', { name: 'Entry' })
        .getByText(new RegExp(`^#${seq}\\b`))
        .waitFor();
    for (const tab of tabs) {
      await tab.goto(inspector.link('#/r/demo/e/3'));
      await isOpen(tab, 3);
    }
    process.kill(inspector.pid, 'SIGTERM');
    for (const tab of tabs) await tab.getByRole('alert').filter({ hasText: 'You see its state of' }).waitFor();

    const second = await startInspector(home, onTestFinished, { port: inspector.port });
    expect(second.token).not.toBe(inspector.token);
    await page.getByRole('alert').filter({ hasText: 'The inspector was started anew' }).waitFor();
    expect(await page.locator('[data-recording="demo"]').count()).toBe(1); // loaded rows stay readable

    // After a reload the page is empty.
    const reloaded = await context.newPage();
    await reloaded.goto(inspector.link());
    await isSignedOut(reloaded);

    const other = await context.newPage();
    await other.goto(second.link());
    await isShown(other);
    await isShown(reloaded);
    if (alone) await follow(alone, second.link()); // into the page itself, without any other tab
    for (const tab of tabs) {
      await tab.locator('.app[data-status="live"]').waitFor();
      await tab.getByRole('alert').filter({ hasText: 'server' }).waitFor({ state: 'hidden' });
      expect(tab.url()).toMatch(/#\/r\/demo\/e\/3$/);
    }
    for (const tab of tabs) {
      await tab.locator('[data-seq="5"]').first().click();
      await isOpen(tab, 5);
    }
  });
});
