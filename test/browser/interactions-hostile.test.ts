import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { openPage } from '../support/inspector-page.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { importInto } from '../support/processes.ts';
import { hostileRecording, NASTY } from './hostile-recording.ts';

const lastly = cleanUpAfterAll();

describe.skipIf(browserIsMissing())('hostile content', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    const home = temporaryFolder(lastly);
    const file = join(home, 'hostile.acp.jsonl');
    writeFileSync(file, hostileRecording());
    await importInto(home, file, lastly);
    inspector = await startInspector(home, lastly);
    browser = await sharedBrowser();
  });

  test('is text in every tab of an entry, in menus, suggestions, marks and notices', async () => {
    const { page, detail, complaints } = await openPage(browser, inspector, `#/r/hostile/e/${NASTY.length}?v=raw`);
    await detail.getByRole('tab', { name: 'JSON', exact: true }).waitFor();
    const tabs = await detail.getByRole('tab').evaluateAll((all) => all.map((tab) => tab.id));
    for (const tab of tabs) {
      await detail.locator(`#${tab}`).click();
      await detail.locator(`#detail-body[aria-labelledby="${tab}"]`).getByText(/\S/).first().waitFor();
    }
    expect(tabs.length).toBeGreaterThanOrEqual(4);

    await page.keyboard.press('Escape');
    for (const key of ['.', 'j', 'd']) await page.keyboard.press(key);
    await detail.getByRole('tab', { name: 'Difference', selected: true }).waitFor();
    await page.getByRole('button', { name: '1 marked' }).click();
    await page.getByRole('dialog', { name: 'Marked entries' }).getByText(`#${NASTY.length}`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.locator(`[data-seq="${NASTY.length}"]`).first().click({ button: 'right' });
    const items = page.getByRole('menu').getByRole('menuitem');
    await items.filter({ hasText: '<img src=x' }).first().click();
    await page.getByText(/^showing \d+ of \d+$/).waitFor();
    const field = page.getByRole('combobox', { name: 'Filter' });
    await expect.poll(() => field.inputValue()).toContain('<img src=x');
    await field.fill('session:');
    await page.getByRole('option').filter({ hasText: '<img src=x' }).first().waitFor();
    await field.fill('');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('onerror');
    await page
      .getByRole('search', { name: 'Find in the text of frames' })
      .getByText(/ of \d+/)
      .waitFor();

    const did = await page.evaluate(() => [Reflect.get(globalThis, 'pwned'), document.querySelectorAll('img').length]);
    expect(did).toEqual([undefined, 0]);
    expect(complaints).toEqual([]);
  });
});
