import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector } from '../support/inspector.ts';

/** Thousands of raw rows. */
const LONG = '#/r/long?v=raw';

describe.skipIf(browserIsMissing())('the rows of a list that scrolls', () => {
  const shared = openOnce(cleanUpAfterAll());
  const open = async (): Promise<Page> => {
    const { page, row } = await shared(await sharedBrowser(), readOnlyInspector(), LONG);
    await row(3).waitFor();
    return page;
  };
  const rowsIn = (page: Page) => page.getByTestId('timeline').locator('[data-place]');
  const busyRows = (page: Page) => rowsIn(page).and(page.locator('[aria-busy="true"]'));

  test.runIf(isLong)('keep their elements in order over a jump: a moved element is laid out anew', async () => {
    const page = await open();
    await rowsIn(page).evaluateAll((rows) => {
      for (const [index, row] of rows.entries()) (row as HTMLElement).title = String(index);
    });
    await page.keyboard.press('End');
    await page.getByText('tool 2999').first().waitFor();
    await expect.poll(() => busyRows(page).count()).toBe(0);
    const kept = await rowsIn(page).evaluateAll((rows) => rows.map((row) => (row as HTMLElement).title));
    const known = kept.filter((title) => title !== '').map(Number);
    expect(known.length).toBeGreaterThan(15);
    expect(known).toEqual(known.toSorted((one, other) => one - other));
  });

  test('show nothing of the rows that their elements had before while they are fetched', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    const page = await open();
    await page.route('**/rows?**', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByTestId('timeline').evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    await expect.poll(async () => (await busyRows(page).count()) > 15).toBe(true);
    expect(
      await busyRows(page)
        .getByText(/session|tool/)
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    expect(await page.getByTestId('timeline').ariaSnapshot()).not.toMatch(/session|tool/);
    answer();
    await expect.poll(() => busyRows(page).count()).toBe(0);
    expect(await page.getByTestId('timeline').ariaSnapshot()).toMatch(/tool/);
    await page.unroute('**/rows?**');
  });

  test.runIf(isLong)('come over several frames where a machine is slow, and all in the end', async () => {
    const page = await open();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 20 });
    await page.keyboard.press('PageDown'); // tells the page how slow the machine is
    await expect.poll(() => busyRows(page).count()).toBe(0);
    const filled = await page.evaluate(async () => {
      const counts: number[] = [];
      const list = document.querySelector('[data-testid="timeline"]') as HTMLElement;
      list.scrollTo({ top: list.scrollHeight });
      do {
        await new Promise(requestAnimationFrame);
        counts.push(list.querySelectorAll('[data-place][aria-busy="false"]').length);
      } while (counts[0] === counts.at(-1) || list.querySelector('[aria-busy="true"]'));
      return counts;
    });
    const last = filled.at(-1) ?? 0;
    expect(last).toBeGreaterThan(15);
    expect(filled.some((count) => count > 0 && count < last)).toBe(true);
  });
});
