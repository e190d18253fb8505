import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

/** The demo: 1.17 s, with findings at 0.025 s and 0.282 s, the first turn over at 0.913 s and the second from then on. */
const shared = openOnce(cleanUpAfterAll());

describe.skipIf(browserIsMissing())('the range of time and the filter', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = async (hash: string) => {
    const opened = await shared(browser, inspector, hash);
    await opened.page.locator('.strip-drawing').waitFor();
    return { ...opened, strip: opened.page.getByTestId('overview') };
  };
  const drag = async (strip: Locator, from: number, to: number) => {
    const box = await strip.boundingBox();
    if (!box) throw new Error('the strip is not on the page');
    const { mouse } = strip.page();
    await mouse.move(box.x + from * box.width, box.y + 20);
    await mouse.down();
    await mouse.move(box.x + ((from + to) / 2) * box.width, box.y + 20);
    await mouse.move(box.x + to * box.width, box.y + 20);
    await mouse.up();
  };
  const findings = (page: Page) => page.getByTestId('findings').locator('[data-finding]');
  const cards = (page: Page) => page.getByTestId('conversation').locator('[data-index]');

  test('limit the findings to the shown entries, until a double click', async () => {
    const { page, strip, complaints } = await open('#/r/demo/findings');
    await findings(page).nth(1).waitFor();
    await drag(strip, 0.2, 0.3);
    await page.getByText('Showing 1 of 2 findings.').waitFor();
    await expect.poll(() => findings(page).textContent()).toContain('#23');
    await page.getByText('These counts cover the whole recording: the range of time does not apply here.').waitFor();
    await drag(strip, 0.5, 0.6);
    await page.getByText('The range of time hides all 2 findings.').waitFor();
    await strip.dblclick({ position: { x: 20, y: 20 } });
    await findings(page).nth(1).waitFor();
    await expect.poll(() => page.getByText('cover the whole recording').count()).toBe(0);
    await page.waitForFunction(() => !location.hash.includes('r='));
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)('are both removed by one button when they hide every finding', async () => {
    const { page } = await open('#/r/demo/findings?q=kind%3Arequest&r=500000..600000');
    await page.getByText('The filter and the range of time hide all 2 findings.').waitFor();
    expect(await page.getByText('No rule is broken').count()).toBe(0);
    await page.getByRole('button', { name: 'Show all' }).click();
    await findings(page).nth(1).waitFor();
    await page.waitForFunction(() => location.hash === '#/r/demo/findings');
  });

  test.runIf(isLong)('can be reached from the findings by key, and Enter leads back', async () => {
    const { page } = await open('#/r/demo/findings');
    await findings(page).nth(1).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('rule:framing/*');
    await page.keyboard.press('Enter');
    await page.getByText('Showing 1 of 2 findings.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('findings');
  });

  test.runIf(isLong)('limit the conversation to cards with shown entries, until a double click', async () => {
    const { page, strip, complaints } = await open('#/r/demo/conversation');
    await cards(page).nth(3).waitFor();
    const all = await page.getByTestId('conversation').textContent();
    await drag(strip, 0.79, 0.99);
    await page.getByText(/^Showing 1 of \d+ cards\./).waitFor();
    await cards(page).nth(1).waitFor({ state: 'detached' });
    await expect.poll(() => cards(page).textContent()).toContain('#43');
    await strip.dblclick({ position: { x: 20, y: 20 } });
    await page.getByText(/^Showing/).waitFor({ state: 'detached' });
    await cards(page).nth(3).waitFor();
    await expect.poll(() => page.getByTestId('conversation').textContent()).toBe(all);
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)('are named when they hide the whole conversation, with a button that shows all', async () => {
    const { page } = await open('#/r/demo/conversation?r=400000..500000');
    await page.getByText(/^The range of time hides all \d+ cards\.$/).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await cards(page).nth(3).waitFor();
    await expect.poll(() => page.getByText('The range of time hides').count()).toBe(0);
  });

  test('of a link apply to every view, and views of the whole recording say that they ignore them', async () => {
    const { page, row } = await open('#/r/demo?q=from%3Aagent&r=200000..300000');
    await row(23).waitFor();
    await page.keyboard.press('4');
    await page.getByText('Showing 1 of 2 findings.').waitFor();
    await page.keyboard.press('2');
    await page.getByText(/^Showing \d+ of \d+ cards\./).waitFor();
    await page.keyboard.press('5');
    await page
      .getByText('These numbers cover the whole recording: the filter and the range of time do not apply here.')
      .waitFor();
    await page.keyboard.press('6');
    await page
      .getByText('This covers the whole recording: the filter and the range of time do not apply here.')
      .waitFor();
    expect(page.url()).toMatch(/#\/r\/demo\/info\?q=from%3Aagent&r=200000\.\.300000$/);
  });
});
