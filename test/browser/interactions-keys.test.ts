import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { KEYS } from '../../inspector-ui/state/page/commands.ts';
import { VIEW_NAMES } from '../../inspector-ui/state/page/route.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { goTo, openOnce, type OpenPage } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

const lastly = cleanUpAfterAll();

/** What a key does at an address, after `before`. Numbers are entries of the recordings. */
interface Case {
  readonly at: string;
  /** In the second page: changes what outlives the recording, as marks do, or needs what another key changed. */
  readonly isApart?: true;
  readonly before?: (opened: OpenPage) => Promise<unknown>;
  readonly shows: (opened: OpenPage) => Promise<unknown>;
}

const address = (pattern: RegExp) => (opened: OpenPage) => opened.page.waitForURL(pattern);
const entry = (seq: number) => address(new RegExp(`/e/${seq}(\\?|$)`));
const notice = (text: string) => (opened: OpenPage) => opened.page.getByRole('status').getByText(text).waitFor();
const view = (name: string) => (opened: OpenPage) => opened.page.locator(`main[data-view="${name}"]`).waitFor();
const dialog = (name: string) => (opened: OpenPage) => opened.page.getByRole('dialog', { name }).waitFor();
const rowIs = (seq: number, isOpen: boolean) => (opened: OpenPage) =>
  opened.page.locator(`[data-seq="${seq}"][data-group-kind][aria-expanded="${isOpen}"]`).waitFor();

const closeDetail = async ({ page, detail }: OpenPage) => {
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'detached' });
};
const openGroup = async (opened: OpenPage) => {
  await opened.page.keyboard.press('ArrowRight');
  await rowIs(26, true)(opened);
};
const marked = ({ page }: OpenPage) => page.locator('[data-seq="17"][data-marked="true"]');
const markAndGoOn = async (opened: OpenPage) => {
  if ((await marked(opened).count()) === 0) await opened.page.keyboard.press('.');
  await opened.page.keyboard.press('j');
  await entry(18)(opened);
};
/** Replaces the notice of the key before, which may be the same. */
const sayOther = async (opened: OpenPage) => {
  await opened.page.keyboard.press('f');
  await notice('This recording has ended: there is nothing to follow.')(opened);
};

/** Shown while the time axis has only a part of the recording. */
const axis = ({ page }: OpenPage) => page.locator('[data-marks="window"] > [role="slider"]');
const axisIsPart = (opened: OpenPage) => axis(opened).waitFor();
const wholeAxis = async (opened: OpenPage) => {
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
const zoomIn = async (opened: OpenPage) => {
  await wholeAxis(opened);
  await opened.page.keyboard.press('+');
  await axisIsPart(opened);
};

const finding = ({ page }: OpenPage) => page.getByRole('search', { name: 'Find in the text of frames' });
const find: Case['shows'] = (opened) => finding(opened).waitFor();

const RAW = '#/r/claude-edit/e/17?v=raw';
const menu: Case = { at: RAW, shows: ({ page }) => page.getByRole('menu', { name: 'Filter by this row' }).waitFor() };

/** One line for every key in the page's table of keys. */
const CASES: Readonly<Record<string, Case>> = {
  j: { at: RAW, shows: entry(18) },
  ArrowDown: { at: RAW, shows: entry(18) },
  k: { at: RAW, shows: entry(16) },
  ArrowUp: { at: RAW, shows: entry(16) },
  PageDown: { at: '#/r/claude-edit/e/0?v=raw', shows: address(/\/e\/[1-5]\d\?/) },
  PageUp: { at: '#/r/claude-edit/e/60?v=raw', shows: address(/\/e\/[1-4]\d\?/) },
  g: { at: RAW, shows: entry(0) },
  Home: { at: RAW, shows: entry(0) },
  G: { at: RAW, shows: entry(60) },
  End: { at: RAW, shows: entry(60) },
  m: { at: '#/r/claude-edit/e/3', shows: entry(15) },
  e: { at: '#/r/demo/e/6', shows: entry(23) },
  E: { at: '#/r/demo/e/22', shows: entry(5) },
  ']': { at: '#/r/demo/e/7', shows: entry(42) },
  '[': { at: '#/r/demo/e/41', shows: entry(6) },
  '}': { at: '#/r/claude-concurrent/e/4?v=raw', shows: entry(16) },
  '{': { at: '#/r/claude-concurrent/e/60?v=raw', shows: entry(16) },
  Enter: {
    at: '#/r/claude-edit/e/26',
    before: closeDetail,
    shows: ({ detail }) => detail.locator('.detail-seq', { hasText: '#26' }).waitFor(),
  },
  ArrowRight: { at: '#/r/claude-edit/e/26', shows: rowIs(26, true) },
  ArrowLeft: { at: '#/r/claude-edit/e/26', isApart: true, before: openGroup, shows: rowIs(26, false) },
  Escape: { at: RAW, shows: ({ detail }) => detail.waitFor({ state: 'detached' }) },
  u: { at: '#/r/claude-edit/e/17', shows: address(/\?v=raw$/) },
  t: { at: RAW, shows: ({ page }) => page.getByRole('button', { name: 'since previous row' }).waitFor() },
  '+': { at: RAW, before: wholeAxis, shows: axisIsPart },
  '=': { at: RAW, before: wholeAxis, shows: axisIsPart },
  '-': { at: RAW, before: zoomIn, shows: (opened) => axis(opened).waitFor({ state: 'detached' }) },
  '0': { at: RAW, before: wholeAxis, shows: axisIsPart },
  s: { at: RAW, shows: ({ page }) => page.locator('.search-all-field:focus').waitFor() },
  o: {
    at: RAW,
    isApart: true,
    shows: ({ page }) => page.getByRole('button', { name: 'Newest run', pressed: true }).waitFor(),
  },
  l: {
    at: RAW,
    isApart: true,
    shows: ({ page }) => page.getByRole('navigation', { name: 'Recordings' }).waitFor({ state: 'hidden' }),
  },
  'Ctrl+z': { at: RAW, shows: notice('No recording was removed just now.') },
  f: { at: RAW, shows: notice('This recording has ended: there is nothing to follow.') },
  ' ': { at: RAW, shows: notice('This recording has ended: it stands still already.') },
  '/': {
    at: RAW,
    shows: ({ page }) => page.getByRole('combobox', { name: 'Filter' }).and(page.locator(':focus')).waitFor(),
  },
  ContextMenu: menu,
  'Shift+F10': menu,
  'Ctrl+f': { at: RAW, shows: find },
  n: { at: RAW, shows: find },
  N: { at: RAW, shows: find },
  '.': { at: RAW, isApart: true, shows: (opened) => marked(opened).waitFor() },
  C: { at: RAW, shows: dialog('Comment on #17') },
  ',': { at: RAW, isApart: true, before: markAndGoOn, shows: entry(17) },
  d: {
    at: RAW,
    isApart: true,
    before: markAndGoOn,
    shows: ({ detail }) => detail.getByRole('tab', { name: 'Difference', selected: true }).waitFor(),
  },
  c: { at: RAW, shows: notice('Copied #17: exact, not redacted.') },
  y: { at: RAW, shows: dialog('Copy or save') },
  ...Object.fromEntries(
    ['r', 'R', 'w', 'x', 'a'].map((key) => [key, { at: RAW, before: sayOther, shows: notice('Nothing is held.') }]),
  ),
  b: { at: RAW, shows: dialog('Take part') },
  i: { at: RAW, shows: dialog('Add a frame') },
  ...Object.fromEntries(
    VIEW_NAMES.map((name, index) => [
      `${index + 1}`,
      { at: name === 'timeline' ? '#/r/demo/info' : '#/r/demo', shows: view(name) },
    ]),
  ),
  v: { at: '#/r/demo/stats', shows: view(VIEW_NAMES[VIEW_NAMES.indexOf('stats') + 1] ?? 'timeline') },
  'Ctrl+k': { at: RAW, shows: dialog('Go to') },
  '?': { at: RAW, shows: dialog('Keys') },
};

const casesOf = (isApart: boolean) => Object.entries(CASES).filter(([, one]) => (one.isApart ?? false) === isApart);

describe.skipIf(browserIsMissing())('a key', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const isOpen = async ({ page, detail }: OpenPage, hash: string) => {
    const [, seq] = /\/e\/(\d+)/.exec(hash) ?? [];
    if (seq) {
      await page.locator(`[data-seq="${seq}"][aria-selected="true"]`).waitFor();
      await detail.getByRole('tab', { name: 'JSON' }).waitFor();
    } else await page.locator('.view-tab[aria-current="page"]').waitFor();
  };
  /** Opens each address in one page: within a recording over another entry, which takes less than leaving it. */
  const opener = () => {
    const shared = openOnce(lastly);
    let opened: OpenPage | undefined;
    return async (hash: string) => {
      const recording = /^#\/r\/[^/]+/.exec(hash)?.[0] ?? '';
      if (opened?.page.url().includes(recording)) {
        await opened.page.keyboard.press('Escape');
        const [dialogs, menus] = [opened.page.getByRole('dialog'), opened.page.getByRole('menu')];
        await dialogs.or(menus).or(finding(opened)).waitFor({ state: 'detached' });
        await goTo(opened.page, `${recording}/e/30?v=raw`);
        await opened.detail.locator('.detail-seq', { hasText: '#30' }).waitFor();
        await goTo(opened.page, hash);
      } else opened = await shared(browser, inspector, hash);
      await isOpen(opened, hash);
      return opened;
    };
  };
  const [open, openApart] = [opener(), opener()];
  const press = async (opened: OpenPage, key: string, { before, shows }: Case) => {
    await before?.(opened);
    await opened.page.keyboard.press(key.replace('Ctrl+', 'Control+'));
    await shows(opened);
    return opened.complaints;
  };

  test('has a line in the table of this test if the page lists it', () => {
    const keys = KEYS.flatMap(({ lines }) => lines).flatMap((line) => line.keys);
    expect(Object.keys(CASES).toSorted()).toEqual(keys.toSorted());
  });

  test.each(casesOf(false))('%s does what the list of keys says', async (key, one) => {
    expect(await press(await open(one.at), key, one)).toEqual([]);
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

  test('moves within the detail while the focus is there; Esc returns the keys to the rows', async () => {
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

  test('presses the focused button', async () => {
    const { page } = await open(RAW);
    await page.getByRole('button', { name: 'Raw', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.waitForURL(/\/e\/17$/);
    await page.getByRole('button', { name: 'Keys' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await page.getByText('stands still already').count()).toBe(0);
  });

  test('does nothing behind a dialog', async () => {
    const { page } = await open(RAW);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    for (const key of ['j', 'u', 'y', 'e']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/\/e\/17\?v=raw$/);
  });

  test.each(casesOf(true))('%s does what the list of keys says', async (key, one) => {
    expect(await press(await openApart(one.at), key, one)).toEqual([]);
  });
});
