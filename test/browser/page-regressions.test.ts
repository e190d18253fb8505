import type { Browser, Locator } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, someOf } from '../support/effort.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { openListed, openOnce, openPage } from '../support/inspector-page.ts';
import { readOnlyInspector, startInspector, type Inspector } from '../support/inspector.ts';
import { CLI, start } from '../support/processes.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly, true);

const LIVE = ['initialize', 'session/new', 'session/prompt'].map((method, id) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method,
    params: { sessionId: 's', protocolVersion: 1, cwd: '/w', mcpServers: [], prompt: [] },
  }),
);

/** Answers the first two requests and then writes a chunk each 100 ms until stdin says `silent`. */
const AGENT = `
  const say = (value) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...value }) + '\\n');
  say({ id: 0, result: { protocolVersion: 1 } });
  say({ id: 1, result: { sessionId: 's' } });
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '.' } };
  const timer = setInterval(() => say({ method: 'session/update', params: { sessionId: 's', update } }), 100);
  process.stdin.on('data', (data) => String(data).includes('silent') && clearInterval(timer));
  process.stdin.on('end', () => process.exit(0));`;

const colour = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);
const isRed = (rgb: string) => {
  const [red = 0, green = 0, blue = 0] = (/\(([^)]+)\)/.exec(rgb)?.[1] ?? '').split(/[ ,/]+/).map(Number);
  return red > 1.15 * green && red > 1.15 * blue && red - green > 8;
};

describe.skipIf(browserIsMissing())('the inspector', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = (hash: string, look = {}) => shared(browser, inspector, hash, look);

  test.runIf(isLong)('leads with e to notes when there is nothing worse, and names the grade', async () => {
    const { page, row, detail } = await open('#/r/gemini-edit');
    await row(0).waitFor();
    await page.keyboard.press('e');
    await page.locator('.notice', { hasText: /^note: / }).waitFor();
    await page.waitForURL(/\/e\/\d+/);
    const seq = Number(/e\/(\d+)/.exec(page.url())?.[1]);
    expect(seq).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await detail.locator('.detail-seq', { hasText: `#${seq}` }).waitFor();
    for (const _ of [1, 2, 3, 4, 5, 6]) await page.keyboard.press('e');
    await page.locator('.notice', { hasText: 'No errors or warnings, and no further note; ' }).waitFor();
  });

  test.runIf(isLong)('shows a notice when there are no findings to lead to', async () => {
    const { page, row } = await open('#/r/clean');
    await row(0).waitFor();
    await page.keyboard.press('e');
    await expect.poll(() => page.locator('.notice').textContent()).toBe('No errors, warnings or notes.');
  });

  test.runIf(isLong).each(['light', 'dark'] as const)('draws no note in red: %s', async (colorScheme) => {
    const { page, row, detail } = await open('#/r/gemini-edit', { colorScheme });
    await row(0).waitFor();
    await page.keyboard.press('e');
    const noted = page.locator('.row[aria-selected="true"][data-grade="note"]:not([data-group])'); // visible once its group is open
    await noted.waitFor();
    await noted.click();
    const places: (readonly [Locator, string])[] = [
      [noted, 'background-color'],
      [noted.locator('.badge'), 'background-color'],
      [noted.locator('.badge'), 'color'],
      [page.locator('.view-count'), 'color'],
      [detail.locator('.json-line[data-grade="note"]').first(), 'background-color'],
    ];
    await detail.getByRole('tab', { name: 'JSON' }).click();
    for (const [element, property] of places)
      expect([property, isRed(await colour(element, property))]).toEqual([property, false]);
    await detail.getByRole('tab', { name: /^Findings/ }).click();
    expect(isRed(await colour(detail.locator('.finding[data-grade="note"]').first(), 'border-left-color'))).toBe(false);
    await page.keyboard.press('4');
    const group = page.locator('.finding-group[data-grade="note"]').first();
    expect(isRed(await colour(group.locator('.badge').first(), 'background-color'))).toBe(false);
    await page.keyboard.press('3');
    const wrong = page.locator('.sequence-wrong[data-grade="note"]').first();
    await wrong.waitFor();
    expect(isRed(await colour(wrong, 'color'))).toBe(false);
  });

  test.runIf(isLong)('names the worst finding of a row in the sequence, in the colour of its grade', async () => {
    const { page } = await open('#/r/planted-violations/sequence');
    await page.locator('.sequence-wrong').first().waitFor();
    await page.locator('.sequence-row[data-grade="error"]').nth(3).waitFor();
    const misnamed = () =>
      page
        .locator('.sequence-row[data-grade]')
        .evaluateAll((all) =>
          all
            .map((row) => [
              row.getAttribute('data-grade'),
              row.querySelector('.sequence-wrong')?.textContent?.split(':')[0],
            ])
            .filter(([grade, named]) => grade !== named),
        );
    await expect.poll(misnamed).toEqual([]);
    expect(isRed(await colour(page.locator('.sequence-wrong[data-grade="error"]').first(), 'color'))).toBe(true);
  });

  test.runIf(isLong)('heads the detail of a tool call with its title, status and duration', async () => {
    const { page, detail } = await open('#/r/claude-terminal');
    const call = page.locator('.row[data-group-kind="tool-call"]').first();
    await call.click();
    const [title, duration] = [call.locator('.summary-text'), call.locator('.cell-duration')];
    await expect
      .poll(() => detail.locator('.detail-title').textContent())
      .toContain((await title.textContent()) ?? '?');
    await expect
      .poll(() => detail.locator('.detail-what').textContent())
      .toMatch(/^tool call · (completed|failed) · \d+ frames$/);
    const took = detail.locator('.detail-fact', { hasText: 'took' }).locator('dd');
    await expect.poll(() => took.textContent()).toBe((await duration.textContent())?.trim());
    // Its first frame is listed with the others.
    await page.keyboard.press('ArrowRight');
    await page.locator('.row[aria-expanded="true"][data-group-kind="tool-call"]').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('.row[aria-selected="true"]:not([data-group])').waitFor();
    await expect.poll(() => detail.locator('.detail-what').textContent()).toMatch(/, agent → client/);
  });

  test.runIf(isLong)('leads to all requests without an answer, by mouse and by keyboard', async () => {
    for (const press of someOf([false, true], 2)) {
      const { page } = await open('#/r/unanswered');
      const more = page.getByTestId('state').getByRole('button', { name: '+2 unanswered' });
      await more.waitFor();
      if (press) {
        await more.focus();
        await page.keyboard.press('Enter');
      } else await more.click();
      await expect.poll(() => page.locator('.filter-showing').textContent()).toMatch(/^showing 4 of /);
      await page.goBack();
      await expect.poll(() => page.locator('.filter-showing').textContent()).not.toMatch(/^showing/);
    }
  });

  test.runIf(isLong)('distinguishes a working agent from a silent one', async () => {
    const home = temporaryFolder();
    const { child: client } = start([process.execPath, CLI, 'run', '--', process.execPath, '-e', AGENT], { home });
    client.stdin.write(`${LIVE.join('\n')}\n`);
    const { page } = await openPage(browser, await startInspector(home, onTestFinished));
    await openListed(page, 'node');
    const line = page.getByTestId('state');
    await line.getByText('the agent is working').waitFor();
    await expect.poll(() => line.getAttribute('data-silent')).toBe('false');
    client.stdin.write('silent\n');
    await line.getByText(/^the agent has been silent for \d+ s$/).waitFor();
    await expect.poll(() => line.getAttribute('data-silent')).toBe('true');
    client.stdin.end();
    await line.getByText(/^the agent was silent for the last [\d.]+ s$/).waitFor();
  });

  test.runIf(isLong)('reports a longer duration even if all messages are equal', async () => {
    const { page } = await open('#/r/slow/compare?with=gemini-edit');
    const verdict = page.locator('.compare-verdict');
    await expect.poll(() => verdict.textContent()).toMatch(/^The same/);
    await page
      .locator('.compare-note', { hasText: /^Different in time: the turn took .* \(2\.0 times as long\) now\.$/ })
      .waitFor();
    await page.locator('.compared-timing', { hasText: / → / }).waitFor();
  });

  test.runIf(isLong)('opens a file whose last line is cut, and reports the cut', async () => {
    const { page, row } = await open('#/r/cut');
    await row(0).waitFor();
    const losses = page.getByTestId('losses');
    await expect
      .poll(() => losses.textContent())
      .toMatch(/not all was recorded: .* the file ends in the middle of line \d+/);
  });

  test.runIf(isLong)(
    'shows no mistake while it suggests how to continue, and shows the mistake after that',
    async () => {
      const { page, row } = await open('#/r/gemini-edit');
      await row(0).waitFor();
      const field = page.getByRole('combobox', { name: 'Filter' });
      await field.click();
      for (const letter of 'method:') {
        await page.keyboard.type(letter);
        await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor();
        expect(await field.getAttribute('aria-invalid')).toBe('false');
        expect(await page.locator('.filter-problem').count()).toBe(0);
      }
      await page.keyboard.press('Escape');
      await page.locator('.filter-problem').waitFor();
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    },
  );

  test.runIf(isLong)('never cuts the keyword of a suggestion at 420 pixels', async () => {
    const { page, row } = await open('#/r/gemini-edit', { viewport: { width: 420, height: 800 } });
    await row(0).waitFor();
    await page.getByRole('combobox', { name: 'Filter' }).click();
    await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor();
    const cuts = await page
      .locator('.suggestion code')
      .evaluateAll((all) =>
        all
          .filter((code) => code.scrollWidth > code.clientWidth || code.getBoundingClientRect().right > innerWidth)
          .map(({ textContent }) => textContent),
      );
    expect(cuts).toEqual([]);
  });

  test.runIf(isLong)('keeps marks after a reload', async () => {
    const { page, row } = await open('#/r/gemini-edit?v=raw');
    const isMarked = () => page.locator('.row[data-seq="2"]').getAttribute('data-marked');
    await row(2).click();
    for (const marked of someOf(['true', 'false'], 2)) {
      await page.keyboard.press('.');
      await expect.poll(isMarked).toBe(marked);
      await page.reload();
      await row(2).waitFor();
      await expect.poll(isMarked).toBe(marked);
    }
  });
});
