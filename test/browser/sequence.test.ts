import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, someOf } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

const shared = openOnce(cleanUpAfterAll());

describe.skipIf(browserIsMissing())('the sequence', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = async (hash: string, options = {}) => {
    const opened = await shared(browser, inspector, hash, options);
    const row = (seq: number) => opened.page.getByTestId('sequence').locator(`[data-seq="${seq}"]`).first();
    await opened.page.getByTestId('sequence').locator('[data-seq]').first().waitFor();
    return { ...opened, row };
  };

  test('draws requests, updates and runs of chunks between the two lanes, without sideways scrolling on a phone', async () => {
    const { page, row, complaints } = await open('#/r/demo/sequence');
    const drawn = () => Promise.all([1, 6, 7, 53, 57].map((seq) => row(seq).getAttribute('data-arrow')));
    await expect.poll(drawn).toEqual(['both', 'question', 'run', 'update', 'note']);
    await expect.poll(() => row(7).textContent()).toContain('× 10 chunks');
    const widthOf = async (part: string) => (await row(6).locator(part).boundingBox())?.width ?? 0;
    await expect
      .poll(async () => (await widthOf('.sequence-arrow')) / (await widthOf('.sequence-lanes')))
      .toBeGreaterThan(0.7);
    // Findings in words, and how long a person took to answer.
    await expect.poll(() => row(23).locator('.sequence-wrong').textContent()).toBe('error: framing/line-is-json');
    await expect.poll(() => row(25).locator('.sequence-wait').textContent()).toContain('401 ms');
    await page.setViewportSize({ width: 420, height: 900 });
    await expect.poll(() => page.getByTestId('sequence').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)('draws each frame at its place when frames are shown', async () => {
    const { page, row } = await open('#/r/demo/sequence');
    await page.keyboard.press('u');
    await row(2).waitFor();
    const drawn = () => Promise.all([1, 2, 26, 27].map((seq) => row(seq).getAttribute('data-arrow')));
    await expect.poll(drawn).toEqual(['question', 'answer', 'question', 'answer']);
    const style = (seq: number) =>
      row(seq)
        .locator('.sequence-arrow')
        .evaluate((arrow) => getComputedStyle(arrow).borderBlockEndStyle);
    expect([await style(1), await style(2)]).toEqual(['solid', 'dashed']);
  });

  test.runIf(isLong)('keeps the name of a row with findings readable, however narrow', async () => {
    const { page, row } = await open('#/r/gemini-edit/sequence');
    await row(39).waitFor();
    for (const width of someOf([1440, 960, 720, 420], 3)) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator('.sequence-wrong').nth(3).waitFor();
      const hidden = () =>
        page.locator('.sequence-row:has(.sequence-wrong)').evaluateAll((rows) =>
          rows.flatMap((each) => {
            const [label, name] = ['.sequence-label', '.sequence-name'].map((part) => each.querySelector(part));
            const [outer, inner] = [label?.getBoundingClientRect(), name?.getBoundingClientRect()];
            const seen = name && document.elementFromPoint((inner?.x ?? 0) + 4, (inner?.y ?? 0) + 4);
            const isSeen = outer && inner && inner.x >= outer.x && inner.width > 40 && name?.contains(seen ?? null);
            return isSeen ? [] : [each.getAttribute('data-seq')];
          }),
        );
      await expect.poll(async () => ({ width, hidden: await hidden() })).toEqual({ width, hidden: [] });
    }
  });

  test('marks the pair of the selected entry, and opens its detail', async () => {
    const { page, row, detail } = await open('#/r/demo/sequence?v=raw');
    await row(1).click();
    await detail.waitFor();
    await expect.poll(() => row(2).getAttribute('data-paired')).toBe('true');
    await page.keyboard.press('m');
    await page.waitForURL(/#\/r\/demo\/sequence\/e\/2\?v=raw$/);
    await expect.poll(() => row(1).getAttribute('data-paired')).toBe('true');
  });

  test('moves, opens and closes with the keys of the timeline', async () => {
    const { page, row } = await open('#/r/demo/sequence/e/6');
    await page.keyboard.press('j');
    await page.waitForURL(/\/e\/7$/);
    await page.keyboard.press('ArrowRight');
    await row(8).waitFor();
    await page.keyboard.press('ArrowLeft');
    await row(8).waitFor({ state: 'detached' });
    await expect.poll(() => row(7).getAttribute('aria-expanded')).toBe('false');
  });

  test.runIf(isLong)('shows the entries that match the filter, at the scroll position of the timeline', async () => {
    const { page } = await open('#/r/long/sequence?q=kind:request');
    await page.getByText('showing 32 of').waitFor();
    await page.keyboard.press('G');
    const selected = page.locator('[data-seq][aria-selected="true"]');
    await selected.waitFor();
    await expect.poll(() => selected.getAttribute('data-arrow')).toBe('question');
    const last = await selected.getAttribute('data-seq');
    await page.keyboard.press('1');
    await page.getByTestId('timeline').locator(`[data-seq="${last}"][aria-selected="true"]`).waitFor();
  });

  test.runIf(isLong)('of thousands of rows has fewer than two hundred elements', async () => {
    const { page, row } = await open('#/r/long/sequence?v=raw');
    await page.keyboard.press('G');
    await page.locator('[aria-selected="true"]').waitFor();
    await row(0).waitFor({ state: 'detached' });
    expect(await page.locator('.sequence-row').count()).toBeLessThan(200);
  });

  test.runIf(isLong)('on a phone has the name and the title of a tool call beside an intervention', async () => {
    const { page } = await open('#/r/drop/sequence', { viewport: { width: 420, height: 900 } });
    const call = page.getByTestId('sequence').locator('[data-seq="8"]').first();
    await call.locator('.intervention').waitFor();
    const room = await call.locator('.sequence-what').evaluate((what) => {
      const end = what.querySelector('.sequence-said')?.getBoundingClientRect().left ?? Infinity;
      return what.getBoundingClientRect().right - end;
    });
    expect(room).toBeGreaterThan(20); // the title begins, so the name is whole
  });
});
