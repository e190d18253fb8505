import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { complaintsOf } from './browser.ts';
import type { Inspector } from './inspector.ts';

export interface OpenPage {
  readonly page: Page;
  /** What the browser held against the page; a test that ends with none has run no script it should not. */
  readonly complaints: readonly string[];
  /** The row of the timeline that stands for an entry; of a group and its first frame the group's. */
  readonly row: (seq: number) => ReturnType<Page['locator']>;
  readonly detail: ReturnType<Page['locator']>;
}

/** What is another than in a wide window. */
export interface Look {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  readonly reducedMotion?: 'reduce';
  readonly forcedColors?: 'active';
  /** What is done to the page before it loads. Requests are intercepted here: later some may slip through. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const WIDE = { width: 1440, height: 900 };

/**
 * Opens the inspector's page, signed in, at an address like `#/r/demo`, and waits until it hears keys. It is closed when the test is over.
 * Pages of one browser share what it has compiled, and the process: what they have stored is forgotten before each. Copying is allowed, and the clipboard is one.
 */
export async function openPage(
  browser: Browser,
  { port, link }: Inspector,
  hash = '',
  { viewport, prepare, ...media }: Look = {},
): Promise<OpenPage> {
  const origin = `http://127.0.0.1:${port}`;
  const { context, keeper } = await sharedBy(browser);
  if (!keeper.url().startsWith(origin)) await keeper.goto(`${origin}/favicon.svg`);
  await keeper.evaluate(() => localStorage.clear());
  const page = await context.newPage();
  onTestFinished(() => page.close());
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia(media);
  await prepare?.(page);
  const complaints = complaintsOf(page);
  await page.goto(link(hash));
  await page.locator('.app').waitFor();
  return {
    page,
    complaints,
    row: (seq) => page.getByTestId('timeline').locator(`[data-seq="${seq}"]`).first(),
    detail: page.getByRole('complementary', { name: 'Entry' }),
  };
}

/** What the pages of a browser have in common. While the keeper is open the process that draws them lives on. */
interface Shared {
  readonly context: BrowserContext;
  readonly keeper: Page;
}

const shared = new WeakMap<Browser, Promise<Shared>>();

function sharedBy(browser: Browser): Promise<Shared> {
  const known = shared.get(browser) ?? share(browser);
  shared.set(browser, known);
  return known;
}

async function share(browser: Browser): Promise<Shared> {
  const context = await contextOf(browser);
  return { context, keeper: await context.newPage() };
}

const contextOf = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: WIDE, permissions: ['clipboard-read', 'clipboard-write'] });

export interface FilePage extends Pick<OpenPage, 'page' | 'complaints'> {
  /** What it asked for beside itself; everything is refused. */
  readonly requests: readonly string[];
}

/** Opens a page from the disk, as somebody who was sent it does. It is closed when the test is over. */
export async function openFile(browser: Browser, path: string, hash = ''): Promise<FilePage> {
  const context = await contextOf(browser);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const requests: string[] = [];
  const own = pathToFileURL(path).href;
  await page.route('**', (route) => {
    if (route.request().url().split('#')[0] === own) return route.continue();
    requests.push(route.request().url());
    return route.abort();
  });
  await page.goto(`${own}${hash}`);
  await page.locator('.app').waitFor();
  return { page, complaints, requests };
}
