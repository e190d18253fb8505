import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { VIEW_NAMES, type ViewName } from '../../inspector-ui/state/page/route.ts';
import { LOOKS, seriousFindings } from '../support/axe.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, rounds, someOf } from '../support/effort.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { goTo, HIGH, openListed, openOnce, openPage, viewLoaded } from '../support/inspector-page.ts';
import { readOnlyInspector, startInspector, type Inspector } from '../support/inspector.ts';
import { peer, startShim, stdoutHas } from '../support/processes.ts';

/** Everything that the keyboard can operate, except parts of a widget in which the arrow keys move. */
const WORKED = 'button, a[href], input, select, textarea, summary, [tabindex="0"]';

/** Views with much to check in other recordings than that of the other views. */
const FULL: Partial<Readonly<Record<ViewName, string>>> = {
  sequence: '#/r/answer/sequence?v=raw',
  findings: '#/r/demo/findings',
  compare: '#/r/claude-multi/compare?with=claude-multi&before=turn-1&now=turn-2',
  files: '#/r/changed/files',
};

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly, true);

describe.skipIf(browserIsMissing())('the page for everyone', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const addressOf = (view: ViewName) => (view === 'timeline' ? '#/r/claude-edit' : `#/r/claude-edit/${view}`);
  const open = async (hash: string, options = {}) => {
    const opened = await shared(browser, inspector, hash, options);
    await opened.page.locator('.view-tab[aria-current="page"]').waitFor();
    await viewLoaded(opened.page);
    return opened;
  };

  const places = [
    ...VIEW_NAMES.map((view) => ({
      place: `the view ${view}`,
      address: FULL[view] ?? addressOf(view),
      shown: `[data-view="${view}"]`,
    })),
    { place: 'an opened entry', address: '#/r/claude-edit/e/26', shown: '[aria-selected="true"][data-seq="26"]' },
    {
      place: 'a filtered part, frame by frame',
      address: '#/r/demo?v=raw&q=kind:request&r=0..900000',
      shown: '[data-seq="1"][data-kind="request"]',
    },
    { place: 'the list of recordings', address: '#/', shown: '[data-recording="demo"]' },
  ];

  // In the gate each place is checked in one look, the timeline beside an opened entry. Long runs check all in all looks.
  const turns = rounds(LOOKS.length, 1);
  describe.each(LOOKS.map((look, turn) => ({ ...look, turn })))('in $colorScheme, $width px wide', (look) => {
    let page: Page;
    beforeAll(async () => {
      const { colorScheme, viewport } = look;
      ({ page } = await shared(browser, inspector, '#/', { colorScheme, viewport }));
      await page.locator('[data-recording="demo"]').waitFor();
    });

    const placesNow = places
      .filter(({ place }) => isLong || place !== 'the view timeline')
      .filter((_, at) => at % turns === look.turn % turns);
    test.each(placesNow)('axe finds no serious problem in $place', async ({ address, shown }) => {
      await goTo(page, address);
      await page.locator(shown).first().waitFor({ state: 'attached' });
      if (address !== '#/') await viewLoaded(page);
      expect(await seriousFindings(page)).toEqual([]);
    });
  });

  test.runIf(isLong)('has nothing serious for axe while a recording is live, waits, and is wrong', async () => {
    const home = temporaryFolder();
    const shim = startShim(peer('echo'), { home, run: ['--name', 'live for axe'] });
    shim.child.stdin.write('no JSON\n{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{}}\n');
    await stdoutHas(shim, 'session/prompt');
    const { page } = await openPage(browser, await startInspector(home, onTestFinished));
    await openListed(page, 'live for axe');
    await page
      .getByTestId('state')
      .getByText(/for \d+ s/)
      .waitFor();
    await page.locator('.bar[data-open="true"]').first().waitFor();
    for (const view of ['timeline', 'conversation'] as const) {
      await page.keyboard.press(`${VIEW_NAMES.indexOf(view) + 1}`);
      await page.locator(`main[data-view="${view}"]`).waitFor();
      expect({ view, found: await seriousFindings(page) }).toEqual({ view, found: [] });
    }
    shim.child.stdin.end();
    await shim.closed;
  });

  const overlays = [
    { key: '?', shown: 'dialog', name: '' },
    { key: 'y', shown: 'dialog', name: '' },
    { key: 'Shift+F10', shown: 'menu', name: '' },
    { key: 'Control+f', shown: 'search', name: 'Find in the entries' },
    { key: 'Control+k', shown: 'dialog', name: 'Go to' },
  ] as const;
  test('has nothing serious for axe in its dialogs', async () => {
    const { page } = await open('#/r/claude-edit/e/26');
    await page.locator('[aria-selected="true"][data-seq]').first().waitFor();
    for (const { key, shown, name } of someOf(overlays, 3, 1)) {
      await page.keyboard.press(key);
      await page.getByRole(shown, { name }).waitFor();
      expect({ key, found: await seriousFindings(page, `[role="${shown}"], ${shown}`) }).toEqual({ key, found: [] });
      await page.keyboard.press('Escape');
      await page.getByRole(shown, { name }).waitFor({ state: 'detached' });
    }
  });

  test.runIf(isLong).each(VIEW_NAMES)('shows every control and its focus to Tab in the view %s', async (view) => {
    const { page, complaints } = await open(addressOf(view));
    const { reached, unseen } = await goRound(page);
    expect(unseen).toEqual([]);
    expect(await notAmong(page, reached)).toEqual([]);
    expect(reached).toBeGreaterThan(10);
    expect(complaints).toEqual([]);
  });

  test('shows every control and its focus to Tab with an entry open', async () => {
    const { page, detail } = await open('#/r/claude-edit/e/1');
    await detail.getByRole('treeitem').first().waitFor();
    const { reached, unseen } = await goRound(page);
    expect(unseen).toEqual([]);
    expect(await notAmong(page, reached)).toEqual([]);
  });

  test('keeps the focus in a dialog, and gives it back when the dialog closes', async () => {
    const { page } = await open('#/r/claude-edit');
    await page.getByRole('button', { name: 'Copy…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Copy or save' });
    await dialog.waitFor();
    for (let at = 0; at < rounds(15, 30); at++) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement === document.body || activeElement?.closest('dialog') !== null;
      });
      expect(isInside).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: 'Copy…' }).waitFor();
  });

  test.runIf(isLong)('distinguishes speakers and selected, paired and pressed rows in forced colours', async () => {
    const { page, row } = await open('#/r/claude-edit?v=raw', { forcedColors: 'active', ...HIGH });
    const drawn = async (of: Locator) => (await of.screenshot()).toString('base64');
    const wire = (seq: number) => row(seq).locator('.cell-wire');
    await row(15).waitFor();
    expect(await drawn(wire(3))).not.toBe(await drawn(wire(26))); // client on the right, agent on the left
    expect(await drawn(wire(8))).not.toBe(await drawn(wire(9))); // the agent's stdout, its stderr

    const before = { selected: await drawn(row(3)), paired: await drawn(row(15)) };
    await row(3).evaluate((element) => element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })));
    await page.locator('[data-seq="15"][data-paired="true"]').waitFor();
    expect(await drawn(row(15))).not.toBe(before.paired);
    await page.getByTestId('timeline').evaluate((list) => list.dispatchEvent(new PointerEvent('pointerleave')));
    for (const key of ['g', 'j', 'j', 'j']) await page.keyboard.press(key);
    await page.locator('[data-seq="3"][aria-selected="true"]').waitFor();
    expect(await drawn(row(3))).not.toBe(before.selected);

    const [opened, other] = ['claude-edit', 'demo'].map((id) => page.locator(`[data-recording="${id}"]`));
    const outline = (of: Locator | undefined) => of?.evaluate((element) => getComputedStyle(element).outlineStyle);
    await expect.poll(async () => [await outline(opened), await outline(other)]).toEqual(['solid', 'none']);
    const requests = page.getByRole('button', { name: 'requests' });
    const off = await drawn(requests);
    await requests.click();
    await page.getByText(/^showing \d+ of 61$/).waitFor();
    await requests.blur();
    await page.mouse.move(0, 0);
    expect(await drawn(requests)).not.toBe(off);
  });

  test('has no animation in any view with reduced motion', async () => {
    const { page } = await open('#/r/claude-edit/e/26');
    const keys = VIEW_NAMES.map((_, index) => `${index + 1}`);
    for (const key of someOf(keys, 4, 1)) {
      await page.keyboard.press(key);
      await page.locator(`main[data-view="${VIEW_NAMES[Number(key) - 1]}"]`).waitFor();
      await viewLoaded(page);
      const moving = await page.evaluate(() => {
        const styles = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element));
        return styles.filter((style) => style.animationName !== 'none' || style.transitionDuration !== '0s').length;
      });
      expect({ key, moving }).toEqual({ key, moving: 0 });
    }
  });
});

/**
 * Presses Tab until the focus has visited everything. Marks the visited elements; returns those that look the same with
 * focus.
 */
async function goRound(page: Page): Promise<{ reached: number; unseen: readonly string[] }> {
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('[data-reached]')) each.removeAttribute('data-reached');
  });
  const unseen: string[] = [];
  for (let reached = 0; reached < 500; reached++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const { activeElement: element } = document;
      if (!(element instanceof HTMLElement) || element === document.body) return ''; // the page's end: continues at its top
      if (element.dataset['reached']) return undefined;
      element.dataset['reached'] = 'true';
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      // A slider shows the focus on the border of its thumb.
      const marks = [
        getComputedStyle(element, '::after').outlineStyle,
        getComputedStyle(element, '::after').borderStyle,
      ];
      const isMarked =
        (outlineStyle !== 'none' && outlineWidth !== '0px') || marks.some((style) => style !== 'none' && style !== '');
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const isInSight = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      return isMarked && isInSight ? '' : element.outerHTML.slice(0, 160);
    });
    if (found === undefined) return { reached, unseen };
    if (found !== '') unseen.push(found);
  }
  throw new Error('Tab never came back to the beginning');
}

/** Visible controls that the focus did not visit. */
const notAmong = (page: Page, reached: number): Promise<readonly string[]> =>
  page.evaluate(
    ({ worked, count }) =>
      count === 0
        ? ['nothing was reached']
        : [...document.querySelectorAll<HTMLElement>(worked)]
            .filter(
              (element) => element.checkVisibility({ visibilityProperty: true }) && !element.hasAttribute('disabled'),
            )
            .filter((element) => element.tabIndex >= 0 && !element.dataset['reached'])
            .map((element) => element.outerHTML.slice(0, 160)),
    { worked: WORKED, count: reached },
  );
