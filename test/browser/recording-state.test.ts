import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { seriousFindingsIfLong } from '../support/axe.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, someOf } from '../support/effort.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { openListed, openOnce } from '../support/inspector-page.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { importInto, peer, startShim, type Running } from '../support/processes.ts';
import { fileText, header } from '../support/recording-file.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

/** A recording with a gap and without an end. */
const TORN = [
  { acptap: 1, id: 'torn', startedAt: '2026-11-20T12:00:00.000Z', command: ['a'], cwd: '/', redacted: true },
  { t: 0, from: 'agent', text: 'x\n' },
  { t: 5, event: 'gap', of: 'agent', bytes: 4096 },
  { t: 9, event: 'interrupted' },
];

/** Two sessions that wait at the end: the first for the agent, the second for the client. */
const SESSIONS = `
  > 1 session/new {"cwd":"/a","mcpServers":[]}
  < 1 ok {"sessionId":"a"}
  > 2 session/new {"cwd":"/b","mcpServers":[]}
  < 2 ok {"sessionId":"b"}
  > 3 session/prompt {"sessionId":"a","prompt":[]}
  > 4 session/prompt {"sessionId":"b","prompt":[]}
  < 7 fs/read_text_file {"sessionId":"b","path":"/b/source/application/settings.ts"}
  @90000000 = exit {"code":null,"signal":"SIGKILL"}`;

/** Answers nothing, and ends with 1 when its client closes the pipe. */
const SILENT = [process.execPath, '-e', 'process.stdin.resume().on("end", () => process.exit(1))'];

/** Answers the first two requests, then asks for a permission. */
const ASKS = `
  const say = (value) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...value }) + '\\n');
  const update = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Edit a.ts', kind: 'edit', status: 'pending' };
  let received = '';
  process.stdin.on('end', () => process.exit(0)).on('data', (chunk) => {
    const before = received;
    received += chunk;
    const isNew = (method) => received.includes(method) && !before.includes(method);
    if (isNew('initialize')) say({ id: 0, result: { protocolVersion: 1 } });
    if (isNew('session/new')) say({ id: 1, result: { sessionId: 's' } });
    if (!isNew('session/prompt')) return;
    say({ method: 'session/update', params: { sessionId: 's', update } });
    say({ id: 7, method: 'session/request_permission', params: { sessionId: 's', toolCall: { toolCallId: 't' }, options: [] } });
  });
`;

const request = (id: number, method: string) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params: {} })}\n`;
const note = (text: string) => `${JSON.stringify({ jsonrpc: '2.0', method: `_note/${text}`, params: {} })}\n`;

describe.skipIf(browserIsMissing())('the state of a recording', () => {
  let home: string;
  let inspector: Inspector;
  let browser: Browser;
  /** A recording that grows, and its last entry. */
  let busy: Running;
  let last = 0;

  beforeAll(async () => {
    home = temporaryFolder(lastly);
    writeFileSync(join(home, 'torn.acp.jsonl'), TORN.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const sessions = join(home, 'sessions.acp.jsonl');
    writeFileSync(sessions, fileText(parseTranscript(SESSIONS), header({ id: 'sessions', name: 'two sessions' })));
    await importInto(home, [join(home, 'torn.acp.jsonl'), sessions], lastly);
    inspector = await startInspector(home, lastly);
    browser = await sharedBrowser();
    busy = startShim(peer('echo'), { home, run: ['--name', 'busy one'], lastly });
  });
  const openNamed = async (name: string) => {
    const opened = await shared(browser, inspector);
    await openListed(opened.page, name);
    return { ...opened, state: opened.page.getByTestId('state'), rows: opened.page.getByTestId('timeline') };
  };
  const say = (count: number) => {
    for (let at = 0; at < count; at++) busy.child.stdin.write(note(`${at}`));
    last += 2 * count; // each is echoed
  };
  /** Opens the growing recording with more entries than fit on the page, frame by frame, at its end. */
  const openBusy = async () => {
    if (last === 0) say(60);
    const opened = await openNamed('busy one');
    await opened.page.keyboard.press('u');
    await opened.rows.locator(`[data-seq="${last}"]`).waitFor();
    return opened;
  };

  test.runIf(isLong)('shows who must act and since when, and how the recording ended', async () => {
    const shim = startShim(SILENT, { home, run: ['--name', 'silent one'] });
    shim.child.stdin.write(request(12, 'initialize'));
    const { page, state } = await openNamed('silent one');
    await state.getByText('client waits for the agent to answer request 12, initialize').waitFor();
    await state.getByText(/for (?:\d+ m )?\d+ s/).waitFor();
    await state.getByRole('button').click();
    await page.locator('[data-kind="request"][aria-selected="true"]').waitFor();
    expect(await seriousFindingsIfLong(page)).toEqual([]);
    shim.child.stdin.end();
    await shim.closed;
    const end = 'agent exited 1 while the client waited for the agent to answer request 12, initialize';
    await state.getByText(end).waitFor();
    await expect.poll(() => state.getAttribute('data-tone')).toBe('trouble');
  });

  test('shows a line for each session that waits, with nothing cut', async () => {
    const { page, state } = await openNamed('two sessions');
    const other = page.getByTestId('state-of-session');
    await state.getByText('session 2', { exact: true }).waitFor();
    await other.getByText('session 1', { exact: true }).waitFor();
    const cutIn = (parts: Locator) =>
      parts.evaluateAll((all) =>
        all.flatMap((part) => (part.scrollWidth > part.clientWidth + 1 ? [part.textContent] : [])),
      );
    for (const width of someOf([420, 1024, 1440], 2)) {
      await page.setViewportSize({ width, height: 800 });
      for (const line of [state, other])
        await expect.poll(() => cutIn(line.locator('.state-text, .state-outer, .state-sign'))).toEqual([]);
    }
    await other.getByRole('button', { name: /waited for the agent to answer request 3/ }).click();
    await page.locator('[data-seq="4"][aria-selected="true"]').waitFor();
  });

  test.runIf(isLong)(
    'shows an unanswered permission at once: in the folded row, and completely at 420 pixels',
    async () => {
      const shim = startShim([process.execPath, '-e', ASKS], { home, run: ['--name', 'asking one'] });
      for (const [id, method] of ['initialize', 'session/new'].entries()) shim.child.stdin.write(request(id, method));
      const params = { sessionId: 's', prompt: [{ type: 'text', text: 'Please edit the file and say what you did' }] };
      shim.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'session/prompt', params })}\n`);
      const { page, state, rows } = await openNamed('asking one');
      await page
        .locator('[data-recording]', { hasText: 'asking one' })
        .getByText(/^person to act$/)
        .waitFor();
      const line = page.locator('[data-recording]', { hasText: 'asking one' });
      await expect.poll(() => line.locator('.recording-duration').textContent()).toMatch(/^\d+ s$/);
      const cut = () =>
        line
          .locator('.recording-wait, .recording-duration')
          .evaluateAll((all) => all.filter((part) => part.scrollWidth > part.clientWidth).length);
      expect(await cut()).toBe(0); // the method beside it is
      await expect.poll(() => page.title()).toMatch(/^● waits for a person, .*\d s · asking one — acptap$/);
      /** Whether each status is inside its cell: those of the turn and of the tool call. */
      const whole = (status: string) =>
        rows.getByText(status).evaluateAll((texts) =>
          texts.map((text) => {
            const [own, cell] = [text, text.parentElement].map((element) => element?.getBoundingClientRect());
            const isInside = own && cell && own.right <= cell.right && own.bottom <= cell.bottom + 1;
            return isInside && text.scrollWidth <= text.clientWidth;
          }),
        );
      for (const width of [1440, 420]) {
        await page.setViewportSize({ width, height: 800 });
        const chain = state.getByRole('button', { name: /session\/request_permission$/ });
        await chain.waitFor();
        await expect.poll(() => chain.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
        await expect.poll(() => whole('waits for a person')).toEqual([true, true]);
      }
      shim.child.stdin.end();
      await shim.closed;
      await expect.poll(() => whole('nobody answered')).toEqual([true, true]);
    },
  );

  test('follows the end without moving the selection, stops on scrolling up, and counts new entries', async () => {
    const { page, rows } = await openBusy();
    const selected = last - 2;
    await rows.locator(`[data-seq="${selected}"]`).click();
    say(60);
    await rows.locator(`[data-seq="${last}"]`).waitFor();
    await expect.poll(() => page.url()).toContain(`/e/${selected}?`); // the address changes a moment later
    await rows.evaluate((element) => void (element.scrollTop -= 600));
    await page.getByRole('button', { name: 'Follow' }).and(page.locator('[aria-pressed="false"]')).waitFor();
    say(10);
    await page.getByRole('button', { name: '20 new' }).click();
    await rows.locator(`[data-seq="${last}"]`).waitFor();

    await page.locator('body').press('Space');
    say(10);
    await page.getByRole('button', { name: 'paused · 20 new' }).waitFor();
    expect(await rows.locator(`[data-seq="${last - 10}"]`).count()).toBe(0);
    await page.locator('body').press('Space');
    await rows.locator(`[data-seq="${last}"]`).waitFor();
    for (const pressed of [false, true]) {
      await page.locator('body').press('f');
      await page.getByRole('button', { name: 'Follow', pressed }).waitFor();
    }
  });

  test('selects the pressed row, even if new rows arrive before the button is released', async () => {
    const { page, rows } = await openBusy();
    const pressed = last;
    const row = rows.locator(`[data-seq="${pressed}"]`);
    await row.hover();
    await page.mouse.down();
    say(60);
    await rows.locator(`[data-seq="${last}"]`).waitFor();
    await row.waitFor({ state: 'detached' }); // its element now shows another entry
    await page.mouse.up();
    await expect.poll(() => page.url()).toContain(`/e/${pressed}?`);

    // A drag across rows selects their text, not a row.
    const box = await rows.boundingBox();
    if (!box) throw new Error('the list is there');
    await page.mouse.move(box.x + 300, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 200, { steps: 4 });
    await page.mouse.up();
    expect(page.url()).toContain(`/e/${pressed}?`);
  });

  test.runIf(isLong)(
    'selects the pressed row, even if its element has been replaced: the browser sends no click then',
    async () => {
      const { page, rows } = await openBusy();
      const pressed = rows.locator(`[data-seq="${last}"] [role="gridcell"]`).first();
      await pressed.hover();
      await page.mouse.down();
      await pressed.evaluate((cell) => cell.replaceWith(cell.cloneNode(true)));
      await page.mouse.up();
      await expect.poll(() => page.url()).toContain(`/e/${last}?`);
    },
  );

  test.runIf(isLong)('keeps following when the view changes in the frame in which the list scrolled', async () => {
    const { page, rows } = await openBusy();
    for (const view of someOf(['2', '3', '4', '5', '6'], 5, 1)) {
      await page.evaluate((key) => {
        const list = document.querySelector('#timeline');
        if (!list) throw new Error('no list');
        list.scrollTop -= 1; // as new rows do: the scroll event fires in the next frame
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: `Digit${key}`, bubbles: true }));
      }, view);
      await rows.waitFor({ state: 'detached' });
      await page.keyboard.press('1');
      await rows.locator(`[data-seq="${last}"]`).waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('true');
    }
  });

  test.runIf(isLong)('keeps following when the view changes while the selected entry is off-screen', async () => {
    const { page, rows } = await openBusy();
    const selected = last - 2;
    await rows.locator(`[data-seq="${selected}"]`).click();
    say(60);
    await rows.locator(`[data-seq="${last}"]`).waitFor();
    await expect.poll(() => page.url()).toContain(`/e/${selected}?`);
    await page.keyboard.press('5');
    await rows.waitFor({ state: 'detached' });
    await page.keyboard.press('1');
    await rows.locator(`[data-seq="${last}"]`).waitFor();
    say(10);
    await rows.locator(`[data-seq="${last}"]`).waitFor();
    expect(await page.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('lists the gaps of a recording, and leads to them', async () => {
    const { page } = await shared(browser, inspector, '#/r/torn');
    const line = page.getByTestId('losses');
    await line.getByText('4096 bytes from agent were forwarded but could not be recorded').click();
    await page.waitForURL(/\/e\/1$/);
    await expect.poll(() => line.getAttribute('data-tone')).toBe('trouble');
    await page.getByTestId('state').getByText('interrupted: the recording has no end').waitFor();
  });
});
