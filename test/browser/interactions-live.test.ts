import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { goTo, openListed, openOnce, openPage } from '../support/inspector-page.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import {
  agentOf,
  importInto,
  kill,
  peer,
  startShim,
  stdoutHas,
  type Running,
  type StartOptions,
} from '../support/processes.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

const line = (json: object) => `${JSON.stringify({ jsonrpc: '2.0', ...json })}\n`;
const notes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => line({ method: `_note/${from + at}`, params: {} })).join('');

/** Plays the client of the SDK's agent up to the agent's permission request, which has id 1. */
async function upToThePermission(shim: Running): Promise<void> {
  const client = { name: 'editor', version: '9.1' };
  shim.child.stdin.write(
    line({
      id: 0,
      method: 'initialize',
      params: { protocolVersion: 1, clientInfo: client, clientCapabilities: { fs: { readTextFile: true } } },
    }),
  );
  await stdoutHas(shim, '"agentInfo"');
  shim.child.stdin.write(line({ id: 1, method: 'session/new', params: { cwd: '/work', mcpServers: [] } }));
  await stdoutHas(shim, '"session-1"');
  const prompt = [{ type: 'text', text: 'edit it' }];
  shim.child.stdin.write(line({ id: 2, method: 'session/prompt', params: { sessionId: 'session-1', prompt } }));
  await stdoutHas(shim, 'fs/read_text_file');
  shim.child.stdin.write(line({ id: 0, result: { content: 'text' } }));
  await stdoutHas(shim, 'session/request_permission');
}

describe.skipIf(browserIsMissing())('while agents run', () => {
  let home: string;
  let inspector: Inspector;
  let browser: Browser;
  /** Its agent waits for a permission. */
  let asking: Running;
  /** Its agent writes what its client writes, and ends with 3. */
  let echoing: Running;

  beforeAll(async () => {
    home = temporaryFolder(lastly);
    inspector = await startInspector(home, lastly);
    browser = await sharedBrowser();
    asking = run(peer('sdk-agent'), 'asks a person', { lastly });
    await upToThePermission(asking);
    echoing = run(peer('echo', '3'), 'is an echo', { lastly });
  });
  const openNamed = async (name: string) => {
    const opened = await shared(browser, inspector);
    const entry = opened.page.locator('[data-recording]', { hasText: name });
    await openListed(opened.page, name);
    return { ...opened, entry, state: opened.page.getByTestId('state'), rows: opened.page.getByTestId('timeline') };
  };
  const run = (agent: readonly string[], name: string, options: StartOptions = {}) =>
    startShim(agent, { ...options, home, run: ['--name', name] });

  test('the findings appear by themselves', async () => {
    echoing.child.stdin.write(notes(0, 1));
    await stdoutHas(echoing, '_note/0');
    const { page } = await openNamed('is an echo');
    await page.getByRole('link', { name: /^Findings/ }).click();
    const findings = page.getByRole('region', { name: 'Findings' });
    await findings.getByText('Counted at').waitFor();
    echoing.child.stdin.write('this is not JSON\n');
    await findings.locator('[data-group="framing/line-is-json"]').waitFor();
    await findings.locator('[data-fate="broken"] summary').click();
    await findings.locator('[data-fate="broken"] [data-rule-id="framing/line-is-json"]').waitFor();
    expect(echoing.child.exitCode).toBeNull();
    await page.keyboard.press('1'); // the next recording opens in the same view
    await page.locator('main[data-view="timeline"]').waitFor();
  });

  test('a lost connection is shown and retried, and missed entries appear', async () => {
    const sockets: WebSocketRoute[] = [];
    let isDown = false;
    const prepare = (opening: Page) =>
      opening.routeWebSocket('**/api/live', (socket) => {
        sockets.push(socket);
        if (isDown) void socket.close();
        else socket.connectToServer();
      });
    const { page } = await openPage(browser, inspector, '', { prepare });
    await openListed(page, 'is an echo');
    const rows = page.getByTestId('timeline').locator('[data-seq]');
    await rows.filter({ hasText: '_note/0' }).nth(1).waitFor();

    isDown = true;
    await sockets.at(-1)?.close();
    const banner = page.getByRole('alert').filter({ hasText: 'The server does not answer. You see its state of' });
    await banner.waitFor();
    await page.locator('.connection[data-status="offline"]').waitFor();
    echoing.child.stdin.write(notes(1, 2));
    await stdoutHas(echoing, '_note/1');
    const tried = sockets.length;
    await expect.poll(() => sockets.length).toBeGreaterThan(tried); // reconnects by itself

    isDown = false;
    await banner.getByRole('button', { name: 'Try now' }).click();
    await banner.waitFor({ state: 'hidden' });
    await page.getByText('Connected').waitFor();
    await rows.filter({ hasText: '_note/1' }).nth(1).waitFor();
  });

  test('each has a place in the list with a dot, names, counts and errors, and keeps it after its end', async () => {
    const { page } = await shared(browser, inspector);
    const [first, second] = ['asks a person', 'is an echo'].map((name) =>
      page.locator('[data-recording]', { hasText: name }),
    );
    if (!first || !second) throw new Error('two were named');
    await expect.poll(() => first.getAttribute('title')).toContain('sdk-agent 1.0.0 · editor 9.1');
    await second.locator('.badge[data-grade="error"]').waitFor();
    for (const each of [first, second]) await expect.poll(() => each.getAttribute('data-state')).toBe('live');
    await expect.poll(() => page.locator('[data-recording] .live-dot').count()).toBeGreaterThanOrEqual(2);
    await expect.poll(() => first.getAttribute('title')).toContain('sdk-agent.mjs');
    const counts = () =>
      first.locator('.recording-count').evaluateAll((all) => all.map((each) => each.getAttribute('title')));
    await expect.poll(counts).toEqual(['4 frames of the client', '6 frames of the agent', '1 piece of standard error']);

    echoing.child.stdin.end();
    await echoing.closed;
    await second.getByText('exit 3').waitFor();
    await second.locator('.live-dot').waitFor({ state: 'detached' });
    await expect.poll(() => first.locator('.live-dot').count()).toBe(1);
    await first.click();
    await page.locator('.recording-facts-line[title*="protocol 1"]').waitFor();
    await expect.poll(() => page.locator('.recording-facts-line').getAttribute('title')).toContain(process.cwd());
    await expect.poll(() => page.title()).toMatch(/^● waits for a person, \d+ s · asks a person/);
  });

  test.runIf(isLong)(
    'the detail counts the time of the live recording that an address leads to from an ended one',
    async () => {
      await importInto(home, ['recordings/examples/demo.acp.jsonl'], lastly);
      const { page } = await openNamed('asks a person');
      const detail = page.getByRole('complementary', { name: 'Entry' });
      const call = page.locator('[data-group-kind="tool-call"]').first();
      const live = `${new URL(page.url()).hash}/e/${await call.getAttribute('data-seq')}`;
      await goTo(page, '#/r/demo');
      await call.click();
      await page.keyboard.press('Enter');
      await detail.locator('.detail-title').waitFor();
      await goTo(page, live);
      const took = detail.getByText(/so far$/);
      const before = await took.textContent();
      await expect.poll(() => took.textContent()).not.toBe(before);
    },
  );

  test('a waiting permission request has a moving bar in another colour, and a line that names who must act', async () => {
    const { page, rows, state, complaints } = await openNamed('asks a person');
    await page.keyboard.press('u');
    const question = rows.locator('[data-kind="request"]', { hasText: 'session/request_permission' });
    const bar = question.locator('.bar[data-of="human"][data-open="true"]');
    await bar.waitFor();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(() => bar.evaluate((element) => element.getAnimations().length)).toBe(1);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(() => question.locator('.cell-duration').textContent()).toMatch(/^waiting \d+ s$/);
    const prompt = rows.locator('[data-kind="request"] .bar[data-of="agent"][data-open="true"]');
    const look = (each: typeof bar) => each.evaluate((element) => getComputedStyle(element).backgroundImage);
    expect(await look(bar)).not.toBe(await look(prompt.first()));
    await state
      .getByText('agent waits for the client (a person) to answer request 1, session/request_permission')
      .waitFor();
    await state.getByRole('button', { name: 'client waits for session/prompt 2' }).click();
    await rows.locator('[data-kind="request"][aria-selected="true"]', { hasText: 'session/prompt' }).waitFor();

    asking.child.stdin.write(line({ id: 1, result: { outcome: { outcome: 'selected', optionId: 'allow' } } }));
    await rows
      .locator('[data-kind="request"][data-exchange="answered"]', { hasText: 'session/request_permission' })
      .waitFor();
    await bar.waitFor({ state: 'detached' });
    await state.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    asking.child.stdin.end();
    await asking.closed;
  });

  test.runIf(isLong)(
    'the bar of an open request grows to the right edge, stands still with reduced motion, tells a silent agent from a working one, and no row is created again for it',
    async () => {
      const chatter = `setInterval(() => console.log('{"jsonrpc":"2.0","method":"_x"}'), 500)`;
      const agent = `process.stdin.on('data', (data) => String(data).includes('talk') && ${chatter}).on('end', () => process.exit())`;
      const shim = run([process.execPath, '-e', agent], 'hangs');
      for (const id of [5, 6]) shim.child.stdin.write(line({ id, method: 'initialize', params: {} }));
      const { page, rows } = await openNamed('hangs');
      const waiting = page.locator('.column-heads .axis-break[title$="of waiting"]');
      await waiting.waitFor();
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
      const bars = rows.locator('.bar[data-open="true"]');
      const borders = () =>
        bars.evaluateAll((all) => [...new Set(all.map((bar) => getComputedStyle(bar).borderInlineEndStyle))]);
      await expect.poll(borders).toEqual(['dashed']); // still differs from the others
      const beside = () =>
        rows
          .locator('.bar[data-open="true"]')
          .first()
          .evaluate(
            (bar) => (bar.parentElement?.getBoundingClientRect().right ?? 0) - bar.getBoundingClientRect().right,
          );
      await expect.poll(async () => Math.abs(await beside())).toBeLessThan(2);
      await page.evaluate(() => {
        const changes = { count: 0 };
        Object.assign(globalThis, { changes });
        const observer = new MutationObserver((all) => {
          const grows = ({ target }: MutationRecord) =>
            (target instanceof Element ? target : target.parentElement)?.closest('.cell-waterfall, .duration-text');
          changes.count += all.filter((each) => !grows(each)).length;
        });
        for (const row of document.querySelectorAll('#timeline [data-place]'))
          observer.observe(row, { subtree: true, childList: true, attributes: true, characterData: true });
      });
      const before = await waiting.getAttribute('title');
      await page.waitForFunction(
        (said) => document.querySelector('.column-heads .axis-break')?.getAttribute('title') !== said,
        before,
      );
      expect(await page.evaluate(() => (globalThis as unknown as { changes: { count: number } }).changes.count)).toBe(
        0,
      );
      await rows.locator('.bar[data-sign="silent"] .bar-part[data-silent]').first().waitFor();
      shim.child.stdin.write(line({ method: '_talk' }));
      await rows.locator('.bar[data-sign="working"]').first().waitFor();
      shim.child.stdin.end();
      await shim.closed;
      await rows.locator('[data-seq]', { hasText: 'agent exited' }).waitFor();
    },
  );

  test.runIf(isLong)('a killed agent is reported with its open requests', async () => {
    const shim = run(peer('trap', '1'), 'is killed');
    await stdoutHas(shim, 'ready');
    shim.child.stdin.write(line({ id: 4, method: 'session/prompt', params: {} }));
    const { state, rows } = await openNamed('is killed');
    await rows.locator('[data-kind="request"]', { hasText: 'session/prompt' }).first().waitFor();
    kill(await agentOf(shim), 'SIGKILL');
    await shim.closed;
    await state
      .getByText('agent was ended by SIGKILL while the client waited for the agent to answer request 4, session/prompt')
      .waitFor();
    await rows.locator('[data-seq]', { hasText: 'agent ended by SIGKILL' }).waitFor();
    await expect.poll(() => rows.locator('[data-kind="request"] .cell-duration').textContent()).toBe('never'); // the duration of the group
  });

  test.runIf(isLong)('a link to an entry turns following off, until f or a jump to the end', async () => {
    const shim = run(peer('echo'), 'is followed');
    shim.child.stdin.write(notes(0, 60));
    await stdoutHas(shim, '_note/59');
    const { page: first, entry } = await openNamed('is followed');
    const id = await entry.getAttribute('data-recording');
    await first.getByRole('button', { name: 'Follow', pressed: true }).waitFor();

    const { page, row } = await shared(browser, inspector, `#/r/${id}/e/5?v=raw`);
    const follow = page.getByRole('button', { name: 'Follow' });
    await row(5).waitFor();
    await page.locator('[data-seq="5"][aria-selected="true"]').waitFor();
    await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('false');
    shim.child.stdin.write(notes(60, 120));
    await page.locator('.filter-showing').getByText('241 entries').waitFor();
    await expect.poll(() => row(5).isVisible()).toBe(true);
    await page.keyboard.press('f');
    await row(240).waitFor();
    await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('true');
    expect(page.url()).toMatch(/\/e\/5\?v=raw$/);
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Follow', pressed: false }).waitFor();
    await page.getByTestId('timeline').evaluate((list) => void (list.scrollTop = 0));
    await row(0).waitFor();
    await page.getByTestId('timeline').evaluate((list) => void (list.scrollTop = list.scrollHeight));
    await page.getByRole('button', { name: 'Follow', pressed: true }).waitFor();
    shim.child.stdin.end();
    await shim.closed;
    await follow.waitFor({ state: 'detached' }); // an ended recording cannot be followed
  });
});
