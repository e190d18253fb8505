import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { LOOKS, seriousFindings } from '../support/axe.ts';
import { browserIsMissing, complaintsOf, sharedBrowser } from '../support/browser.ts';
import { isLong, someOf } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { goTo, openOnce, type PageOptions } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly, true);

describe.skipIf(browserIsMissing())('the findings of a recording', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });

  const open = async (hash = '', look: PageOptions = {}) => (await shared(browser, inspector, hash, look)).page;
  const findingsOf = (page: Page) => page.getByRole('region', { name: 'Findings' });
  const detailOf = (page: Page) => page.getByRole('complementary', { name: 'Entry' });

  test('can be reached with the mouse, and lead to their entry and to the contradicted one', async () => {
    const page = await open();
    const complaints = complaintsOf(page);
    await page.locator('[data-recording="demo"]').click();
    await page.getByRole('link', { name: 'Findings (2)' }).click();
    await page.waitForURL(/#\/r\/demo\/findings$/);
    const twice = findingsOf(page).locator('[data-group="jsonrpc/response-comes-once"]');
    await twice.getByRole('link', { name: '#3 of the client: session/new /demo' }).click();
    await page.waitForURL(/#\/r\/demo\/e\/3$/);
    await detailOf(page).locator('.detail-seq', { hasText: '#3' }).waitFor();

    await page.goBack();
    await page.waitForURL(/#\/r\/demo\/findings$/);
    await twice.getByRole('link', { name: /^#5/ }).click();
    await detailOf(page).locator('[data-rule="jsonrpc/response-comes-once"]').waitFor();
    await detailOf(page).getByRole('button', { name: '#4 of the agent: session/new demo-session' }).click();
    await page.waitForURL(/#\/r\/demo\/e\/4$/);
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)(
    'can be reached with the keyboard, and lead to their entry and to the contradicted one',
    async () => {
      const page = await open('#/r/salvaged');
      await page.locator('[data-recording="demo"]').waitFor();
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-recording') ?? undefined);
      while ((await focused()) === undefined) await page.keyboard.press('Tab');
      while ((await focused()) !== 'demo') await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/#\/r\/demo$/);
      await page.keyboard.press('4');
      await findingsOf(page).getByRole('heading', { name: 'framing/line-is-json' }).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(/#\/r\/demo\/e\/3$/);
      await detailOf(page).locator('.detail-seq', { hasText: '#3' }).waitFor();

      await page.keyboard.press('4');
      await page.keyboard.press('G');
      await page.keyboard.press('Enter');
      await detailOf(page).locator('[data-rule="framing/line-is-json"]').waitFor();
      await expect.poll(() => page.url()).toMatch(/#\/r\/demo\/e\/23$/);
      await page.keyboard.press('4');
      await page.waitForURL(/findings/);
      await page.keyboard.press('Escape');
      await page.waitForURL(/#\/r\/demo\/e\/23$/);
      await detailOf(page).locator('[data-rule="framing/line-is-json"]').waitFor();
    },
  );

  test.runIf(isLong)('are restored with Back and by the link of the entry', async () => {
    const page = await open('#/r/gemini-bad/findings', { viewport: { width: 1440, height: 500 } });
    await findingsOf(page).locator('[data-group]').nth(1).waitFor();
    const left = findingsOf(page).locator('[data-finding]').nth(6);
    const key = await left.getAttribute('data-finding');
    await left.evaluate((link) => link.scrollIntoView({ block: 'end' }));
    const scrolled = () => findingsOf(page).evaluate((box) => box.scrollTop);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-finding'));
    const before = await scrolled();
    expect(before).toBeGreaterThan(0);
    const backs = [
      () => page.goBack(),
      () => detailOf(page).getByRole('link', { name: 'Back to the findings' }).click(),
    ];
    for (const back of someOf(backs, 2)) {
      await left.click();
      await page.waitForURL(/\/e\/\d+$/);
      await detailOf(page).getByRole('tab', { name: 'Findings' }).waitFor();
      await back();
      await page.waitForURL(/\/findings/);
      await expect.poll(focused).toBe(key);
      await expect.poll(() => scrolled()).toBe(before);
    }
    await left.click();
    await detailOf(page).getByRole('link', { name: 'Back to the findings' }).waitFor();
    await page.getByTestId('timeline').locator('[data-seq]').first().click();
    await detailOf(page).getByRole('link', { name: 'Back to the findings' }).waitFor({ state: 'detached' });
  });

  test.runIf(isLong)('stay open after a reload', async () => {
    const page = await open('#/r/demo/findings');
    await findingsOf(page).locator('[data-group]').nth(1).waitFor();
    await page.reload();
    await findingsOf(page).locator('[data-group]').nth(1).waitFor();
    expect(new URL(page.url()).hash).toBe('#/r/demo/findings');
    expect(await detailOf(page).count()).toBe(0);
  });

  test('are fewer when a side is chosen, and grouped by rule, by the side at fault, or by time in one group', async () => {
    const page = await open('#/r/gemini-bad/findings');
    const groups = findingsOf(page).locator('[data-group]');
    await groups.nth(1).waitFor();
    const all = await groups.count();
    await findingsOf(page)
      .getByRole('button', { name: /^by the agent/ })
      .click();
    await findingsOf(page)
      .getByText(/^Showing \d+ of \d+ findings\.$/)
      .waitFor();
    await expect.poll(() => groups.count()).toBeLessThan(all);
    await findingsOf(page).getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => groups.count()).toBe(all);
    const by = (order: string) =>
      findingsOf(page).getByRole('group', { name: 'Group by' }).getByRole('button', { name: order });
    const titles = () => groups.getByRole('heading').allTextContents();
    const seqs = async () =>
      (await groups.locator('.finding-jump').allTextContents()).map((text) => Number(/#(\d+)/.exec(text)?.[1]));
    await expect.poll(titles).toContain('session/is-active');
    const byRule = await seqs();
    await by('side').click();
    await expect.poll(titles).toEqual(['By the client', 'By the agent']);
    await expect.poll(() => groups.first().textContent()).toContain('session/is-active');
    await by('time').click();
    await expect.poll(titles).toEqual(['In the order of the recording']);
    const byTime = await seqs();
    expect(byTime).toEqual(byRule.toSorted((one, other) => one - other));
    expect(byTime).not.toEqual(byRule);
    await by('rule').click();
    await expect.poll(seqs).toEqual(byRule);
  });

  test('are replaced by a count of what was tested, in which untested rules do not count as passed', async () => {
    const page = await open('#/r/claude-error401/findings');
    await findingsOf(page)
      .getByText(/^No rule is broken\. \d+ rules were exercised, \d+ were not\.$/)
      .waitFor();
    await findingsOf(page).getByText('not exercised').click();
    await expect
      .poll(() => findingsOf(page).locator('[data-fate="not-exercised"] [data-rule-id]').count())
      .toBeGreaterThan(10);
    await expect.poll(() => findingsOf(page).locator('[data-fate="not-exercised"]').textContent()).toContain('no pass');
  });

  test.runIf(isLong)('show an error when they cannot be loaded, and load on retry', async () => {
    let isDown = true;
    const fetched = /\/findings(\?|$)/; // not the script of the view
    const page = await open('#/r/salvaged');
    await page.route(fetched, (route) => (isDown ? route.abort() : route.continue()));
    await goTo(page, '#/r/demo');
    await page.getByTestId('timeline').locator('[data-seq="5"]').waitFor();
    await page.keyboard.press('4');
    await findingsOf(page).getByText('The findings could not be loaded').waitFor();
    isDown = false;
    await findingsOf(page).getByRole('button', { name: 'Try again' }).click();
    await findingsOf(page).locator('[data-group]').nth(1).waitFor();
    await expect.poll(() => findingsOf(page).getByText('could not be loaded').count()).toBe(0);
    await page.unroute(fetched);
  });

  test('strike out a value that receivers drop, and name it when it has the focus', async () => {
    const page = await open('#/r/salvaged/e/0');
    await detailOf(page).getByRole('tab', { name: 'JSON' }).click();
    const line = detailOf(page).locator('[data-dropped="true"]');
    await line.waitFor();
    const struck = line.locator('s');
    await expect.poll(() => struck.textContent()).toBe('"bash"');
    await expect
      .poll(() => struck.evaluate((value) => getComputedStyle(value).textDecorationLine))
      .toBe('line-through');
    await expect.poll(() => line.textContent()).toContain('receivers use "other" instead');
    const named = line.getByText('schema/value-is-not-dropped').locator('..').locator('..');
    const opacity = () => named.evaluate((bubble) => getComputedStyle(bubble).opacity);
    await expect.poll(() => opacity()).toBe('0');
    await line.focus();
    await expect.poll(() => opacity()).toBe('1');
  });

  test.runIf(isLong).each(LOOKS)(
    'have no serious axe finding: $colorScheme, $width px',
    async ({ colorScheme, viewport }) => {
      const page = await open('#/r/demo/findings', { colorScheme, viewport });
      await findingsOf(page).locator('[data-group]').nth(1).waitFor();
      for (const fate of await findingsOf(page).locator('summary').all()) await fate.click();
      await findingsOf(page)
        .getByRole('button', { name: /^errors/ })
        .click();
      expect(await seriousFindings(page)).toEqual([]);
      await expect.poll(() => findingsOf(page).evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(false);
    },
  );
});
