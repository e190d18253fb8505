import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { openPage } from '../support/inspector-page.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { peer, startShim, stdoutHas } from '../support/processes.ts';

const lastly = cleanUpAfterAll();

const request = (id: number, method: string) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params: {} })}\n`;

describe.skipIf(browserIsMissing())('the page', () => {
  let home: string;
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    home = temporaryFolder(lastly);
    inspector = await startInspector(home, lastly);
    browser = await sharedBrowser();
  });

  test('does not keep the token in its address', async () => {
    const { page } = await openPage(browser, inspector);
    expect(page.url()).not.toContain('token');
  });

  test('shows a frame while the agent that sent it still runs', async () => {
    const { page, complaints } = await openPage(browser, inspector);
    const shim = startShim(peer('echo'), { home, run: ['--name', 'seen live'] });
    shim.child.stdin.write(request(1, 'initialize'));
    await stdoutHas(shim, '"id":1');

    const recording = page.locator('[data-recording]', { hasText: 'seen live' });
    await recording.click();
    const rows = page.getByTestId('timeline').locator('[data-seq]');
    await rows.filter({ hasText: 'initialize' }).nth(1).waitFor(); // the request and its answer

    shim.child.stdin.write(request(2, 'session/list'));
    await rows.filter({ hasText: 'session/list' }).nth(1).waitFor();
    expect(shim.child.exitCode).toBeNull();

    shim.child.stdin.end();
    await shim.closed;
    await rows.filter({ hasText: 'agent exited' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('returns to the same entry after a reload', async () => {
    const { page } = await openPage(browser, inspector);
    await page.locator('[data-recording]', { hasText: 'seen live' }).click();
    const row = page.getByTestId('timeline').locator('[data-seq="1"]');
    await row.click();
    await page.waitForURL(/\/e\/1$/);
    const address = page.url();
    await page.reload();
    await page.locator('.detail-seq', { hasText: '#1' }).waitFor();
    expect(page.url()).toBe(address);
  });
});
