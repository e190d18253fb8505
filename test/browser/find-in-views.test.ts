import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { HIGH, openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector } from '../support/inspector.ts';

const lastly = cleanUpAfterAll();

describe.skipIf(browserIsMissing())('find', () => {
  const shared = openOnce(lastly);
  const open = async (hash: string) => shared(await sharedBrowser(), readOnlyInspector(), hash, HIGH);
  const find = async (page: Page, text: string) => {
    await page.keyboard.press('Control+f');
    await page.getByRole('search').getByRole('textbox').fill(text);
  };
  const hits = (page: Page) => page.locator('.find-hits').textContent();
  /** Number of marked places, and the text around the place that the user is at. */
  const marked = (page: Page) =>
    page.evaluate(() => {
      const [now] = CSS.highlights.get('found-now') ?? [];
      return [
        CSS.highlights.get('found')?.size ?? 0,
        (now as Range | undefined)?.startContainer.parentElement?.textContent,
      ];
    });

  test('goes from card to card of the conversation in order, without hiding others', async () => {
    const { page, complaints } = await open('#/r/claude-edit/conversation');
    const cards = page.getByTestId('conversation').locator('[data-index]');
    await cards.nth(3).waitFor();
    const total = () => cards.first().getAttribute('aria-setsize'); // also of cards that are not drawn
    const all = await total();
    await find(page, 'permission');
    await expect.poll(() => hits(page)).toMatch(/^1 of [2-9] cards$/);
    const first = page.url();
    const now = () =>
      page.evaluate(() => {
        const marks = [...(CSS.highlights.get('found-now') ?? [])].filter((range) => range instanceof Range);
        const card = document.querySelector('[data-testid="conversation"] [aria-current]');
        return marks.length > 0 && marks.every((range) => card?.contains(range.startContainer)) ? String(marks[0]) : '';
      });
    /** Each card has several places. */
    const pressUntil = async (key: string, count: RegExp) => {
      const press = async () => {
        await page.keyboard.press(key);
        return hits(page);
      };
      await expect.poll(press).toMatch(count);
    };
    await expect.poll(now).toMatch(/^permission$/i);
    await pressUntil('Enter', /^2 of/);
    await expect.poll(() => page.url()).not.toBe(first);
    await expect.poll(now).toMatch(/^permission$/i);
    await pressUntil('Shift+Enter', /^1 of/);
    if (isLong) await pressUntil('Shift+Enter', /^(\d+) of \1 cards$/); // around the end
    expect(await total()).toBe(all);
    await page.getByRole('search').getByRole('textbox').fill('sessionUpdate'); // a name in the JSON, which no card shows
    await expect.poll(() => hits(page)).toMatch(/^Nothing found/);
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)(
    'goes from place to place inside a card of the conversation, also where it is folded, then to the next card',
    async () => {
      const { page } = await open('#/r/tall/conversation');
      await page.getByTestId('conversation').locator('[data-index]').nth(2).waitFor();
      /** The count, and the place that the user is at if it is in sight. */
      const at = async () => [
        await hits(page),
        await page.evaluate(() => {
          const [range] = CSS.highlights.get('found-now') ?? [];
          if (!(range instanceof Range)) return 'none';
          const place = range.getBoundingClientRect();
          const list = document.querySelector('[data-testid="conversation"]')?.getBoundingClientRect();
          const isInSight = list && place.top >= list.top && place.bottom <= list.bottom;
          return isInSight ? range.startContainer.textContent : 'out of sight';
        }),
      ];
      await find(page, 'needle');
      await expect.poll(at).toEqual(['1 of 2 cards', 'first needle']);
      await page.keyboard.press('Enter');
      await expect.poll(at).toEqual(['1 of 2 cards', 'second needle']);
      await page.keyboard.press('Enter');
      await expect.poll(at).toEqual(['2 of 2 cards', 'third needle']);
      await page.keyboard.press('Shift+Enter');
      await expect.poll(at).toEqual(['1 of 2 cards', 'second needle']);
      await page.keyboard.press('Shift+Enter');
      await expect.poll(at).toEqual(['1 of 2 cards', 'first needle']);
    },
  );

  test('opens the group with a hit, selects the frame, and gives the focus back to the list', async () => {
    const { page } = await open('#/r/claude-edit');
    const selected = page.getByTestId('timeline').locator('[aria-selected="true"]:not([data-group-kind])');
    await find(page, 'agent_message_chunk');
    await expect.poll(() => hits(page)).toMatch(/^1 of \d+ entries$/);
    await page.keyboard.press('Enter'); // the second piece of the message
    await expect.poll(() => hits(page)).toMatch(/^2 of/);
    await expect
      .poll(async () => `/e/${await selected.getAttribute('data-seq')}`)
      .toBe(/\/e\/\d+/.exec(page.url())?.[0]);
    await page.keyboard.press('Escape'); // arrows move in the list again
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('timeline');
  });

  test.runIf(isLong)('finds a phrase that the agent wrote in several chunks', async () => {
    const { page } = await open('#/r/demo/conversation');
    const text = page.getByTestId('conversation').getByText('corrected the spelling');
    await text.first().waitFor();
    await find(page, 'CORRECTED the spelling');
    await expect.poll(() => hits(page)).toMatch(/^1 of \d cards?$/);
    await expect.poll(async () => (await marked(page))[0]).toBeGreaterThan(0);
  });

  test.runIf(isLong)('shows a hit in a folded thought while it is there', async () => {
    const { page } = await open('#/r/demo/conversation');
    const thought = page.getByTestId('conversation').locator('[data-index]', { hasText: 'Thought for' }).first();
    await thought.waitFor();
    expect(await thought.locator('.fold-body').count()).toBe(0);
    await find(page, 'looks misspelt');
    await thought.locator('.fold-body').getByText('looks misspelt').waitFor();
    await page.keyboard.press('Escape');
    await thought.locator('.fold-body').waitFor({ state: 'detached' });
  });

  test('finds findings, figures and info, marks every place, and searches anew in another view', async () => {
    const { page, complaints } = await open('#/r/demo/findings');
    await page.getByTestId('findings').locator('.finding-entry').first().waitFor();
    await find(page, (await page.locator('.finding-group-rule').first().textContent()) ?? '');
    await expect.poll(() => hits(page)).toMatch(/^1 of \d+ findings?$/);
    await expect.poll(async () => (await marked(page))[0]).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT'); // the user can type on
    await page.getByRole('search').getByRole('textbox').fill('session/prompt');
    await page.getByRole('link', { name: 'Stats' }).click();
    await expect.poll(() => hits(page)).toMatch(/^1 of \d+ occurrences?$/);
    await expect.poll(async () => (await marked(page))[1]).toContain('session/prompt');
    await page.keyboard.press('Escape');
    await expect.poll(() => marked(page)).toEqual([0, undefined]);
    await find(page, 'session/prompt');
    await expect.poll(async () => (await marked(page))[1]).toContain('session/prompt');
    await page.getByRole('link', { name: 'Info' }).click();
    await page.getByRole('search').getByRole('textbox').fill('no such word');
    await expect.poll(() => hits(page)).toMatch(/^Nothing found/);
    await page.keyboard.press('Escape');
    await expect.poll(() => marked(page)).toEqual([0, undefined]);
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)('goes through the places in the files and in a comparison', async () => {
    const { page, complaints } = await open('#/r/claude-edit/files');
    await page.getByTestId('files').locator('[data-operation]').first().waitFor();
    await find(page, 'notes.txt');
    await expect.poll(() => hits(page)).toMatch(/^1 of [2-9] occurrences$/);
    await expect.poll(() => marked(page)).toEqual([expect.any(Number), expect.stringContaining('notes.txt')]);
    await page.keyboard.press('Enter');
    await expect.poll(() => hits(page)).toMatch(/^2 of/);

    await open('#/r/claude-multi/compare?with=claude-multi&before=turn-1&now=turn-2');
    await page.locator('.compare-verdict').waitFor();
    await find(page, 'ONLY now');
    await expect.poll(() => hits(page)).toMatch(/^1 of [2-9] occurrences$/);
    await expect.poll(async () => (await marked(page))[1]).toMatch(/^Turn 1 and turn 2 differ: .* only now/);
    await page.keyboard.press('Shift+Enter');
    await expect.poll(async () => /^(\d+) of \1 occurrences$/.test((await hits(page)) ?? '')).toBe(true);
    await expect.poll(async () => (await marked(page))[1]).toMatch(/^3 changed, 1 only before, 8 only now/);
    expect(complaints).toEqual([]);
  });

  test('goes from row to row of the sequence, and to a frame inside a run', async () => {
    const { page, detail } = await open('#/r/demo/sequence');
    const selected = page.getByTestId('sequence').locator('[data-seq][aria-selected="true"]');
    await page.getByTestId('sequence').locator('[data-seq]').first().waitFor();
    await find(page, 'misspelt');
    await expect.poll(() => hits(page)).toMatch(/^1 of [2-9] entries$/);
    await expect.poll(() => selected.getAttribute('data-seq')).toBe('6');
    await page.keyboard.press('Enter');
    await expect.poll(() => hits(page)).toMatch(/^2 of/);
    await page.waitForURL(/\/sequence\/e\/10$/);
    await expect.poll(() => detail.textContent()).toContain('misspelt');
  });

  test('counts words that acptap wrote, marks them, and goes through those in sight', async () => {
    const { page } = await open('#/r/planted-violations');
    await page.getByTestId('timeline').locator('[data-seq]').first().waitFor();
    await find(page, 'never');
    await expect.poll(() => hits(page)).toMatch(/^1 of [2-9] in sight$/);
    await expect.poll(async () => (await marked(page))[1]).toBe('never');
    await page.keyboard.press('Enter');
    await expect.poll(() => hits(page)).toMatch(/^2 of [2-9] in sight$/);
    await page.getByRole('search').getByRole('textbox').fill('tool call'); // the recording has `tool_call`
    await expect.poll(() => hits(page)).toMatch(/^\d+ of \d+ entries$/);
    await expect.poll(async () => (await marked(page))[0]).toBeGreaterThan(0);
    expect(await page.locator('.find-bar').textContent()).toMatch(/\d in sight/);

    await open('#/r/demo/conversation');
    await page.getByTestId('conversation').locator('.ask-outcome').first().waitFor();
    await find(page, 'chosen by');
    await expect.poll(() => hits(page)).toBe('1 of 1 in sight');
    await expect.poll(async () => (await marked(page))[1]).toMatch(/^chosen by/);
  });

  test('keeps no mark of an earlier text in the findings, and counts what stands beside them', async () => {
    const { page } = await open('#/r/planted-violations/findings');
    await page.getByTestId('findings').locator('.finding-entry').first().waitFor();
    await find(page, '');
    await page.getByRole('search').getByRole('textbox').pressSequentially('session/prompt', { delay: 5 });
    const now = () => page.evaluate(() => [...(CSS.highlights.get('found-now') ?? [])].map(String));
    await expect.poll(now).toContain('session/prompt');
    expect(new Set(await now())).toEqual(new Set(['session/prompt']));
    await page.getByRole('search').getByRole('textbox').fill('session/promptly');
    await expect.poll(() => hits(page)).toMatch(/^Nothing found/);
    expect(await marked(page)).toEqual([0, undefined]);
    await page.getByRole('search').getByRole('textbox').fill('see also');
    await expect.poll(() => hits(page)).toMatch(/^1 of \d+ occurrences$/);
    await expect.poll(() => marked(page)).toEqual([expect.any(Number), 'see also']);
  });

  test.runIf(isLong)('counts rows of a long table that are not drawn yet, and goes to the last', async () => {
    const { page } = await open('#/r/long/stats');
    await page.locator('[data-section="turns"]').waitFor();
    await find(page, 'end turn');
    await expect.poll(() => hits(page)).toBe('1 of 30 occurrences');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => hits(page)).toBe('30 of 30 occurrences');
    await expect
      .poll(() =>
        page
          .locator('[data-section="turns"] tr[aria-rowindex="31"]')
          .evaluate((row) => row.getBoundingClientRect().top),
      )
      .toBeLessThan(900);
  });
});
