import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { cleanUpAfterAll } from '../support/folders.ts';
import { openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

describe.skipIf(browserIsMissing())('the information', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = async (recording: string, options = {}) => {
    const opened = await shared(browser, inspector, `#/r/${recording}/info`, options);
    await opened.page.locator('[data-section="parties"]').waitFor();
    return opened;
  };
  const line = (page: Page, section: string, text: string) =>
    page.locator(`[data-section="${section}"] tbody tr`, { hasText: text }).first();

  test('has capabilities, sessions and both sides, with links to their `initialize` messages', async () => {
    const { page, detail, complaints } = await open('claude-edit');
    await expect.poll(() => line(page, 'client-capabilities', 'fs.readTextFile').textContent()).toContain('✓ yes');
    await expect.poll(() => line(page, 'client-capabilities', 'elicitation.url').textContent()).toContain('no');
    const session = page.locator('.session-facts').first();
    await expect.poll(() => session.locator('.session-fact', { hasText: 'modes' }).textContent()).toContain('✓');
    await expect.poll(() => session.locator('.session-fact', { hasText: 'commands' }).textContent()).toMatch(/\/[a-z]/);
    const agent = line(page, 'parties', 'agent');
    await expect
      .poll(() => agent.textContent())
      .toContain('Claude Agent (@agentclientprotocol/claude-agent-acp)0.100.0');
    await agent.getByRole('link', { name: '#2' }).click();
    await detail.waitFor();
    await expect.poll(() => detail.textContent()).toContain('initialize');
    expect(complaints).toEqual([]);
  });

  test('marks another version than the requested one, extensions, and a capability that was not advertised', async () => {
    const { page } = await open('unasked');
    await expect
      .poll(() => line(page, 'connection', 'protocol spoken').locator('[data-tone="bad"]').textContent())
      .toBe('1');
    await expect.poll(() => line(page, 'others', '_meta').textContent()).toContain('_meta.<b>x</b>1');
    const wrong = line(page, 'client-capabilities', 'fs.readTextFile');
    await expect
      .poll(() => wrong.textContent())
      .toContain('1 ×, first #4not advertised: capability/reading-files-is-offered');
    await wrong.getByRole('link', { name: 'not advertised' }).click();
    await page.getByText('showing 1 of 6').waitFor();
    await page.getByTestId('timeline').locator('[data-seq="4"]').waitFor();
  });

  test.runIf(isLong)('needs no sideways scrolling of the page on a small screen', async () => {
    const { page } = await open('claude-edit', { viewport: { width: 420, height: 900 } });
    await expect.poll(() => page.locator('.page').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  });
});
