import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { epochMs } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, someOf } from '../support/effort.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { openOnce } from '../support/inspector-page.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { acptap, importInto, peer, startShim } from '../support/processes.ts';
import { fileText, header } from '../support/recording-file.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

/** The console message of a refused name. The tests share the page, and the first test causes it. */
const REFUSED = [expect.stringContaining('409')];

const GREETING = `
  > 0 initialize {"protocolVersion":1}
  < 0 ok {"protocolVersion":1,"agentInfo":{"name":"Alpha","version":"1.1"}}`;
const TALK = `
  > 1 session/new {"cwd":"/work","mcpServers":[]}
  < 1 ok {"sessionId":"s"}`;

describe.skipIf(browserIsMissing())('the list of recordings', () => {
  let home: string;
  let inspector: Inspector;

  beforeAll(async () => {
    home = temporaryFolder(lastly);
    const files = [
      written('one', { startedAt: day(20), command: ['alpha'], cwd: '/work/shop' }, GREETING + TALK),
      written('two', { startedAt: day(21), command: ['beta'], cwd: '/work/shop' }),
      written('three', { startedAt: day(22), command: ['alpha'], cwd: '/work/site' }),
    ];
    await importInto(home, files, lastly);
    inspector = await startInspector(home, lastly);
  });

  const day = (number: number) => epochMs(Date.UTC(2026, 10, number, 12));
  const written = (id: string, more: Parameters<typeof header>[0], talk = TALK) => {
    const path = join(home, `${id}.acp.jsonl`);
    writeFileSync(path, fileText(parseTranscript(talk), header({ id, ...more })));
    return path;
  };
  const line = (page: Page, id: string) => page.locator(`[data-recording="${id}"]`);
  const more = (page: Page, id: string) =>
    page
      .getByRole('listitem')
      .filter({ has: line(page, id) })
      .getByRole('button', { name: 'Change this recording' });
  const groups = (page: Page) =>
    page
      .locator('.recording-list section')
      .evaluateAll((sections) =>
        sections.map((section) => [
          section.querySelector('h2')?.textContent ?? '',
          ...[...section.querySelectorAll('[data-recording]')].map((each) => each.getAttribute('data-recording')),
        ]),
      );
  const choose = (page: Page, name: RegExp | string) => page.getByRole('menuitem', { name }).click();

  test('pins, names, comments, removes and restores by keyboard, as the commands do', async () => {
    const { page, complaints } = await shared(await sharedBrowser(), inspector);
    const menu = page.getByRole('menu', { name: 'Change the recording' });
    await line(page, 'one').focus();
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'Remove' }).focus();
    await page.keyboard.press('Enter'); // final in 10 s: see the end
    const removals = page.getByRole('status', { name: 'Removed recordings' });
    await removals.getByText('Removed Alpha 1.1, started').waitFor(); // as its row names it
    await line(page, 'one').waitFor({ state: 'detached' });
    await page.locator('[data-recording="two"]:focus').waitFor();

    await page.keyboard.press('ContextMenu');
    await page.keyboard.press('Enter');
    await line(page, 'two').getByText('pinned').waitFor();
    await page.keyboard.press('ContextMenu');
    await page.keyboard.press('j'); // moves no row behind the menu
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('latest');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('latest means the newest recording').waitFor();
    await name.fill('login hangs');
    await page.keyboard.press('Enter');
    await line(page, 'two').getByText('login hangs').waitFor();
    await page.locator('[data-recording="two"]:focus').waitFor();

    await more(page, 'two').click();
    await choose(page, 'Comment…');
    await page.getByRole('textbox', { name: 'New comment' }).fill('since <b>Tuesday</b>');
    await page.keyboard.press('Control+Enter');
    const comments = page.getByRole('list', { name: 'Comments so far' });
    await comments.getByText('since <b>Tuesday</b>').waitFor();
    await page.getByRole('textbox', { name: 'New comment' }).fill('solved');
    await page.getByRole('button', { name: 'Add' }).click();
    await comments.getByText('solved').waitFor();
    await page.getByRole('button', { name: 'Remove comment 1' }).click();
    await expect.poll(() => comments.getByRole('listitem').count()).toBe(1);
    await page.keyboard.press('Escape');
    await line(page, 'two').getByText('solved').waitFor();
    const two = JSON.parse((await acptap(home, 'list', '--json')).stdout) as object[];
    expect(two).toMatchObject([{}, { id: 'two', name: 'login hangs', pinned: true, comments: ['solved'] }, {}]);

    // A removal of the open recording, and its undoing: by key and by button.
    const undoings = [
      () => page.keyboard.press('Control+z'),
      () => page.getByRole('button', { name: 'Undo the removal of alpha' }).last().click(),
    ];
    for (const undo of someOf(undoings, 2)) {
      await line(page, 'three').click();
      await page.locator('main[data-view="timeline"]').waitFor();
      await more(page, 'three').click();
      await choose(page, 'Remove');
      await page.getByText('This recording was removed').waitFor();
      await undo();
      await page.locator('main[data-view="timeline"]').waitFor();
      await line(page, 'three').waitFor();
    }
    await removals.getByText('Removed').first().waitFor({ state: 'detached' }); // a poll of ten seconds takes one of work
    const left = JSON.parse((await acptap(home, 'list', '--json')).stdout) as { id: string }[];
    expect(left.map(({ id }) => id)).toEqual(['three', 'two']);
    expect(complaints).toEqual(REFUSED);
  });

  test('groups, resizes and hides the list, and keeps this over a reload', async () => {
    const { page, complaints } = await shared(await sharedBrowser(), inspector, '#/r/two/e/0');
    await line(page, 'two').waitFor();
    const order = page.getByRole('combobox', { name: 'Order of the recordings' });
    await order.selectOption('By folder');
    await expect
      .poll(() => groups(page))
      .toEqual([
        ['/work/site1', 'three'],
        ['/work/shop1', 'two'],
      ]);
    await order.selectOption('By agent');
    await expect
      .poll(() => groups(page))
      .toEqual([
        ['alpha1', 'three'],
        ['beta1', 'two'],
      ]);
    await order.selectOption('By name');
    const labels = async () => (await groups(page)).map(([label]) => label);
    await expect.poll(labels).toEqual(['Without a name1', 'login hangs1']);
    await order.selectOption('By day');
    await expect.poll(labels).toEqual(['22 Nov1', '21 Nov1']);

    const widthOf = (of: string) => page.locator(of).evaluate((pane) => Math.round(pane.getBoundingClientRect().width));
    const before = [await widthOf('.recordings'), await widthOf('.detail')];
    await page.getByRole('separator', { name: 'Width of the list of recordings' }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    const edge = page.getByRole('separator', { name: 'Width of the detail' });
    const box = await edge.boundingBox();
    if (!box) throw new Error('the handle is there');
    await page.mouse.move(box.x + 4, 400);
    await page.mouse.down();
    await page.mouse.move(box.x - 56, 400, { steps: 3 });
    await page.mouse.up();
    const after = [(before[0] ?? 0) + 40, (before[1] ?? 0) + 60];
    await expect.poll(async () => [await widthOf('.recordings'), await widthOf('.detail')]).toEqual(after);

    await page.getByRole('button', { name: 'Hide the list of recordings' }).click();
    await line(page, 'two').waitFor({ state: 'hidden' });
    await expect.poll(() => widthOf('main')).toBe(1440 - (after[1] ?? 0));
    await page.reload();
    await page.getByRole('button', { name: 'Show the list of recordings' }).waitFor();
    await page.locator('.detail').waitFor();
    await page.keyboard.press('l');
    await line(page, 'two').waitFor();
    await expect.poll(async () => [await widthOf('.recordings'), await widthOf('.detail')]).toEqual(after);
    expect((await groups(page)).map(([label]) => label)).toEqual(['22 Nov1', '21 Nov1']);
    await page.getByRole('separator', { name: 'Width of the list of recordings' }).dblclick();
    await expect.poll(() => widthOf('.recordings')).toBe(before[0]);
    await page.setViewportSize({ width: 420, height: 800 });
    await page.getByRole('button', { name: 'Back to the timeline' }).click();
    await page.getByRole('link', { name: 'All recordings' }).click();
    await line(page, 'two').waitFor();
    await expect.poll(() => widthOf('.recordings')).toBe(420);
    expect(complaints).toEqual(REFUSED);
  });

  test('searches all recordings, and opens at a hit', async () => {
    const { page, complaints } = await shared(await sharedBrowser(), inspector, '#/r/two');
    await line(page, 'two').waitFor();
    await page.locator('main[data-view="timeline"]').waitFor();
    await page.keyboard.press('s');
    await page.keyboard.insertText('kind:response');
    const status = page.getByRole('navigation', { name: 'Recordings' }).locator('.search-status');
    await status.getByText('2 hits in 2 of 2 recordings').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.locator('[data-found="two"] a:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/r\/two\/e\/1$/);
    await page.locator('.detail-seq', { hasText: '#1' }).waitFor();
    await page.locator('[data-found="three"]').getByRole('link', { name: '1 hit' }).click();
    await page.waitForURL(/#\/r\/three\?q=kind%3Aresponse$/);
    await page.getByText('showing 1 of 2').waitFor();

    const field = page.getByRole('searchbox', { name: 'Search all recordings' });
    await field.fill('"sessionId"');
    await page.locator('[data-found="two"] mark', { hasText: 'sessionId' }).waitFor(); // the summary has no such word
    await field.fill('SESSION/');
    await page.locator('[data-found="two"] code mark', { hasText: 'session/' }).first().waitFor();
    await field.fill('methud:x');
    await page.getByRole('alert').getByText('did you mean method?').waitFor();
    await field.fill('nothing has this');
    await status.getByText('No hit in 2 recordings').waitFor();
    await field.press('Escape');
    await line(page, 'two').waitFor();

    await page.setViewportSize({ width: 420, height: 800 }); // a recording is open: the list is another pane
    await field.waitFor({ state: 'hidden' });
    await page.locator('body').press('s');
    await page.locator('.search-all-field:focus').waitFor();
    await page.keyboard.press('Escape'); // the next test presses keys in the list
    await page.locator('.search-all-field:focus').waitFor({ state: 'detached' });
    expect(complaints).toEqual(REFUSED);
  });

  test('stays on the newest run, compares it with the previous run, and announces its findings', async () => {
    const { page, complaints } = await shared(await sharedBrowser(), inspector, '#/r/two/findings');
    await page.locator('main[data-view="findings"]').waitFor();
    await importInto(home, written('first', { startedAt: day(23), command: peer('echo'), cwd: '/work/shop' }), lastly);
    await page.keyboard.press('o');
    await page.waitForURL(/#\/r\/first\/findings$/);
    const shim = startShim(peer('echo'), { home, run: ['--name', 'second run'] });
    shim.child.stdin.write('{"jsonrpc":"2.0","method":"_a","params":{}}\n');
    await page.locator('[data-recording][aria-current="page"]', { hasText: 'second run' }).waitFor();
    await page.locator('main[data-view="findings"]').waitFor();
    await page.keyboard.press('1');
    await page.locator('.row[data-seq="1"]').waitFor();
    await page.locator('.row[data-seq="1"]').click();
    const url = page.url();
    const place = () => page.locator('.row[data-seq="1"]').boundingBox();
    const before = await place();
    shim.child.stdin.write('no JSON\n');
    const news = page.getByTestId('finding-news');
    await news.getByText(/^\d new findings?, error: /).waitFor();
    expect([await place(), page.url()]).toEqual([before, url]); // nothing moves

    const item = page.getByRole('listitem').filter({ hasText: 'second run' });
    await item.getByRole('link', { name: /^\+\d errors?/ }).waitFor();
    await page.getByRole('button', { name: /^\d new finding/ }).click();
    await page.locator('.detail-seq').filter({ hasNotText: '#1' }).waitFor();
    await expect.poll(() => news.textContent()).toBe('');
    await item.getByRole('link', { name: /^\+\d errors?/ }).click();
    await page.locator('main[data-view="compare"]').waitFor();
    await expect.poll(() => page.url()).toContain('compare?with=');

    await line(page, 'two').click(); // ends the stay
    await page.getByRole('button', { name: 'Newest run', pressed: false }).waitFor();
    shim.child.stdin.end();
    await shim.closed;
    expect(complaints).toEqual(REFUSED);
  });

  test.runIf(isLong)('closes a dialog of a recording that is removed elsewhere, and keys work again', async () => {
    const { page, complaints } = await shared(await sharedBrowser(), inspector, '#/r/three');
    const dialog = page.getByRole('dialog');
    await page.locator('main[data-view="timeline"]').waitFor();
    await line(page, 'two').waitFor();
    await more(page, 'two').click();
    await choose(page, 'Name…');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('half a na');
    await acptap(home, 'rm', 'two');
    await dialog.waitFor({ state: 'detached' });
    await line(page, 'two').waitFor({ state: 'detached' });

    await page.keyboard.press('y'); // the open recording, too
    await dialog.getByRole('heading', { name: 'Copy or save' }).waitFor();
    await acptap(home, 'rm', 'three');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('This recording is not here').waitFor();
    await page.keyboard.press('?');
    await expect.poll(() => dialog.getByRole('heading').first().textContent()).toBe('Keys');
    expect(complaints).toEqual(REFUSED);
  });
});
