import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
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

const SIZE = { viewport: { width: 1440, height: 900 } };

/** What pages of several tests can share: each is loaded anew, but less is made and compiled for it. What they store they share. */
export const sharedContext = (browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  browser.newContext({ ...SIZE, ...options });

/** Opens the inspector's page, signed in, at an address like `#/r/demo`; it is closed when the test is over. */
export async function openPage(
  place: Browser | BrowserContext,
  { port, token }: Inspector,
  hash = '',
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const isOwn = 'newContext' in place;
  const context = isOwn ? await sharedContext(place, options) : place;
  const page = await context.newPage();
  onTestFinished(() => (isOwn ? context : page).close());
  const complaints = complaintsOf(page);
  await page.goto(`http://127.0.0.1:${port}/?token=${token}${hash}`);
  return {
    page,
    complaints,
    row: (seq) => page.getByTestId('timeline').locator(`[data-seq="${seq}"]`).first(),
    detail: page.getByRole('complementary', { name: 'Entry' }),
  };
}

export interface FilePage extends Pick<OpenPage, 'page' | 'complaints'> {
  /** What it asked for beside itself; everything is refused. */
  readonly requests: readonly string[];
}

/** Opens a page from the disk, as somebody who was sent it does. It is closed when the test is over. */
export async function openFile(browser: Browser, path: string, hash = ''): Promise<FilePage> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await sharedContext(browser, { permissions });
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
  return { page, complaints, requests };
}
