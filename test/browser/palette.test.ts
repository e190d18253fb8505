import { describe, expect, test } from 'vitest';
import { seriousFindingsIfLong } from '../support/axe.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector } from '../support/inspector.ts';

const shared = openOnce(cleanUpAfterAll());

describe.skipIf(browserIsMissing())('the palette', () => {
  test('goes to commands, turns and recordings by keys and by clicks, from every view and field', async () => {
    const opened = await shared(await sharedBrowser(), readOnlyInspector(), '#/r/demo/e/7');
    const { page, detail, complaints } = opened;
    const { keyboard } = page;
    const palette = page.getByRole('dialog', { name: 'Go to' });
    const active = palette.locator('[role="option"][aria-selected="true"]');
    const call = async (query: string) => {
      await keyboard.press('Control+k');
      await keyboard.insertText(query); // without a pause: the field has the focus at once
      await expect.poll(() => palette.getByRole('combobox').inputValue()).toBe(query);
    };
    const gone = () => palette.waitFor({ state: 'detached' });
    await detail.getByRole('tab', { name: 'JSON' }).waitFor();

    await call('');
    await active.getByText('Timeline').waitFor();
    await active.locator('kbd', { hasText: '1' }).waitFor();
    expect(await seriousFindingsIfLong(page)).toEqual([]);
    await keyboard.press('ArrowUp');
    await expect.poll(() => active.evaluate((item) => item.nextElementSibling)).toBe(null);
    await keyboard.press('ArrowDown');
    await active.getByText('Timeline').waitFor();
    await keyboard.type('next row');
    await active.getByText('next row').waitFor();
    await keyboard.press('Enter');
    await page.waitForURL(/\/e\/17/);
    await gone();

    await call('turn 2');
    await keyboard.press('Enter');
    await page.waitForURL(/\/e\/42/);
    await page.locator('[data-seq="42"][aria-selected="true"]').waitFor();

    await call('conversation');
    await keyboard.press('Enter');
    await page.locator('main[data-view="conversation"]').waitFor();
    await call('turn 1');
    await keyboard.press('Enter');
    await page.waitForURL(/\/conversation\/e\/6$/);
    await page.locator('[data-seq="6"]').first().waitFor();

    await call('time since');
    await keyboard.press('Escape');
    await gone();
    await page.waitForURL(/\/conversation\/e\/6$/); // Escape closed the palette only

    await call('filter');
    await keyboard.press('Enter');
    const filter = page.getByRole('combobox', { name: 'Filter' });
    await filter.and(page.locator(':focus')).waitFor();
    await keyboard.press('Control+k'); // in a field, too; a second press closes the palette
    await palette.waitFor();
    await keyboard.press('Control+k');
    await gone();

    await filter.fill('kind:request');
    await keyboard.press('Enter');
    await page.waitForURL(/q=kind/);
    await call('clear');
    await keyboard.press('Enter');
    await page.waitForFunction(() => !location.hash.includes('q='));

    await call('group by agent');
    await keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('Order of the recordings').inputValue()).toBe('agent');
    await call('by time');
    await keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('Order of the recordings').inputValue()).toBe('time');

    await call('save html');
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Copy or save' });
    await dialog.getByRole('button', { name: 'Page that needs no server' }).and(page.locator(':focus')).waitFor();
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await keyboard.press('y'); // begins at the first form again
    await dialog.getByRole('button', { name: 'Frame, on one line' }).and(page.locator(':focus')).waitFor();
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await call('no such thing');
    await palette.getByText('Nothing has these words').waitFor();
    await keyboard.press('Enter');
    await palette.getByRole('combobox').fill('gemini edit');
    await palette.getByRole('option', { name: 'gemini-edit' }).first().click();
    await page.waitForURL(/#\/r\/gemini-edit\/conversation$/); // the view stays
    await gone();

    await keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await keyboard.press('Control+k');
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await palette.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('keeps the last choice while turns arrive above it', async () => {
    const { page } = await shared(await sharedBrowser(), readOnlyInspector(), '#/r/demo');
    const release = Promise.withResolvers<undefined>();
    await page.route('**/turns', (route) => release.promise.then(() => route.continue()));
    await page.keyboard.press('Control+k');
    await page.keyboard.press('ArrowUp');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    const active = palette.locator('[role="option"][aria-selected="true"]');
    await expect.poll(() => active.evaluate((item) => item.nextElementSibling)).toBe(null);
    const last = await active.textContent();
    release.resolve(undefined);
    await palette.getByText('Turn 2').waitFor();
    expect(await active.textContent()).toBe(last);
    await page.unroute('**/turns');
  });

  test.runIf(isLong)('has its rows on one grid, and the whole label before what it belongs to', async () => {
    const { page } = await shared(await sharedBrowser(), readOnlyInspector(), '#/r/demo');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    await palette.getByText('next row').waitFor();
    /** Right edges of a part of the rows with keys. */
    const ends = (part: string) =>
      palette
        .locator(`.palette-item:has(kbd) ${part}`)
        .evaluateAll((all) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().right)))]);
    await expect.poll(() => ends('.palette-about')).toHaveLength(1);
    expect(await ends('.palette-keys')).toHaveLength(1);
    await page.setViewportSize({ width: 420, height: 900 });
    expect(await ends('.palette-keys')).toHaveLength(1);
    const label = palette.getByText('compare: what changed since another run');
    expect(await label.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  });
});
