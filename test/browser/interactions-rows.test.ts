import type { Browser, Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, rounds } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { openOnce, type OpenPage } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

/** Visible cells that look different from the same cells in a new element. */
const staleCells = (list: Locator): Promise<readonly string[]> =>
  list.evaluate((element) => {
    const looks = (row: Element) =>
      [...row.querySelectorAll('*')].flatMap((cell) =>
        [undefined, '::before', '::after'].map((part) => {
          const { display, color, fontStyle, gridColumnStart, inlineSize, borderTopStyle } = getComputedStyle(
            cell,
            part,
          );
          return `${cell.className} ${part ?? ''}: ${[display, color, fontStyle, gridColumnStart, inlineSize, borderTopStyle].join(' ')}`;
        }),
      );
    return [...element.querySelectorAll('[data-place]')].flatMap((row) => {
      const fresh = row.parentNode?.appendChild(row.cloneNode(true)) as Element;
      const expected = looks(fresh);
      const found = looks(row).filter((look, index) => look !== expected[index]);
      fresh.remove();
      return found.map((look) => `#${row.getAttribute('data-seq')} ${look}`);
    });
  });

describe.skipIf(browserIsMissing())('a row of the timeline', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = async (hash: string) => {
    const opened = await shared(browser, inspector, hash);
    await opened.page.getByTestId('timeline').locator('[data-seq]').first().waitFor();
    return opened;
  };
  /** The texts of its cells, by the name of their column. */
  const cellsOf = (row: Locator) =>
    row
      .locator('[role="gridcell"]')
      .evaluateAll((cells) =>
        Object.fromEntries(cells.map((cell) => [cell.classList[0]?.replace('cell-', ''), cell.textContent])),
      );

  test.runIf(isLong).each(['timeline', 'sequence'])(
    'in the %s looks right in an element that showed another row before',
    async (list) => {
      const viewport = { width: 1440, height: 500 };
      const hash = list === 'timeline' ? '#/r/gemini-edit?v=raw' : '#/r/gemini-edit/sequence?v=raw';
      const { page } = await shared(browser, inspector, hash, { viewport });
      await page.getByTestId(list).locator('[data-seq]').first().waitFor();
      let last: string | null = null;
      for (const key of ['G', 'g', 'PageDown', 'PageDown', 'G'].slice(0, rounds(3, 5))) {
        await page.keyboard.press(key);
        const selected = page.getByTestId(list).locator(`[aria-selected="true"]:not([data-place="${last}"])`);
        await selected.waitFor();
        last = await selected.getAttribute('data-place');
        await expect.poll(() => staleCells(page.getByTestId(list))).toEqual([]);
      }
    },
  );

  test('has number, time, direction, method, id, preview, duration, size, and a badge of its worst finding', async () => {
    const { row, complaints } = await open('#/r/demo?v=raw');
    await expect
      .poll(() => cellsOf(row(6)))
      .toEqual({
        seq: '6',
        time: '0.025',
        wire: 'client to agent',
        title: 'session/prompt',
        id: '2',
        summary: 'The greeting in src/greeting.ts is misspelt. Please correct it.',
        waterfall: '',
        duration: '888 ms',
        size: '189 B',
        findings: '',
      });
    // The request's method for a response, and the kind of update for a notification.
    const titles = () => Promise.all([5, 7, 22].map(async (seq) => (await cellsOf(row(seq)))['title']));
    await expect.poll(titles).toEqual(['session/new', 'agent_thought_chunk', 'tool_call_update']);
    await expect.poll(async () => (await cellsOf(row(22)))['summary']).toContain('completed');
    const badge = row(23).locator('.badge');
    await expect.poll(() => badge.getAttribute('data-grade')).toBe('error');
    await expect.poll(() => badge.getAttribute('title')).toBe('error: framing/line-is-json');
    await row(22).waitFor();
    expect(await row(22).locator('.badge').count()).toBe(0);
    // Noise on stdout is louder than the rows around it.
    await expect.poll(async () => (await cellsOf(row(23)))['title']).toBe('not a message');
    const background = (seq: number) => row(seq).evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect.poll(async () => (await background(23)) === (await background(22))).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('is in the lane of its sender, has ids in the colour of who asked, and exists for stderr, start, signal and exit', async () => {
    const { page, row } = await open('#/r/agent-first?v=raw');
    await expect.poll(() => page.locator('.wire-head').allTextContents()).toEqual(['client', 'agent']);
    const lanes = () => Promise.all([1, 2, 3, 4].map((seq) => row(seq).getAttribute('data-lane')));
    await expect.poll(lanes).toEqual(['stderr', 'agent', 'client', 'client']);
    const ways = () => Promise.all([2, 3].map(async (seq) => (await cellsOf(row(seq)))['wire']));
    await expect.poll(ways).toEqual(['agent to client', 'client to agent']);
    const owners = () => Promise.all([2, 3, 4, 5].map((seq) => row(seq).locator('.id-chip').getAttribute('data-of')));
    await expect.poll(owners).toEqual(['agent', 'agent', 'client', 'client']);
    await row(7).waitFor();
    const rows = () =>
      page
        .getByTestId('timeline')
        .locator('[data-seq]')
        .evaluateAll((all) =>
          all.map((each) =>
            ['cell-time', 'cell-title', 'cell-summary'].map((name) => each.querySelector(`.${name}`)?.textContent),
          ),
        );
    await expect.poll(rows).toEqual([
      ['0.000', 'process', 'agent started · pid 4242'],
      ['0.001', 'stderr', 'ready'],
      ['0.002', '_agent/asks', 'a: 1'],
      ['0.003', '_agent/asks', ''],
      ['0.004', 'initialize', 'protocol 1'],
      ['0.005', 'initialize', 'error -32603 · no luck'],
      ['0.006', 'process', 'SIGTERM handed on to the agent'],
      ['0.007', 'process', 'agent ended by SIGTERM'],
    ]);
  });

  test.runIf(isLong)('of a group counts its frames, and opens to exactly these', async () => {
    const { page } = await open('#/r/gemini-edit');
    const kinds: string[] = [];
    for (const group of await page
      .locator('[data-group-kind]:not([data-group-kind="session"], [data-group-kind="turn"])')
      .all()) {
      const counted = group.locator('.summary-count');
      const kind = (await group.getAttribute('data-group-kind')) ?? '';
      if ((await counted.count()) === 0 || kinds.filter((each) => each === kind).length >= rounds(1, Infinity))
        continue;
      const number = await group.getAttribute('data-group');
      await framesOf(page, number, counted);
      kinds.push(kind);
    }
    expect(kinds).toEqual(expect.arrayContaining(['thought', 'message', 'tool-call']));
  });
});

/** Opens a group by its counter, reads its frames, and closes it again. */
async function framesOf(page: OpenPage['page'], group: string | null, counted: Locator): Promise<void> {
  const row = page.locator(`[data-group="${group}"]`);
  const place = Number(await row.getAttribute('data-place'));
  const wanted = Number(/\d+/.exec((await counted.textContent()) ?? '')?.[0]);
  await counted.click();
  await page.locator(`[data-group="${group}"][aria-expanded="true"]`).waitFor();
  const last = page.locator(`[data-place="${place + wanted}"][data-seq]:not([data-group-kind])`);
  await last.waitFor();
  const after = page.locator(`[data-place="${place + wanted + 1}"][data-seq]:not([data-group-kind])`);
  expect(await after.count()).toBe(0);
  await counted.click();
  await page.locator(`[data-group="${group}"][aria-expanded="false"]`).waitFor();
}
