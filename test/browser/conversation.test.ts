import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { goTo, openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';
import { PNG } from './small-recordings.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

describe.skipIf(browserIsMissing())('the conversation', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });

  async function open(recording: string, more = '', width = 1440): Promise<Page> {
    const viewport = { width, height: 900 };
    const { page } = await shared(browser, inspector, `#/r/${recording}/conversation${more}`, { viewport });
    await page.locator('.card[data-kind]').first().waitFor();
    return page;
  }

  test('renders the markdown of the prompt and of the answer', async () => {
    const page = await open('gemini-text');
    await expectText(page, '[data-kind="prompt"]', 'Please do what the script says.');
    const answer = page.locator('[data-kind="message"][data-by="agent"]').last();
    await expect.poll(() => answer.locator('ol > li').count()).toBe(2);
    await expect.poll(() => answer.locator('pre').textContent()).toContain('console.log("hi\\n");');
    await expectText(page, '[data-kind="turn-end"]', 'Turn ended: end turn');
    const widthOf = (what: string) =>
      answer
        .locator(what)
        .first()
        .evaluate((element) => element.clientWidth);
    expect(await widthOf('pre')).toBe(await widthOf('.markdown')); // code has the whole card
    expect(await widthOf('.markdown > p')).toBeLessThan((await widthOf('.markdown')) * 0.9);
  });

  test('shows an edit as two texts side by side: as proposed, and as reported later; and what the person allowed', async () => {
    const page = await open('claude-edit');
    const call = page.locator('[data-kind="tool-call"]', { hasText: 'Edit notes.txt' });
    await call.waitFor();
    const proposed = call.locator('[data-proposal="36"]');
    await expect.poll(() => proposed.textContent()).toContain('written by the agent itself · allowed (#38)');
    const texts = async (kind: string) => new Set(await call.locator(`[data-kind="${kind}"] mark`).allTextContents());
    await expect.poll(() => call.locator('.diff-column').count()).toBe(4);
    expect(await proposed.locator('.diff-column').count()).toBe(2);
    expect(await texts('removed')).toEqual(new Set(['draft']));
    expect(await texts('added')).toEqual(new Set(['final ✓']));
    await expect.poll(() => call.locator('[data-chosen="true"]').textContent()).toContain('Yes');
    await expect
      .poll(() => call.locator('.ask-outcome').textContent())
      .toMatch(/chosen by the client after [\d.]+ m?s/);
  });

  test.runIf(isLong)('restores its scroll position, whatever is selected', async () => {
    const page = await open('talk', '/e/3');
    const list = page.locator('#conversation');
    const top = () => list.evaluate((element) => element.scrollTop);
    await list.evaluate((element) => void (element.scrollTop = 24_000));
    await page.waitForFunction(() => Number(Reflect.get(Object(history.state), 'card')) > 100);
    const firstInSight = () =>
      list.evaluate((element) => {
        const edge = element.getBoundingClientRect().top;
        const cards = [...element.querySelectorAll('.card[data-kind]')];
        return cards.find((card) => card.getBoundingClientRect().bottom > edge + 1)?.textContent;
      });
    await expect.poll(firstInSight).toBeDefined();
    const before = await firstInSight();
    await page.reload();
    await page.locator('.card[data-kind]').first().waitFor();
    await expect.poll(firstInSight).toBe(before);
    await expect.poll(() => top()).toBeGreaterThan(1000);
  });

  test.runIf(isLong)('shows an edit as one column in a narrow window', async () => {
    const page = await open('claude-edit', '', 420);
    const call = page.locator('[data-kind="tool-call"]', { hasText: 'Edit notes.txt' });
    await call.locator('.diff-column').first().waitFor();
    await expect.poll(() => call.locator('.diff-column').count()).toBe(2);
    const beyond = () => page.locator('#conversation').evaluate((list) => list.scrollWidth - list.clientWidth);
    await expect.poll(beyond).toBe(0);
  });

  test.runIf(isLong)('names the option with which a person refused', async () => {
    const page = await open('gemini-reject');
    const chosen = page.locator('[data-chosen="true"]').first();
    await chosen.waitFor();
    await expect.poll(() => chosen.getAttribute('data-tone')).toBe('bad');
  });

  test('shows the output of a command in its colours, and marks invisible characters', async () => {
    const page = await open('terminal');
    const terminal = page.locator('[data-terminal="t"]');
    await terminal.waitFor();
    await expect.poll(() => terminal.locator('.terminal-head').textContent()).toMatch(/\$ npm test.*exit 1/);
    const red = terminal.getByText('one failed');
    const colours = await red.evaluate((text) =>
      [text, text.parentElement].map((each) => each && getComputedStyle(each).color),
    );
    expect(new Set(colours).size).toBe(2);
    await expect.poll(() => terminal.locator('.hidden-mark').allTextContents()).toEqual(['BEL']);
  });

  test.runIf(isLong)('shows a plan once, as a checklist in its final state', async () => {
    const page = await open('plan');
    const items = page.locator('[data-kind="plan"] li');
    await expect.poll(() => items.allTextContents()).toEqual(['✓step 0', '▸step 1high priority', '○step 2']);
    const marks = items.getByRole('img');
    await expect
      .poll(() => marks.evaluateAll((all) => all.map((mark) => mark.ariaLabel)))
      .toEqual(['completed', 'in progress', 'pending']);
  });

  test('shows all sessions, or only the chosen one', async () => {
    const page = await open('claude-concurrent');
    const prompts = page.locator('[data-kind="prompt"]');
    await expect.poll(() => prompts.count()).toBe(2);
    await expect.poll(() => prompts.getByText(/^session \d$/).allTextContents()).toEqual(['session 1', 'session 2']);
    const choice = page.getByRole('combobox', { name: 'Session' });
    await choice.selectOption({ index: 2 });
    await expect.poll(() => prompts.count()).toBe(1);
    expect(await prompts.getByText(/^session \d$/).count()).toBe(0);
    await choice.selectOption({ index: 0 });
    await expect.poll(() => prompts.count()).toBe(2);
  });

  test('moves by keyboard from card to card, and opens the entry of a card', async () => {
    const page = await open('terminal');
    for (const key of ['j', 'j']) await page.keyboard.press(key);
    await page.waitForURL(/\/conversation\/e\/1$/);
    await expect.poll(() => page.locator('.card[aria-current="true"]').getAttribute('data-kind')).toBe('tool-call');
    await page.keyboard.press('Enter');
    await page
      .getByRole('complementary', { name: 'Entry' })
      .getByRole('tab', { name: 'Call', selected: true })
      .waitFor();
  });

  test.runIf(isLong)('opens at the card of the entry that a link names', async () => {
    const page = await open('talk', '/e/901');
    const current = page.locator('.card[aria-current="true"]');
    await current.waitFor();
    await expect.poll(() => current.textContent()).toContain('answer 450');
    await expect.poll(() => isInSight(page, '.card[aria-current="true"]')).toBe(true);
  });

  test('has few elements, however long it is, and keeps folds open after scrolling to the last card and back', async () => {
    const page = await open('talk');
    const fold = page.locator('.card[data-seq="0"] summary');
    await fold.click();
    await page.getByText('a thought', { exact: true }).waitFor();
    await page.locator('#conversation').focus();
    await page.keyboard.press('G');
    await page.getByText('answer 999', { exact: true }).waitFor();
    expect(await page.locator('.card').count()).toBeLessThanOrEqual(60);
    await page.keyboard.press('g');
    await page.getByText('a thought', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('a thought', { exact: true }).count()).toBe(1);
  });

  test('shows hostile content as text: it runs nothing, loads nothing and links only to the web', async () => {
    const elsewhere: string[] = [];
    const viewport = { width: 1440, height: 4000 };
    const { page, complaints } = await shared(browser, inspector, '#/r/plan/conversation', { viewport });
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol !== 'data:' && host !== `127.0.0.1:${inspector.port}`) elsewhere.push(request.url());
    });
    await goTo(page, '#/r/hostile-talk/conversation');
    await page.locator('[data-kind="turn-end"]').waitFor();
    const sources = () => page.locator('.card img').evaluateAll((all) => all.map((image) => image.getAttribute('src')));
    await expect.poll(sources).toEqual([`data:image/png;base64,${PNG}`]);
    await page.locator('.card a:not(.seq-link)').first().waitFor();
    const links = await page
      .locator('.card a:not(.seq-link)')
      .evaluateAll((all) =>
        all.map((link) => [link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]),
      );
    for (const [href, rel, target] of links)
      expect([new URL(href ?? '').protocol, rel, target]).toEqual(['https:', 'noopener noreferrer', '_blank']);
    await page.locator('.markdown-dead-link').first().click();
    const active = page.locator('.card script, .card iframe, .card [onerror], .card [onclick], .card svg');
    expect(await active.count()).toBe(0);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'pwned') as unknown)).toBeUndefined();
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
    await expectText(page, '[data-kind="message"]', '(https://evil.test/secret?key=1)');
  });
});

async function expectText(page: Page, selector: string, text: string): Promise<void> {
  const found = page.locator(selector, { hasText: text }).first();
  await found.waitFor();
  await expect.poll(() => found.isVisible()).toBe(true);
}

const isInSight = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((card) => {
    const { top, bottom } = card.getBoundingClientRect();
    const list = card.closest('#conversation')?.getBoundingClientRect();
    return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
  });
