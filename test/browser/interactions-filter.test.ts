import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, someOf } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { HIGH, openOnce, type PageOptions } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';
import { step } from '../support/step.ts';

const shared = openOnce(cleanUpAfterAll());

describe.skipIf(browserIsMissing())('filtering', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = async (hash: string, look: PageOptions = HIGH) => {
    const opened = await shared(browser, inspector, hash, look);
    await opened.page.getByTestId('timeline').locator('[data-seq]').first().waitFor();
    const { page } = opened;
    return {
      ...opened,
      field: page.getByRole('combobox', { name: 'Filter' }),
      showing: (text: string) => page.locator('.filter-showing').getByText(text, { exact: true }).waitFor(),
      seqs: () =>
        page
          .getByTestId('timeline')
          .locator('[data-seq]')
          .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-seq')))),
    };
  };

  const filters = [
    { q: 'from:agent -method:session/update', shows: 9 },
    { q: '-kind:notification -from:stderr', shows: 20 },
    { q: '/greet(ing|s)/ from:client', shows: 3 },
    { q: 'not (from:agent or from:client)', shows: 5 },
    { q: 'dur:>300ms kind:request', shows: 2 },
  ];
  test.runIf(isLong)('by terms leaves the entries that match', async () => {
    const { showing, field, seqs, complaints } = await open('#/r/demo?v=raw');
    for (const { q, shows } of someOf(filters, 2)) {
      await field.fill(q);
      await step(q, () => showing(`showing ${shows} of 58`));
      await expect.poll(async () => ({ q, shows: (await seqs()).length })).toEqual({ q, shows });
    }
    expect(complaints).toEqual([]);
  });

  const chips = [
    { chip: 'errors', shows: 2, term: '(has:error or kind:error)' },
    { chip: 'findings', shows: 2, term: 'has:finding' },
    { chip: 'requests', shows: 7, term: 'kind:request' },
    { chip: 'updates', shows: 36, term: 'method:session/update' },
    { chip: 'stderr', shows: 1, term: 'from:stderr' },
    { chip: 'noise', shows: 1, term: 'kind:invalid' },
  ];
  test('by a chip writes its term, pressed again removes it, and two chips combine', async () => {
    const { page, field, showing } = await open('#/r/demo?v=raw');
    const chipOf = (name: string) => page.getByRole('group', { name: 'Usual filters' }).getByRole('button', { name });
    for (const { chip, shows, term } of someOf(chips, 6)) {
      await chipOf(chip).click();
      await step(chip, () => showing(`showing ${shows} of 58`));
      await expect.poll(() => field.inputValue()).toBe(term);
      await expect.poll(() => chipOf(chip).getAttribute('aria-pressed')).toBe('true');
      await chipOf(chip).click();
      await step(`${chip} again`, () => showing('58 entries'));
    }
    await chipOf('requests').click();
    await chipOf('findings').click();
    await showing('showing 0 of 58');
    await expect.poll(() => field.inputValue()).toBe('kind:request has:finding');
    await chipOf('requests').click();
    await showing('showing 2 of 58');
    await expect.poll(() => chipOf('requests').getAttribute('aria-pressed')).toBe('false');
  });

  test.runIf(isLong)('by excluding a value, from the menu of a row, leaves the others', async () => {
    const { page, row, field, seqs, showing } = await open('#/r/demo?v=raw');
    await row(7).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Not this method session/update' }).click();
    await showing('showing 22 of 58');
    await expect.poll(() => field.inputValue()).toBe('-method:session/update');
    await expect.poll(seqs).not.toContain(7);
  });

  test.runIf(isLong)('by an id shows a request and its response, by a session all of its messages', async () => {
    const { page, row, showing, seqs } = await open('#/r/claude-concurrent?v=raw');
    const other = page.getByTestId('timeline').locator('[data-seq="98"]'); // the end of a turn in another session
    await row(16).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Follow id 2' }).click();
    await showing('showing 2 of 113');
    await expect.poll(seqs).toEqual([16, 28]);
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await showing('113 entries');
    await row(28).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Follow session 6ebde299/ }).click();
    await page.getByTestId('timeline').locator('[data-seq="109"]').waitFor();
    await other.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await showing('113 entries');
    await page.keyboard.press('G');
    await other.waitFor();
  });

  test.runIf(isLong)(
    'leads to the end with G after the filter was cleared, even before the list is in its place',
    async () => {
      const prepare = (opening: Page) =>
        opening.addInitScript(() => {
          // Simulates a slow machine.
          const frames = new Set<number>();
          Reflect.set(globalThis, 'frames', frames);
          globalThis.requestAnimationFrame = (draw) => {
            const frame = Number(
              setTimeout(() => {
                draw(performance.now());
                frames.delete(frame);
              }, 300),
            );
            frames.add(frame);
            return frame;
          };
          globalThis.cancelAnimationFrame = (frame) => {
            clearTimeout(frame);
            frames.delete(frame);
          };
        });
      const { page, row, showing } = await open('#/r/claude-concurrent/e/16?v=raw&q=id:2', { prepare });
      await row(28).waitFor();
      await page.evaluate(() => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector('.filter-showing')?.textContent?.startsWith('113')) return;
          observer.disconnect();
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'G', bubbles: true }));
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      });
      await page.getByRole('button', { name: 'Clear the filter' }).click();
      await showing('113 entries');
      await page.waitForURL(/\/e\/112\?v=raw$/);
      const waiting = () => page.evaluate(() => (globalThis as unknown as { frames: Set<number> }).frames.size);
      await expect.poll(waiting).toBe(0);
      await row(112).waitFor();
      expect(await row(112).count()).toBe(1);
    },
  );

  test.runIf(isLong)("by the tool call of a row follows it, from the person's answer to its end", async () => {
    const { page, row, field, showing, seqs } = await open('#/r/claude-edit?v=raw');
    await row(39).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Follow tool call Edit notes.txt' }).click();
    await showing('showing 8 of 61');
    await expect.poll(() => field.inputValue()).toMatch(/^tool:\S+$/);
    await expect.poll(seqs).toEqual([33, 34, 35, 36, 38, 39, 40, 41]);
  });

  test.runIf(isLong)(
    'by a tool call is suggested by its title, and includes its permission and the files it wrote',
    async () => {
      const { page, field, showing, seqs } = await open('#/r/demo?v=raw');
      await field.click();
      await field.pressSequentially('tool:Edit');
      await page.getByRole('option', { name: /Edit \/demo\/src\/greeting\.ts/ }).click();
      await showing('showing 6 of 58');
      await expect.poll(seqs).toEqual([25, 26, 27, 28, 29, 30]);
    },
  );

  test.runIf(isLong)(
    'takes a suggestion with Tab, and returns to the list with Esc without losing the text',
    async () => {
      const { page, field } = await open('#/r/demo');
      await field.click();
      await field.pressSequentially('kin');
      await page.getByRole('option', { name: 'kind:' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
      await expect.poll(() => field.inputValue()).toBe('kind:');
      await page.getByRole('option', { name: /request/ }).waitFor();
      await page.keyboard.press('Escape');
      await page
        .getByRole('listbox', { name: 'Suggestions' })
        .getByRole('option')
        .first()
        .waitFor({ state: 'detached' });
      await expect.poll(() => field.inputValue()).toBe('kind:');
    },
  );

  test.runIf(isLong)('explains an empty list by the filter, and offers a way out', async () => {
    const { page, showing } = await open('#/r/demo');
    await page.getByRole('combobox', { name: 'Filter' }).fill('method:nothing/at-all');
    await showing('showing 0 of 58');
    await page
      .getByRole('main')
      .getByRole('button', { name: /filter/i })
      .last()
      .click();
    await page.getByTestId('timeline').locator('[data-seq="6"]').waitFor();
    await page.waitForURL(({ hash }) => hash === '#/r/demo');
    await expect.poll(() => page.getByTestId('timeline').getByRole('row').count()).toBeGreaterThan(5);
  });

  test.each(someOf(['timeline', 'sequence'], 2))('with a range of time filters the %s', async (view) => {
    const hash = view === 'timeline' ? '#/r/demo?v=raw&r=900000..1200000' : '#/r/demo/sequence?v=raw&r=900000..1200000';
    const { page } = await shared(browser, inspector, hash);
    const rows = page.getByTestId(view).locator('[data-seq]');
    await rows.first().waitFor();
    await page.locator('.filter-showing').getByText('showing 17 of 58').waitFor();
    await expect.poll(() => rows.first().getAttribute('data-seq')).toBe('41');
  });

  test.runIf(isLong)('with a range of time also narrows the errors and hits that keys lead to', async () => {
    const { page } = await open('#/r/demo?v=raw&r=200000..300000');
    await page.keyboard.press('e');
    await page.waitForURL(/\/e\/23\?/);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('greeting');
    const hits = page.getByRole('search', { name: 'Find in the entries' }).getByRole('status');
    await hits.getByText(/^\d of 7 entries in what the filter shows$/).waitFor();
    const before = Number((await hits.textContent())?.[0]);
    await page.keyboard.press('Shift+Enter');
    await hits.getByText(`${before - 1} of 7`).waitFor();
    expect(before).toBeGreaterThan(1);
  });
});
