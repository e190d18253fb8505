import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { VIEW_NAMES } from '../../inspector-ui/state/route.ts';
import { browserIsMissing, launchBrowser } from '../support/browser.ts';
import { temporaryFolder, whenAllIsOver } from '../support/folders.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { importInto } from '../support/processes.ts';

const lastly = whenAllIsOver();
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(browserIsMissing())('the craft of the page', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    const home = temporaryFolder(lastly);
    await importInto(home, 'recordings/examples/demo.acp.jsonl', lastly);
    inspector = await startInspector(home, lastly);
    browser = await launchBrowser(lastly);
  });

  async function open(colorScheme: 'light' | 'dark', width: number, hash: string): Promise<Page> {
    // axe is put in by the test, past the page's own policy
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${inspector.port}/?token=${inspector.token}${hash}`);
    return page;
  }

  const looks = (['light', 'dark'] as const).flatMap((scheme) => [1440, 420].map((width) => ({ scheme, width })));
  const addresses = ['#/r/demo', '#/r/demo/e/23', '#/r/demo?v=raw&q=kind:request&r=0..900000', '#/'];

  test.each(looks)('axe has nothing serious to say: $scheme, $width px', async ({ scheme, width }) => {
    for (const address of addresses) {
      const page = await open(scheme, width, address);
      await page.locator('[data-seq], [data-recording], [data-rule]').first().waitFor({ state: 'attached' });
      await page.evaluate(axeSource);
      expect({ address, found: await seriousFindings(page) }).toEqual({ address, found: [] });
      await page.context().close();
    }
  });

  test.each(VIEW_NAMES)('axe has nothing serious to say of the view %s', async (view) => {
    const page = await open('dark', 420, view === 'timeline' ? '#/r/demo' : `#/r/demo/${view}`);
    await page.locator('.view-tab[aria-current="page"]').waitFor();
    await page.getByText('Loading…').first().waitFor({ state: 'detached' });
    await page.evaluate(axeSource);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test('the first thing that is loaded is small', () => {
    const { size } = firstLoad();
    expect(size).toBeLessThanOrEqual(120_000);
  });

  test('the colours are those of the system until others are chosen, and stay chosen', async () => {
    const page = await open('light', 1440, '#/r/demo');
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByRole('button', { name: 'Colours as the system has them' }).click();
    expect(await background()).toBe('rgb(255, 255, 255)');
    await page.getByRole('button', { name: 'Light colours' }).click();
    await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
    expect(await background()).not.toBe('rgb(255, 255, 255)');
    await page.reload();
    await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
  });

  test('nothing moves where motion is not wanted', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${inspector.port}/?token=${inspector.token}#/r/demo`);
    await page.locator('[data-seq]').first().waitFor();
    const moving = await page.evaluate(() => document.getAnimations().length);
    expect(moving).toBe(0);
    await context.close();
  });

  test('a keyboard alone leads from the list to a finding and its related entry', async () => {
    const page = await open('light', 1440, '#/r/demo');
    const timeline = page.getByTestId('timeline');
    await timeline.locator('[data-seq="5"]').waitFor();
    await page.keyboard.press('e');
    await page.waitForURL(/#\/r\/demo\/e\/5$/);
    const detail = page.getByRole('complementary', { name: 'Entry' });
    await page.keyboard.press('Enter');
    await detail.locator('[data-rule="jsonrpc/response-comes-once"]').waitFor();
    await page.keyboard.press('e');
    await detail.locator('[data-rule="framing/line-is-json"]').waitFor();
    await page.waitForURL(/#\/r\/demo\/e\/23$/);
    expect(await detail.textContent()).toContain('debug: cache miss');
  });
});

/** What axe finds grave in a page that it was put into. */
const seriousFindings = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations
      .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'page-has-heading-one')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  });

/** Bytes, compressed as a server would, of the scripts and styles that index.html names. */
function firstLoad(): { readonly size: number } {
  const root = new URL('../../dist/inspector/', import.meta.url);
  const html = readFileSync(new URL('index.html', root), 'utf8');
  const names = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name ?? '');
  if (names.length < 2) throw new Error('index.html names no script and style');
  return { size: names.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, root))).length, 0) };
}
