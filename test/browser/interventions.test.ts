import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { seriousFindingsIfLong } from '../support/axe.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { goTo, openPage } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

describe.skipIf(browserIsMissing())('a recording with interventions', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });

  test('shows in every view what acptap did, also in a narrow and dark page', async () => {
    const { page, row, detail, complaints } = await openPage(browser, inspector, '#/r/drop?v=raw');
    const textOf = (place: string) => page.locator(place).first().textContent();

    await page.getByTestId('interventions').getByText('acptap takes part, seed 7 · drop').waitFor();
    await expect.poll(() => row(11).textContent()).toContain('not delivered: drop');
    await expect.poll(() => row(11).locator('.cell-wire').textContent()).toBe('agent to client, not delivered');
    await page.getByTestId('interventions').getByRole('button', { name: '1 intervention' }).click();
    await expect.poll(() => page.getByTestId('timeline').locator('[data-seq]').count()).toBe(2);

    await goTo(page, '#/r/drop/e/11');
    await expect.poll(() => detail.textContent()).toContain('Not delivered: the client never had it');
    await expect.poll(() => detail.textContent()).toContain('drop where update:tool_call_update');

    await goTo(page, '#/r/unknown-update/e/7');
    const values = detail.locator('.difference-row');
    await expect.poll(() => values.textContent()).toContain('received: "plan"');
    await expect.poll(() => values.textContent()).toContain('delivered: "unknown_by_acptap"');

    const change = { old: '…"ect/a.txt"', new: '…"ect/b.txt"' };
    const changeIn = async (place: string) => ({
      old: await textOf(`${place} .change del`),
      new: await textOf(`${place} .change ins`),
    });
    await goTo(page, '#/r/edit?v=raw');
    await expect.poll(() => row(9).locator('.change').getAttribute('title')).toMatch(/^\/params\/path /);
    expect(await changeIn('[data-testid="timeline"] [data-seq="9"]')).toEqual(change);
    await goTo(page, '#/r/edit/sequence'); // where its group is closed
    await expect.poll(() => changeIn('[data-testid="sequence"] [data-seq="8"]')).toEqual(change);
    await goTo(page, '#/r/edit/conversation');
    await expect.poll(() => changeIn('.card[data-kind="tool-call"]')).toEqual(change);
    await expect.poll(() => textOf('[data-path="/project/b.txt"]')).toContain('acptap changed it');

    await goTo(page, '#/r/corrupt/e/12?v=raw');
    await detail.getByRole('tab', { name: 'Raw' }).click();
    await detail.getByRole('button', { name: 'Copy what was received' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('"text":"One "}}}}\n');
    await detail.getByRole('region', { name: 'Delivered' }).waitFor();

    await goTo(page, '#/r/delay/e/6');
    await detail.getByRole('tab', { name: 'Timing' }).click();
    await expect.poll(() => detail.textContent()).toContain('on its way in acptap');

    await page.setViewportSize({ width: 420, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await goTo(page, '#/r/answer/sequence?v=raw');
    const own = page.getByTestId('sequence').locator('[data-own="injected"]');
    await expect.poll(() => own.getAttribute('data-toward')).toBe('agent');
    const edges = (place: string) =>
      own.locator(place).evaluate((element) => {
        const { left, width } = element.getBoundingClientRect();
        return { left, middle: left + width / 2 };
      });
    const [lanes, arrow] = [await edges('.sequence-lanes'), await edges('.sequence-arrow')];
    expect(Math.abs(arrow.left - lanes.middle)).toBeLessThan(2);
    await page.getByTestId('sequence').getByText('not delivered: answer').waitFor();
    expect(await seriousFindingsIfLong(page)).toEqual([]);

    await goTo(page, '#/r/answer/conversation');
    await expect.poll(() => textOf('[data-write="9"]')).toContain('not delivered: acptap answered it');
    expect(await textOf('[data-write="9"]')).toMatch(/^Write of\s*\/project\/a\.txt/);
    await page.locator('.card[data-own]').getByText('acptap wrote to the agent').waitFor();
    await expect.poll(() => textOf('.card[data-kind="tool-call"] .intervention')).toContain('1 not delivered: answer');

    await goTo(page, '#/r/answer/stats');
    await page.getByRole('heading', { name: 'Interventions' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
