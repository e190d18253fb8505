import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { goTo, openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector } from '../support/inspector.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

describe.skipIf(browserIsMissing())('a link to an entry deep in a group', () => {
  const inspector = readOnlyInspector();

  const places = [
    ['far down', '#/r/message/e/90', { width: 1440, height: 900 }],
    ['a little down', '#/r/message/e/40', { width: 1440, height: 900 }],
    ['above a detail that opens below the list', '#/r/message/e/20', { width: 1024, height: 700 }],
  ] as const;
  test.runIf(isLong).each(places)(
    'opens the group, and the whole row is in sight: %s',
    async (_where, hash, viewport) => {
      const { page, detail } = await shared(await sharedBrowser(), inspector, hash, { viewport });
      await detail.waitFor();
      await expect.poll(() => hidden(page)).toBe(0);
    },
  );

  test.runIf(isLong)('opens the group in an open page too', async () => {
    const { page, row } = await shared(await sharedBrowser(), inspector, '#/r/message/e/1');
    await row(1).and(page.locator('[aria-selected="true"]')).waitFor();
    await goTo(page, '#/r/message/e/90');
    await page.locator('[data-seq="90"][aria-selected="true"]').waitFor();
    await expect.poll(() => hidden(page)).toBe(0);
  });

  test.runIf(isLong)('opens the group even if the rows before were not folded', async () => {
    const { page, row } = await shared(await sharedBrowser(), inspector, '#/r/message/e/50?v=raw');
    await row(50).and(page.locator('[aria-selected="true"]')).waitFor();
    await row(51).waitFor(); // each frame has a row of its own in the list before
    await goTo(page, '#/r/message/e/60');
    // The row of the group may be out of sight: its frames are one level deeper.
    await row(60).and(page.locator('[aria-selected="true"]:not([aria-level="1"])')).waitFor();
    await expect.poll(() => hidden(page)).toBe(0);
  });

  // Frame 26 is the fifth of the tool call in the row of 22.
  const origins = [
    ['the card of its tool call', '/e/22'],
    ['the files', '/files'],
    ['the conversation', '/conversation'],
  ] as const;
  test.runIf(isLong).each(origins)(
    'shows head and body of the frame, and selects its row: from %s',
    async (_from, place) => {
      const { page, row, detail } = await shared(await sharedBrowser(), inspector, `#/r/gemini-edit${place}`);
      // Opened by link, the group's row stays the selected one.
      if (place === '/e/22') await row(22).and(page.locator('[data-group-kind][aria-selected="true"]')).waitFor();
      await page.getByRole('link', { name: '#26', exact: true }).first().click();
      const head = detail.locator('.detail-title');
      await expect.poll(() => head.textContent()).toBe('#26 fs/write_text_file');
      await expect.poll(() => detail.locator('.detail-body').textContent()).toContain('"fs/write_text_file"');
      if (place !== '/e/22') await page.getByRole('link', { name: 'Timeline', exact: true }).click();
      await row(26).and(page.locator('[aria-selected="true"]:not([data-group-kind])')).waitFor();
      expect(await head.textContent()).toBe('#26 fs/write_text_file');
    },
  );
});

/** The height, in pixels, of the part of the selected frame's row that is out of sight. */
const hidden = (page: Page): Promise<number | string> =>
  page.getByTestId('timeline').evaluate((list) => {
    const row = list.querySelector('[aria-selected="true"]:not([data-group-kind])')?.getBoundingClientRect();
    const { top, bottom } = list.getBoundingClientRect();
    return row ? Math.max(top - row.top, row.bottom - bottom, 0) : 'not drawn';
  });
