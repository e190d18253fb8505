import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { seriousFindingsIfLong } from '../support/axe.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { openFile, openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';
import { acptap } from '../support/processes.ts';
import { CALLS } from './own-recordings.ts';

const lastly = cleanUpAfterAll();

const DEMO = 'recordings/examples/demo.acp.jsonl';

describe.skipIf(browserIsMissing())('the stats', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const shared = openOnce(lastly);
  const open = async (hash: string, viewport?: { width: number; height: number }) => {
    const opened = await shared(browser, inspector, hash);
    if (viewport) await opened.page.setViewportSize(viewport);
    await opened.page.locator('[data-section="turns"]').waitFor();
    return opened;
  };
  const cells = (page: Page, section: string) =>
    page
      .locator(`[data-section="${section}"] tbody tr`)
      .first()
      .locator('td')
      .evaluateAll((all) => all.map((cell) => cell.textContent));

  test('show how long a turn took, who used the time and what it cost, and lead to its prompt beside them', async () => {
    const { page, detail, complaints } = await open('#/r/claude-edit/stats');
    await expect
      .poll(() => cells(page, 'turns'))
      .toEqual([
        '1',
        '371 ms',
        'agent 367 ms, person 3.8 ms',
        '168 ms',
        '9',
        '3',
        '5\u2009120: 4\u2009800 in, 320 out',
        '0.0320 USD',
        'end turn',
      ]);
    await expect.poll(() => page.locator('.figure-fact', { hasText: 'Cost' }).textContent()).toContain('0.0320 USD');
    await page.locator('[data-section="turns"] .figure-link').first().click();
    await detail.waitFor();
    await page.waitForURL(/#\/r\/claude-edit\/stats\/e\/17$/);
    await expect.poll(() => page.locator('[data-section="turns"]').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)('say that nothing was reported when an agent reports nothing', async () => {
    const { page } = await open('#/r/demo/stats');
    await expect
      .poll(() => page.locator('[data-section="usage"]').textContent())
      .toContain('Not reported by this agent');
  });

  test.runIf(isLong)('lead from a method to its requests in the timeline, and back', async () => {
    const { page } = await open('#/r/claude-edit/stats');
    await page.getByRole('link', { name: 'session/request_permission' }).first().click();
    await page.getByText('showing 2 of 61').waitFor();
    const others = async () =>
      (await page.getByTestId('timeline').locator('[data-seq]').allTextContents()).filter(
        (text) => !text.includes('tool call') && !text.includes('session/request_permission'),
      );
    await page.getByTestId('timeline').locator('[data-seq]').first().waitFor();
    await expect.poll(others).toEqual([]);
    await page.goBack();
    await page.locator('[data-section="turns"]').waitFor();
  });

  test.runIf(isLong)('can be reached and followed with the keyboard alone', async () => {
    const { page, detail } = await shared(browser, inspector, '#/r/claude-edit');
    await page.getByTestId('timeline').locator('[data-seq="17"]').waitFor();
    await page.keyboard.press('5');
    await page.locator('[data-section="turns"] .figure-link').first().focus();
    await page.keyboard.press('Enter');
    await detail.waitFor();
    await expect.poll(() => detail.textContent()).toContain('session/prompt');
  });

  test('sort by any column, keep the order, and lead from a percentile to its requests', async () => {
    const { page, detail, complaints } = await open('#/r/priced/stats');
    const turns = page.locator('[data-section="turns"]');
    const first = async () => (await cells(page, 'turns')).slice(0, 2);
    const took = turns.getByRole('button', { name: 'took' });
    await took.click();
    await expect.poll(first).toEqual(['40', expect.stringMatching(/ s$/)]);
    await expect
      .poll(() => turns.getByRole('columnheader', { name: 'took' }).getAttribute('aria-sort'))
      .toBe('descending');
    await turns.locator('.figure-link').first().click();
    await detail.waitFor();
    await expect.poll(() => detail.textContent()).toContain('session/prompt');
    await expect.poll(first).toEqual(['40', expect.anything()]);
    await took.press('Enter');
    await expect.poll(async () => (await first())[0]).toBe('2');
    const reads = page.locator('[data-section="methods"] tr', { hasText: 'fs/read_text_file' });
    await expect
      .poll(() => reads.getByRole('img').getAttribute('aria-label'))
      .toMatch(/^\d+ up to 2.0 ms, .* up to 5.00 s$/);
    const spread = page.locator('[data-section="methods"]').getByRole('columnheader', { name: 'spread' });
    for (const order of ['descending', 'ascending']) {
      await spread.getByRole('button').press('Enter'); // rows that appear above would move it away from the pointer
      await expect.poll(() => spread.getAttribute('aria-sort')).toBe(order);
    }
    await expect.poll(async () => (await cells(page, 'methods'))[0]).toBe('session/request_permission');
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' }); // beside it the column is hidden
    await reads.locator('[data-name="p95"] a').click();
    await page.getByText('showing 7 of').waitFor(); // of 120: the 114th and those that took longer
    await page.goBack();
    await expect.poll(async () => (await first())[0]).toBe('2');
    expect(complaints).toEqual([]);
  });

  test('show time, tokens and cost over turns; pointer and keys mark a turn in all plots, and open it', async () => {
    const { page, detail } = await open('#/r/priced/stats');
    const plots = page.getByRole('slider', { name: 'of each turn' });
    await expect
      .poll(() => plots.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
      .toEqual(['Time of each turn', 'Tokens of each turn', 'Cost of each turn']);
    const ends = page.locator('[data-plot="cost"] .turn-plot-ends span');
    expect(await ends.allTextContents()).toEqual(['turn 1', 'turn 40']);
    await plots.first().press('End');
    const texts = () => plots.evaluateAll((all) => all.map((one) => one.getAttribute('aria-valuetext')));
    await expect
      .poll(texts)
      .toEqual([
        expect.stringMatching(/^Turn 40, .*: agent .*, client .*, person/),
        expect.stringContaining('40\u2009200: 40\u2009000 in, 200 out tokens'),
        expect.stringContaining('0.4100 USD'),
      ]);
    await plots.first().press('Enter');
    await detail.waitFor();
    await expect.poll(() => detail.textContent()).toContain('turn 40');
    const box = await plots.nth(2).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 1, (box?.y ?? 0) + 9);
    await expect.poll(async () => (await texts())[0]).toMatch(/^Turn 1,/);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => detail.textContent()).toContain('"turn 1"');
  });

  test('of a long recording are complete, though only rows near the window are in the document', async () => {
    const { page } = await open('#/r/two-hundred/stats');
    const turns = page.locator('[data-section="turns"]');
    await expect.poll(() => turns.getByRole('table').getAttribute('aria-rowcount')).toBe('201'); // with the head
    expect(await turns.locator('tr[aria-rowindex]').count()).toBeLessThan(120);
    await expect
      .poll(async () => (await cells(page, 'tools')).slice(0, 2))
      .toEqual(['other', CALLS === 3 ? '600' : '20\u2009000']);
    const height = () => turns.evaluate((section) => section.getBoundingClientRect().height);
    const before = await height();
    await turns.locator('tbody').last().scrollIntoViewIfNeeded();
    await turns.locator('tr[aria-rowindex="201"]').waitFor();
    await expect.poll(async () => Math.abs((await height()) / before - 1)).toBeLessThan(0.05); // the estimate was close
    expect(await turns.locator('tr[aria-rowindex]').count()).toBeLessThan(160);
  });

  test.runIf(isLong).each(['priced', 'claude-edit', 'demo', 'two-hundred'])(
    'of %s need no sideways scrolling on a phone',
    async (recording) => {
      const { page } = await open(`#/r/${recording}/stats`, { width: 420, height: 900 });
      await page.locator('.page, .figures-scroll').nth(3).waitFor({ state: 'attached' });
      const over = () =>
        page
          .locator('.page, .figures-scroll')
          .evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth).filter((pixels) => pixels > 0));
      await expect.poll(over).toEqual([]);
    },
  );

  test.runIf(isLong)('have labels on a phone, and leave out empty ones', async () => {
    const { page } = await open('#/r/claude-edit/stats', { width: 420, height: 900 });
    const row = page.locator('[data-section="methods"] tbody tr', { hasText: 'session/request_permission' });
    const name = row.getByRole('link', { name: 'session/request_permission' });
    await expect.poll(() => name.evaluate((link) => link.getBoundingClientRect().height)).toBeLessThan(30); // one line
    const slowest = row.locator('td[data-name="slowest"]');
    await slowest.waitFor();
    await expect
      .poll(() => slowest.evaluate((cell) => getComputedStyle(cell, '::before').content))
      .toMatch(/^"slowest"/);
    await expect.poll(() => row.locator('td[data-name="errors"]').isVisible()).toBe(false);
  });

  test('are one file that loads nothing, with the same tables and plots, without command and folder', async () => {
    const path = join(temporaryFolder(), 'stats.html');
    const { stdout } = await acptap(temporaryFolder(), 'stats', DEMO, '--format', 'html');
    writeFileSync(path, stdout);
    expect(stdout).toContain(`content="default-src 'none'; script-src 'sha256-`);
    expect(Buffer.byteLength(stdout)).toBeLessThan(200_000);
    const [, base64 = ''] = /id="stats"[^>]*>([^<]*)</.exec(stdout) ?? [];
    const content = gunzipSync(Buffer.from(base64, 'base64')).toString();
    expect(content).toContain('"command":[],"cwd":""');
    expect(content).not.toContain('/demo');

    const { page, complaints, requests } = await openFile(browser, path);
    await page.getByRole('heading', { name: 'Demo Editor 1.0.0 ⇄ Demo Agent 1.0.0' }).waitFor();
    await page.locator('[data-section="over-turns"] .turn-plot').first().waitFor();
    const methods = () => page.locator('[data-section="methods"] tbody tr td:first-child').allTextContents();
    const before = await methods();
    await page.locator('[data-section="methods"]').getByRole('button', { name: 'method' }).click();
    await expect.poll(() => methods()).toEqual(before.toSorted());
    expect(await seriousFindingsIfLong(page)).toEqual([]);
    expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
  });
});
