import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { KEYS } from '../../inspector-ui/state/page/commands.ts';
import type { ViewName } from '../../inspector-ui/state/page/route.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { goTo, openOnce, type OpenPage } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';
import { step } from '../support/step.ts';

const shared = openOnce(cleanUpAfterAll());

type Act = (opened: OpenPage) => Promise<unknown>;

/** The effect of a key after the keys of `before` and the earlier keys. Numbers are entries of the recordings. */
interface Case {
  readonly before?: Act;
  readonly shows: Act;
}

/** Keys that are pressed one after another in a page at an address. */
interface Visit {
  readonly does: string;
  readonly at: string;
  readonly keys: readonly (readonly [string, Case])[];
}

const press =
  (...keys: readonly string[]): Act =>
  async ({ page }) => {
    for (const key of keys) await page.keyboard.press(key.replace('Ctrl+', 'Control+'));
  };
const inTurn =
  (...acts: readonly Act[]): Act =>
  async (opened) => {
    for (const act of acts) await act(opened);
  };
const address =
  (pattern: RegExp): Act =>
  ({ page }) =>
    page.waitForURL(pattern);
const entry = (seq: number) => address(new RegExp(`/e/${seq}(\\?|$)`));
const notice =
  (text: string): Act =>
  ({ page }) =>
    page.getByRole('status').getByText(text).waitFor();
const view = (name: ViewName): Case => ({ shows: ({ page }) => page.locator(`main[data-view="${name}"]`).waitFor() });
const rowIs =
  (seq: number, isOpen: boolean): Act =>
  ({ page }) =>
    page.locator(`[data-seq="${seq}"][data-group-kind][aria-expanded="${isOpen}"]`).waitFor();
const isClosed: Act = ({ detail }) => detail.waitFor({ state: 'detached' });
const entryIsOpen: Act = ({ detail }) => detail.locator('.detail-seq', { hasText: '#26' }).waitFor();
const closeDetail = inTurn(press('Escape'), isClosed);

const finding = ({ page }: OpenPage) => page.getByRole('search', { name: 'Find in the entries' });
/** Something that a key opens and Escape closes. */
const opens = (what: (opened: OpenPage) => ReturnType<OpenPage['page']['locator']>): Case => ({
  shows: async (opened) => {
    await what(opened).waitFor();
    await opened.page.keyboard.press('Escape');
    await what(opened).waitFor({ state: 'detached' });
  },
});
const dialog = (name: string) => opens(({ page }) => page.getByRole('dialog', { name }));
const menu = opens(({ page }) => page.getByRole('menu', { name: 'Filter by this row' }));

/** Shown while the time axis has only a part of the recording. */
const axis = ({ page }: OpenPage) => page.locator('[data-marks="window"] + [role="slider"]');
const axisIsPart: Act = (opened) => axis(opened).waitFor();
const axisIsWhole: Act = (opened) => axis(opened).waitFor({ state: 'detached' });
const wholeAxis: Act = async (opened) => {
  while ((await axis(opened).count()) > 0) {
    const before = await axis(opened).getAttribute('aria-valuetext');
    await opened.page.keyboard.press('0');
    await expect
      .poll(
        async () =>
          (await axis(opened).count()) === 0 || (await axis(opened).getAttribute('aria-valuetext')) !== before,
      )
      .toBe(true);
  }
};

const go =
  (hash: string): Act =>
  ({ page }) =>
    goTo(page, hash);
const isSelected =
  (seq: number): Act =>
  ({ page }) =>
    page.locator(`[data-seq="${seq}"][aria-selected="true"]`).waitFor();
const listIs =
  (state: 'visible' | 'hidden'): Act =>
  ({ page }) =>
    page.getByRole('navigation', { name: 'Recordings' }).waitFor({ state });
const differenceIsOpen: Act = ({ detail }) => detail.getByRole('tab', { name: 'Difference', selected: true }).waitFor();
const newestIsPressed: Act = ({ page }) => page.getByRole('button', { name: 'Newest run', pressed: true }).waitFor();
const marked: Act = ({ page }) => page.locator('[data-seq="17"][data-marked="true"]').waitFor();
const goOn = inTurn(press('j'), entry(18));

const RAW = '#/r/claude-edit/e/17?v=raw';

/** One line for every key in the page's table of keys. */
const VISITS: readonly Visit[] = [
  {
    does: 'moves, scales the time or closes the entry',
    at: RAW,
    keys: [
      ['Escape', { shows: isClosed }],
      ['j', { shows: entry(18) }],
      ['k', { shows: entry(17) }],
      ['ArrowDown', { shows: entry(18) }],
      ['ArrowUp', { shows: entry(17) }],
      ['PageDown', { shows: address(/\/e\/[2-5]\d\?/) }],
      ['PageUp', { shows: entry(17) }],
      ['G', { shows: entry(60) }],
      ['g', { shows: entry(0) }],
      ['End', { shows: entry(60) }],
      ['Home', { shows: entry(0) }],
      ['m', { before: inTurn(press('j'), entry(1)), shows: entry(2) }],
      ['t', { shows: ({ page }) => page.getByRole('button', { name: 'since previous row' }).waitFor() }],
      ['+', { before: wholeAxis, shows: axisIsPart }],
      ['-', { shows: axisIsWhole }],
      ['=', { shows: axisIsPart }],
      ['0', { before: wholeAxis, shows: axisIsPart }],
    ],
  },
  {
    // Each notice replaces another one.
    does: 'answers with a notice',
    at: RAW,
    keys: [
      ['f', { shows: notice('This recording has ended: there is nothing to follow.') }],
      ['r', { shows: notice('Nothing is held.') }],
      [' ', { shows: notice('This recording has ended: it stands still already.') }],
      ['R', { shows: notice('Nothing is held.') }],
      ['Ctrl+z', { shows: notice('No recording was removed just now.') }],
      ['w', { shows: notice('Nothing is held.') }],
      ['c', { shows: notice('Copied #17: exact, not redacted.') }],
      ['x', { shows: notice('Nothing is held.') }],
      ['a', { before: inTurn(press('f'), notice('nothing to follow')), shows: notice('Nothing is held.') }],
    ],
  },
  {
    does: 'opens what Escape closes',
    at: RAW,
    keys: [
      ['/', opens(({ page }) => page.getByRole('combobox', { name: 'Filter' }).and(page.locator(':focus')))],
      ['ContextMenu', menu],
      ['Shift+F10', menu],
      ['Ctrl+f', opens(finding)],
      ['n', opens(finding)],
      ['N', opens(finding)],
      ['C', dialog('Comment on #17')],
      ['y', dialog('Copy or save')],
      ['b', dialog('Take part')],
      ['i', dialog('Add a frame')],
      ['Ctrl+k', dialog('Go to')],
      ['?', dialog('Keys')],
      ['s', opens(({ page }) => page.locator('.search-all-field:focus'))],
    ],
  },
  {
    does: 'opens an entry or its group',
    at: '#/r/claude-edit/e/26',
    keys: [
      ['Enter', { before: closeDetail, shows: entryIsOpen }],
      ['ArrowRight', { before: closeDetail, shows: rowIs(26, true) }],
      ['ArrowLeft', { shows: rowIs(26, false) }],
      ['u', { shows: address(/\?v=raw$/) }],
    ],
  },
  {
    does: 'leads to turns and errors',
    at: '#/r/demo/e/6',
    keys: [
      ['e', { shows: entry(23) }],
      [']', { shows: entry(42) }],
      ['[', { shows: entry(6) }],
      ['E', { shows: entry(5) }],
    ],
  },
  {
    does: 'leads to sessions',
    at: '#/r/claude-concurrent/e/4?v=raw',
    keys: [
      ['}', { shows: entry(16) }],
      ['{', { before: inTurn(go('#/r/claude-concurrent/e/60?v=raw'), isSelected(60)), shows: entry(16) }],
    ],
  },
  {
    does: 'changes the view',
    at: '#/r/demo',
    keys: [
      ['2', view('conversation')],
      ['3', view('sequence')],
      ['4', view('findings')],
      ['6', view('info')],
      ['5', view('stats')],
      ['v', view('info')],
      ['7', view('compare')],
      ['8', view('files')],
      ['1', view('timeline')],
    ],
  },
  {
    // The last, because marks and the list outlive the recording.
    does: 'marks entries or changes the list of recordings',
    at: RAW,
    keys: [
      ['.', { shows: marked }],
      [',', { before: goOn, shows: entry(17) }],
      ['d', { before: goOn, shows: differenceIsOpen }],
      ['l', { shows: listIs('hidden') }],
      ['o', { before: inTurn(press('l'), listIs('visible')), shows: newestIsPressed }],
    ],
  },
];

describe.skipIf(browserIsMissing())('a key', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = async (hash: string) => {
    const opened = await shared(browser, inspector, hash);
    const [, seq] = /\/e\/(\d+)/.exec(hash) ?? [];
    if (seq) {
      await isSelected(Number(seq))(opened);
      await opened.detail.getByRole('tab', { name: 'Raw' }).waitFor();
    } else await opened.page.locator('.view-tab[aria-current="page"]').waitFor();
    return opened;
  };

  test('has a line in the table of this test if the page lists it', () => {
    const listed = KEYS.flatMap(({ lines }) => lines).flatMap((line) => line.keys);
    const tested = VISITS.flatMap(({ keys }) => keys.map(([key]) => key));
    expect(tested.toSorted()).toEqual(listed.toSorted());
  });

  test('is a letter in a text field, where it also moves the cursor', async () => {
    const { page } = await open(RAW);
    await page.keyboard.press('/');
    await page.keyboard.type('je?.1');
    await page.keyboard.press('Home');
    await page.keyboard.type('v');
    await expect.poll(() => page.getByRole('combobox', { name: 'Filter' }).inputValue()).toBe('vje?.1');
    await expect.poll(() => page.locator('main').getAttribute('data-view')).toBe('timeline');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test.runIf(isLong)('moves within the detail while the focus is there; Esc returns the keys to the rows', async () => {
    const opened = await open(RAW);
    const { page, detail } = opened;
    await detail.getByRole('treeitem').first().focus();
    await page.keyboard.press('ArrowDown');
    await detail.locator('[data-line="1"]:focus').waitFor();
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await entry(18)(opened);
    await expect.poll(() => page.locator('[data-seq="18"]').getAttribute('aria-selected')).toBe('true');
  });

  test('presses the focused button, and does nothing behind the dialog that this opens', async () => {
    const { page } = await open(RAW);
    await page.getByRole('button', { name: 'Raw', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.waitForURL(/\/e\/17$/);
    await page.getByRole('button', { name: 'Keys' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await page.getByText('stands still already').count()).toBe(0);
    const before = page.url();
    for (const key of ['j', 'u', 'y', 'e']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toBe(before);
  });

  test.each(VISITS)('that $does does what the list of keys says', async ({ at, keys }) => {
    const opened = await open(at);
    for (const [key, { before, shows }] of keys)
      await step(`the key ${key}`, async () => {
        await before?.(opened);
        await press(key)(opened);
        await shows(opened);
      });
    expect(opened.complaints).toEqual([]);
  });
});
