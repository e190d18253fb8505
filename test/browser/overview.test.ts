import type { Browser, Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { goTo, openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

describe.skipIf(browserIsMissing())('the overview of a recording', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = async (hash = '#/r/thousand?v=raw') => {
    const opened = await shared(browser, inspector, hash);
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

  test.runIf(isLong)('moves a dragged range, and resizes a range dragged by its end', async () => {
    const { page, strip } = await open('#/r/thousand?v=raw&r=200000..400000');
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

  test('shows turns, both ends and the moment below the pointer, and goes to the entry of a click', async () => {
    const { page, strip, row, complaints } = await open();
    await expect.poll(() => strip.locator('.strip-turn').allTextContents()).toEqual(TEN);
    const { x, y, width } = await boxOf(strip);
    await page.mouse.move(x + 0.75 * width, y + 30);
    await expect
      .poll(() => strip.locator('.strip-label').allTextContents())
      .toEqual(['0', '1.024 s', expect.stringMatching(/^76\d ms$/)]);
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForURL(/\/e\/7[67]\d\?/);
    await row(768).waitFor();
    // Back is where it was before: the click is a step of the history.
    await page.goBack();
    await page.waitForFunction(() => !location.hash.includes('/e/'));
    expect(complaints).toEqual([]);
  });

  test('has a mark at each error and warning, and the waits for the client and for a person, each at its time', async () => {
    const { strip, row } = await open('#/r/turns');
    /** Where the parts of a path begin, in seconds of the ten. */
    const at = (name: string) =>
      strip.locator(`.strip-${name}`).evaluate((path) => {
        const starts = [...(path.getAttribute('d') ?? '').matchAll(/M([\d.]+)/g)];
        return starts.map(([, x]) => Math.round(Number(x) / 60) / 2);
      });
    await expect.poll(() => at('errors')).toEqual([3.5]);
    await expect.poll(() => at('warnings')).toEqual([9.5]);
    await expect.poll(() => at('wait-client')).toEqual([2, 7]);
    await expect.poll(() => at('wait-human')).toEqual([4]);
    const heightOf = async (name: string) => (await boxOf(strip.locator(`.strip-wait-${name}`))).height;
    expect(await heightOf('client')).toBeLessThan(await heightOf('human'));
    // The bar of the turn has parts for the client and a person, in the order and for as long as they had to act.
    const bar = row(4).locator('.bar[data-of="agent"]');
    /** Owner, start and length of each part, in seconds of the turn. */
    const parts = () =>
      bar.evaluate((whole) => {
        const { x, width } = whole.getBoundingClientRect();
        return [...whole.querySelectorAll<HTMLElement>('.bar-part')].map((part) => {
          const own = part.getBoundingClientRect();
          const seconds = (pixels: number) => Math.round((8 * pixels) / width);
          return [part.dataset['of'], seconds(own.x - x), seconds(own.width)];
        });
      });
    await expect.poll(parts).toEqual([
      ['client', 1, 1],
      ['human', 3, 2],
      ['client', 6, 1],
    ]);
  });

  test('has a box for the time in the waterfall, which moves through the recording by mouse and keys', async () => {
    const { page, strip, row } = await open();
    const grip = page.getByRole('slider', { name: 'Time in sight' });
    const { x, y, width, height } = await boxOf(strip);
    const box = await boxOf(grip);
    expect(box.width).toBeLessThan(width / 5);
    await page.mouse.move(box.x + box.width / 2, y + height - 3);
    await page.mouse.down();
    await page.mouse.move(x + 0.3 * width, y + height - 3);
    await page.mouse.move(x + 0.6 * width, y + height - 3);
    await page.mouse.up();
    await row(610).waitFor();
    expect(page.url()).not.toContain('r='); // it is not a filter
    // Inside the box, too; a click there still goes to an entry.
    const inside = await boxOf(grip);
    const middle = y + height / 2;
    await page.mouse.move(inside.x + inside.width / 2, middle);
    await page.mouse.down();
    await page.mouse.move(x + 0.5 * width, middle);
    await page.mouse.move(x + 0.35 * width, middle);
    await page.mouse.up();
    await row(350).waitFor();
    expect(page.url()).not.toMatch(/r=|\/e\//);
    await page.mouse.click(x + 0.35 * width, middle);
    await page.waitForURL(/\/e\/3[56]\d\?/);
    await page.goBack();
    await grip.focus();
    const at = async () => Number(await grip.getAttribute('aria-valuenow'));
    const before = await at();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageDown');
    await expect.poll(at).toBeLessThan(before);
    await page.keyboard.press('End');
    await row(1023).waitFor();
    await page.keyboard.press('Home');
    await row(0).waitFor();
    await expect.poll(at).toBe(0);
    await page.keyboard.press('PageDown');
    await row(0).waitFor();
    expect(await at()).toBe(0);
  });

  test('a drag inside the box selects a range with Shift, in a box without room to move, and in views without rows', async () => {
    const { page, strip } = await open();
    const grip = page.getByRole('slider', { name: 'Time in sight' });
    const clear = async () => {
      await page.waitForURL(/r=\d+\.\.\d+/);
      await strip.dblclick({ position: { x: 600, y: 20 } });
      await page.waitForFunction(() => !location.hash.includes('r='));
    };
    const [whole, box] = [await boxOf(strip), await boxOf(grip)];
    const middle = (box.x + box.width / 2 - whole.x) / whole.width;
    await page.keyboard.down('Shift');
    await drag(strip, middle, middle + 0.3);
    await page.keyboard.up('Shift');
    await clear();
    for (let press = 0; press < 12; press++) await page.keyboard.press('-'); // the whole
    await page.keyboard.press('+');
    await expect.poll(async () => (await boxOf(grip)).width / whole.width).toBeGreaterThan(0.6);
    await drag(strip, 0.4, 0.6);
    await clear();
    await Promise.all([page.keyboard.press('4'), grip.waitFor({ state: 'detached' })]); // Findings
    await drag(strip, 0.4, 0.6);
    await clear();
  });

  const tight = [
    ['on a phone, below its row', '#/r/thousand?v=raw', 400],
    ['beside the detail', '#/r/thousand/e/20?v=raw', 1150],
  ] as const;
  test.runIf(isLong).each(tight)('the waterfall stays %s', async (_, hash, width) => {
    const { page } = await shared(browser, inspector, hash, { viewport: { width, height: 900 } });
    const bar = page.getByTestId('timeline').locator('.row > .cell-waterfall').nth(3);
    await expect.poll(async () => (await bar.boundingBox())?.width).toBeGreaterThan(30);
    await page.getByTestId('timeline').locator('.row > .cell-summary').nth(3).waitFor();
    const scale = () => page.getByRole('slider', { name: 'Time in sight' }).getAttribute('aria-valuetext');
    const before = await scale();
    await page.keyboard.press('+');
    await expect.poll(scale).not.toBe(before);
  });

  test.runIf(isLong)('a short recording that does not fit has a box, too: where the rows in sight begin', async () => {
    const { page, row } = await shared(browser, inspector, '#/r/short?v=raw', {
      viewport: { width: 1440, height: 400 },
    });
    const grip = page.getByRole('slider', { name: 'Time in sight' });
    await grip.waitFor();
    expect(await grip.getAttribute('aria-valuenow')).toBe('1000');
    await grip.focus();
    for (let press = 0; press < 20; press++) await page.keyboard.press('PageUp');
    await row(100).waitFor();
    await expect.poll(async () => Number(await grip.getAttribute('aria-valuenow'))).toBeGreaterThan(50_000);
  });

  test.runIf(isLong)(
    'the scale fits the rows in sight when they are shown, even if another view was opened first',
    async () => {
      const { page } = await shared(browser, inspector, '#/r/thousand/stats');
      await page.getByText('1.02 s').first().waitFor();
      await goTo(page, '#/r/thousand?v=raw');
      const grip = page.getByRole('slider', { name: 'Time in sight' });
      await expect.poll(() => grip.getAttribute('aria-valuetext')).toMatch(/^0.000 to 0\.0[1-9]\d* seconds$/);
    },
  );

  test('the time axis has ticks, the moment below the pointer, and zooms by keys, wheel and drag at a fixed scale', async () => {
    const { page, row } = await open();
    const head = page.getByTestId('axis');
    const grip = page.getByRole('slider', { name: 'Time in sight' });
    const span = async () => {
      const [from = '', to = ''] =
        /([\d.]+) to ([\d.]+)/.exec((await grip.getAttribute('aria-valuetext')) ?? '')?.slice(1) ?? [];
      return Number(to) - Number(from);
    };
    const first = await span();
    expect(first).toBeLessThan(0.1);
    // The scale stays while the list scrolls.
    await page.keyboard.press('G');
    await row(1023).waitFor();
    await expect.poll(() => grip.getAttribute('aria-valuetext')).toMatch(/ to 1\.0\d\d seconds$/);
    expect(await span()).toBeCloseTo(first, 2);
    const { x, y, width, height } = await boxOf(head);
    await page.mouse.move(x + width / 2, y + 200);
    await expect.poll(() => head.locator('.axis-pointer').textContent()).toMatch(/^[\d.]+ m?s$/);
    const covered = () =>
      head.evaluate((element) => {
        const pointer = element.querySelector('.axis-pointer')?.getBoundingClientRect() ?? new DOMRect();
        const ticks = [...element.querySelectorAll('.axis-tick:not(:empty)')].map((each) =>
          each.getBoundingClientRect(),
        );
        return ticks.filter(({ left, right }) => left < pointer.right && right > pointer.left).length;
      });
    expect(await covered()).toBe(0);
    // Wheel, keys, and what is in sight.
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -480);
    await expect.poll(span).toBeLessThan(first / 2);
    await page.keyboard.up('Control');
    for (let press = 0; press < 6; press++) await page.keyboard.press('-');
    await expect.poll(span).toBeGreaterThan(first * 1.5);
    await page.keyboard.press('+');
    await page.keyboard.press('0');
    await expect.poll(span).toBeCloseTo(first, 2);
    await page.keyboard.press('0');
    await expect.poll(() => head.locator('.axis-tick').first().textContent()).toBe('0');
    const label = head.locator('.axis-tick:not(:empty)').first();
    expect(await label.evaluate((tick) => getComputedStyle(tick).zIndex)).toBe('1'); // above the lines of other ticks
    // A part by drag, with its rows.
    await page.mouse.move(x + width * 0.25, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.5, y + height / 2);
    await page.mouse.up();
    await grip.waitFor();
    await row(262).waitFor();
    // It stays beside an open detail, and the help names its keys.
    await row(262).click();
    await page.getByRole('complementary', { name: 'Entry' }).waitFor();
    await expect.poll(async () => (await boxOf(head)).width).toBeGreaterThan(60);
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('zoom the time axis in').waitFor();
  });
});

/** Labels of the bands of ten turns. */
const TEN = Array.from({ length: 10 }, (_, n) => `${n + 1}`);

async function boxOf(strip: Locator) {
  const box = await strip.boundingBox();
  if (!box) throw new Error('the strip is not on the page');
  return box;
}

function rangeOf(url: string) {
  const [, from, to] = /r=(\d+)\.\.(\d+)/.exec(url) ?? [];
  return { from: Number(from), to: Number(to) };
}
