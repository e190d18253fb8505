import type { Browser, Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { openPage } from '../support/inspector-page.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { importInto } from '../support/processes.ts';
import { longRecording } from './long-recording.ts';

const lastly = cleanUpAfterAll();

describe.skipIf(browserIsMissing())('the overview of a recording', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    const home = temporaryFolder(lastly);
    await importInto(home, longRecording(home, 'long', 1000), lastly); // lasts 1.024 s
    inspector = await startInspector(home, lastly);
    browser = await sharedBrowser();
  });
  const open = async (hash = '#/r/long?v=raw') => {
    const opened = await openPage(browser, inspector, hash);
    await opened.page.getByTestId('timeline').locator('[data-seq]').first().waitFor();
    await opened.page.locator('.strip-drawing').waitFor();
    return { ...opened, strip: opened.page.getByTestId('overview') };
  };
  /** Drags across the strip. Positions are fractions of its width. */
  const drag = async (strip: Locator, from: number, to: number) => {
    const { x, y, width, height } = await boxOf(strip);
    const mouse = strip.page().mouse;
    await mouse.move(x + from * width, y + height / 2);
    await mouse.down();
    await mouse.move(x + ((from + to) / 2) * width, y + height / 2);
    await mouse.move(x + to * width, y + height / 2);
    await mouse.up();
  };

  test('selects a range with a drag, which filters everything and shows as a chip, until a double click', async () => {
    const { page, strip, complaints } = await open();
    await drag(strip, 0.25, 0.5);
    await page.waitForURL(/r=\d+\.\.\d+/);
    await page.getByText(/^showing 25\d of 1.024$/).waitFor();
    await page.getByRole('button', { name: /^0\.2\d\d – 0\.5\d\d/ }).waitFor();
    await strip.dblclick({ position: { x: 600, y: 20 } });
    await page.getByText(/^1.024 entries$/).waitFor();
    await page.waitForFunction(() => !location.hash.includes('r='));
    expect(complaints).toEqual([]);
  });

  test('moves a dragged range, and resizes a range dragged by its end', async () => {
    const { page, strip } = await open('#/r/long?v=raw&r=200000..400000');
    await page.getByText(/^showing 201 of/).waitFor();
    await drag(strip, 0.3, 0.6);
    await page.waitForFunction(() => !location.hash.includes('200000..400000'));
    await expect.poll(() => rangeOf(page.url()).from).toBeGreaterThan(450_000);
    const moved = rangeOf(page.url());
    expect(moved.to - moved.from).toBe(200_000);
    await drag(strip, moved.to / 1_024_000, 0.95);
    await page.waitForFunction((to) => !location.hash.endsWith(`..${to}`), moved.to);
    await expect.poll(() => rangeOf(page.url()).from).toBe(moved.from);
  });

  test('can be used with keys', async () => {
    const { page } = await open();
    const from = page.getByRole('slider', { name: 'Shown from' });
    await from.focus();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/r=112\d{3}\.\./);
    await expect.poll(async () => Number(await from.getAttribute('aria-valuenow'))).toBeGreaterThan(112_000);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !location.hash.includes('r='));
  });
});

async function boxOf(strip: Locator) {
  const box = await strip.boundingBox();
  if (!box) throw new Error('the strip is not on the page');
  return box;
}

function rangeOf(url: string) {
  const [, from, to] = /r=(\d+)\.\.(\d+)/.exec(url) ?? [];
  return { from: Number(from), to: Number(to) };
}
