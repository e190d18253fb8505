import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, someOf } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

const lastly = cleanUpAfterAll();

describe.skipIf(browserIsMissing())('the timeline', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const shared = openOnce(lastly);
  const open = (hash: string) => shared(browser, inspector, hash);

  test('shortens silences and unanswered waits on the scale, and shows how long they were', async () => {
    const { page, row } = await open('#/r/silent?v=raw');
    await row(5).waitFor();
    const silences = page.locator('.column-heads .axis-break');
    const titles = () => silences.evaluateAll((all) => all.map((each) => each.getAttribute('title')));
    await expect.poll(titles).toEqual(['1 m 00 s of silence', '15 m 00 s of waiting']);
    const room = (seq: number) =>
      row(seq)
        .locator('.bar')
        .evaluate((bar) => bar.getBoundingClientRect().width / (bar.parentElement?.getBoundingClientRect().width ?? 1));
    await expect.poll(() => room(0)).toBeGreaterThan(0.15); // of two seconds with messages in a quarter of an hour
    await row(4).locator('.bar-break').waitFor();
  });

  test('indents sessions, turns and their messages; hides the rows of a turn, and shows them again', async () => {
    const { page, row } = await open('#/r/claude-edit');
    await row(17).waitFor();
    await row(26).waitFor();
    const each = (name: string) => Promise.all([3, 17, 26].map((seq) => row(seq).getAttribute(name)));
    await expect.poll(() => each('aria-level')).toEqual(['1', '2', '3']);
    await expect.poll(() => each('data-group-kind')).toEqual(['session', 'turn', 'tool-call']);
    await expect.poll(() => row(17).textContent()).toContain('end turn');
    expect(await page.getByTestId('timeline').locator('[data-seq]').count()).toBeLessThan(61);
    await row(17).click();
    await page.keyboard.press('ArrowLeft');
    await row(26).waitFor({ state: 'detached' });
    await expect.poll(() => row(17).getAttribute('aria-expanded')).toBe('false');
    await row(58).waitFor();
    await page.keyboard.press('ArrowRight');
    await row(26).waitFor();
  });

  test.runIf(isLong)(
    'marks the session of each row where there are several, and indents only below a turn of that session',
    async () => {
      const { page, row, detail } = await open('#/r/claude-concurrent/e/57');
      await page.setViewportSize({ width: 1440, height: 900 });
      await row(57).waitFor();
      const rows = page.getByTestId('timeline').locator('[data-seq]');
      const of = (seqs: readonly number[], read: 'mark' | 'level') =>
        rows.evaluateAll(
          (all, [wanted, what]) =>
            all
              .filter((each) => wanted.includes(Number(each.getAttribute('data-seq'))))
              .map((each) => (what === 'mark' ? each.querySelector('.session-mark')?.textContent : each.ariaLevel)),
          [seqs, read] as const,
        );
      const marks = ['session s1', 'session s2', 'session s1', 'session s2', 'session s1', 'session s2', 'session s1'];
      await expect.poll(() => of([3, 16, 29, 31, 37, 40, 57], 'mark')).toEqual(marks);
      await expect.poll(() => of([31, 37, 40, 57], 'level')).toEqual(['1', '1', '2', '1']);
      await expect.poll(() => of([110], 'mark')).toEqual([undefined]);
      await detail.getByText(/^1: /).waitFor();
      await page.setViewportSize({ width: 420, height: 900 });
      await page.keyboard.press('Escape');
      const cut = () =>
        rows.locator('.session-mark + *').evaluateAll((all) =>
          all.flatMap((text) => {
            const [{ top, width }, line] = [text.getBoundingClientRect(), text.closest('[data-seq]')];
            return width > 20 && line && top < line.getBoundingClientRect().bottom ? [] : [text.textContent];
          }),
        );
      await expect.poll(cut).toEqual([]);
    },
  );

  test('leaves room for the summary in every row, however narrow', async () => {
    const { page, row } = await open('#/r/claude-edit');
    await row(26).waitFor();
    for (const width of someOf([440, 519, 530, 600, 641, 700, 759], 3)) {
      await page.setViewportSize({ width, height: 900 });
      const cut = () =>
        page
          .getByTestId('timeline')
          .locator('[data-seq] .summary-text')
          .evaluateAll((texts) => texts.filter((text) => text.clientWidth < Math.min(text.scrollWidth, 24)).length);
      await expect.poll(async () => ({ width, cut: await cut() })).toEqual({ width, cut: 0 });
    }
  });

  test.runIf(isLong)(
    'keeps key presses after a click on the chip of an id, and shows the selection under the pointer',
    async () => {
      const { page, row } = await open('#/r/claude-edit?v=raw');
      await row(3).waitFor();
      await row(3).locator('.id-chip').click();
      await page.locator('[data-place][aria-selected="true"]').waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('timeline');
      const selected = page.locator('[data-place][aria-selected="true"]');
      const colour = () => selected.evaluate((element) => getComputedStyle(element).backgroundColor);
      await page.mouse.move(5, 5);
      const own = await colour();
      await selected.hover();
      await expect.poll(() => colour()).toBe(own);
    },
  );

  test('opens a group to its raw frames and closes it again, with keys and with the mouse', async () => {
    const { page, row } = await open('#/r/claude-edit/e/26');
    await row(26).waitFor();
    await expectRows(page, ['26', '32']);
    await page.keyboard.press('ArrowRight');
    await expectRows(page, ['26', '26', '27', '29', '30', '32'], ['28', '31']);
    await expect.poll(() => row(26).getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(/\/e\/26$/);
    await page.keyboard.press('ArrowLeft');
    await expectRows(page, ['26', '32'], ['27', '29', '30']);
    await row(26).locator('.chevron').click();
    await expectRows(page, ['26', '26', '27']);
  });

  test.runIf(isLong)('switches between groups and frames, and keeps the selected entry', async () => {
    const { page, row } = await open('#/r/claude-edit/e/40');
    const frame = page.locator('[data-seq="40"][aria-selected="true"]:not([data-group-kind])');
    await frame.waitFor(); // a frame of a group, which the link opened
    await page.keyboard.press('u');
    await page.waitForURL(/\/e\/40\?v=raw$/);
    await page.locator('[data-seq="40"][aria-selected="true"]').waitFor();
    await expect.poll(() => row(40).getAttribute('aria-rowindex')).toBe('41');
    await page.keyboard.press('u');
    await page.locator('[data-group-kind]').first().waitFor();
    await frame.waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('[aria-selected="true"][data-group-kind="tool-call"]').waitFor();
  });

  test('leads from request to response and back, and highlights the pair under the pointer', async () => {
    const { page, row, complaints } = await open('#/r/claude-edit?v=raw');
    await row(3).hover();
    await page.locator('[data-seq="15"][data-paired="true"]').waitFor();
    await row(3).locator('[data-jump]').first().click();
    await page.waitForURL(/\/e\/15\?v=raw$/);
    await page.keyboard.press('m');
    await page.waitForURL(/\/e\/3\?v=raw$/);
    expect(complaints).toEqual([]);
  });

  test('shows times since the start, since the row before, and by the clock', async () => {
    const { page, row } = await open('#/r/claude-edit?v=raw');
    await row(3).waitFor();
    const time = () => row(3).locator('.cell-time').textContent();
    await expect.poll(() => time()).toBe('0.233');
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'since previous row' }).waitFor();
    await expect.poll(() => time()).toMatch(/^\+0\.\d{3}$/);
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'clock' }).waitFor();
    await expect.poll(() => time()).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
    const isCut = (cell: Element) => cell.scrollWidth > cell.clientWidth;
    await expect.poll(() => row(3).locator('.cell-time').evaluate(isCut)).toBe(false);
    await page.keyboard.press('t'); // since the start again
  });

  test.runIf(isLong)("draws a bar from request to response, and marks a person's time in it", async () => {
    const { page } = await open('#/r/gemini-edit?v=raw&q=method:session/request_permission');
    await page.locator('.bar[data-of="human"]').first().waitFor();
    await page.keyboard.press('0');
    const widest = () =>
      page
        .locator('[data-kind="request"] .bar')
        .evaluateAll((bars) => Math.max(...bars.map((bar) => bar.getBoundingClientRect().width)));
    await expect.poll(widest).toBeGreaterThan(2);
  });

  test.runIf(isLong)('moves by rows, pages, turns and sessions without a mouse', async () => {
    const { page } = await open('#/r/long');
    await page.getByTestId('timeline').locator('[data-seq="0"]').waitFor();
    await page.keyboard.press('G');
    await page.locator('[aria-selected="true"]').waitFor();
    const selected = () => page.locator('[aria-selected="true"]').getAttribute('data-place');
    await expect.poll(async () => Number(await selected())).toBeGreaterThan(1000);
    await page.keyboard.press('g');
    await page.locator('[data-place="0"][aria-selected="true"]').waitFor();
    await page.keyboard.press('PageDown');
    await page.locator('[aria-selected="true"]:not([data-place="0"])').waitFor();
    await page.keyboard.press(']');
    await page.locator('[data-group-kind="turn"][aria-selected="true"]').waitFor();
    await page.keyboard.press('{');
    await page.locator('[data-group-kind="session"][aria-selected="true"]').waitFor();
  });

  test('has fewer than 200 row elements, however long the recording, at any scroll position', async () => {
    const { page } = await open('#/r/long?v=raw');
    const timeline = page.getByTestId('timeline');
    await timeline.locator('[data-seq="0"]').waitFor();
    await timeline.evaluate((element) => void (element.scrollTop = element.scrollHeight / 2));
    await timeline.locator('[data-seq="1540"]').waitFor();
    expect(await timeline.locator('[data-place]').count()).toBeLessThan(200);
  });

  test.runIf(isLong)('marks entries, lists them, and leads from one to the next', async () => {
    const { page, row } = await open('#/r/claude-edit/e/3');
    await row(3).waitFor();
    await page.keyboard.press('.');
    await row(17).click();
    await page.keyboard.press('.');
    await page.keyboard.press(',');
    await page.waitForURL(/\/e\/3$/);
    await expect.poll(() => row(3).getAttribute('data-marked')).toBe('true');
    await page.getByRole('button', { name: '2 marked' }).click();
    await page.getByRole('dialog', { name: 'Marked entries' }).getByText('#17').click();
    await page.waitForURL(/\/e\/17$/);
  });

  test.runIf(isLong)('shows how two frames differ', async () => {
    const { page, row, detail } = await open('#/r/claude-edit?v=raw');
    await row(21).click();
    await page.keyboard.press('.');
    await row(22).click();
    await page.keyboard.press('d');
    await detail.getByRole('tab', { name: 'Difference' }).waitFor();
    const change = detail.locator('.difference-row', { hasText: '/params/update/content/text' });
    await change.waitFor();
    await expect
      .poll(() => change.locator('dd').allTextContents())
      .toEqual(['marked: "I will plan, read notes."', 'selected: "txt, edit it, then add a"']);
  });

  test.runIf(isLong)('indents rows outside sessions like the rows around them', async () => {
    const { row } = await open('#/r/demo');
    await row(57).waitFor();
    const indent = (seq: number) =>
      row(seq)
        .locator('.cell-title')
        .evaluate((cell) => getComputedStyle(cell).paddingInlineStart);
    const [tool, stderr, noise, last] = [await indent(18), await indent(20), await indent(23), await indent(57)];
    expect([stderr, noise]).toEqual([tool, tool]);
    expect(Number.parseFloat(last)).toBeLessThan(Number.parseFloat(tool));
    await expect.poll(() => row(20).getAttribute('aria-level')).toBe('1'); // not below the turn
  });

  test("does not select the page's text with Ctrl A, except in fields", async () => {
    const { page, row } = await open('#/r/claude-edit');
    const selected = () => page.evaluate(() => getSelection()?.toString() ?? '');
    await row(17).waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('Rows are not selected as text').waitFor();
    await row(17).click();
    await page.keyboard.press('Control+a');
    await expect.poll(() => selected()).toBe('');
    const field = page.getByRole('combobox', { name: 'Filter' });
    await field.fill('kind:request');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('x');
    await expect.poll(() => field.inputValue()).toBe('x');
  });

  test.runIf(isLong)('lists every key once', async () => {
    const { page } = await open('#/r/claude-edit');
    await page.getByRole('main').waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    const keys = () => dialog.locator('kbd').allTextContents();
    await expect.poll(keys).toEqual(expect.arrayContaining(['j', 'Ctrl F', 'Shift F10', 'Space', '1', '6']));
    const all = await keys();
    expect(new Set(all).size).toBe(all.length);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

/** Waits until these entries are in the list in this order, others between them or not, and no entry of `absent`. */
async function expectRows(page: Page, present: readonly string[], absent: readonly string[] = []): Promise<void> {
  await page.waitForFunction(
    ({ wanted, unwanted }) => {
      const seqs = [...document.querySelectorAll('[data-testid="timeline"] [data-seq]')].map(
        (row) => row.getAttribute('data-seq') ?? '',
      );
      let at = 0;
      for (const seq of seqs) if (seq === wanted[at]) at++;
      return at === wanted.length && !seqs.some((seq) => unwanted.includes(seq));
    },
    { wanted: present, unwanted: absent },
  );
}
