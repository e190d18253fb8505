import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { complaintsOf } from './browser.ts';
import type { CleanUp } from './folders.ts';
import type { Inspector } from './inspector.ts';

export interface OpenPage {
  readonly page: Page;
  /** Errors and policy violations of the page. Empty if it ran no foreign script. */
  readonly complaints: readonly string[];
  /** The timeline's row of an entry. For the first frame of a group, the group's row. */
  readonly row: (seq: number) => ReturnType<Page['locator']>;
  readonly detail: ReturnType<Page['locator']>;
}

/** Differences from a wide window. */
export interface PageOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  readonly forcedColors?: 'active';
  /** Prepares the page before it loads. Intercept requests here: after loading, some may be missed. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Closes the page; default: at the end of the test. */
  readonly lastly?: CleanUp;
}

/** Less high than most windows: each row that a page draws takes processor time. */
const WIDE = { width: 1440, height: 600 };

/** For tests that need more rows in sight. */
export const HIGH: PageOptions = { viewport: { width: 1440, height: 900 } };

/**
 * Opens the inspector's page, signed in, at an address like `#/r/demo`, and waits until it handles keys. Closes it
 * after the test. Pages of one browser share compiled code, a process and the clipboard. Their storage is cleared
 * before each.
 */
export async function openPage(
  browser: Browser,
  { port, link }: Inspector,
  hash = '',
  { viewport, prepare, lastly = onTestFinished, ...media }: PageOptions = {},
): Promise<OpenPage> {
  const origin = `http://127.0.0.1:${port}`;
  const { context, keeper } = await sharedBy(browser);
  if (!keeper.url().startsWith(origin)) await keeper.goto(`${origin}/favicon.svg`);
  await keeper.evaluate(() => localStorage.clear());
  const page = await context.newPage();
  lastly(() => page.close());
  if (viewport) await page.setViewportSize(viewport);
  // Animations would draw 60 frames a second in each page of a live recording.
  await page.emulateMedia({ reducedMotion: 'reduce', ...media });
  await prepare?.(page);
  const complaints = complaintsOf(page);
  await page.goto(link(hash));
  await page.locator('.app').waitFor();
  // Keys of a recording do nothing before it is open.
  if (!prepare) await page.getByText('Loading recordings…').waitFor({ state: 'hidden' });
  return {
    page,
    complaints,
    row: (seq) => page.getByTestId('timeline').locator(`[data-seq="${seq}"]`).first(),
    detail: page.getByRole('complementary', { name: 'Entry' }),
  };
}

/** Goes to an address of the inspector in an open page, as a user does who types it: the page does not load again. */
export const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((address) => void (location.hash = address), hash);

/** Waits until the view shows its content, with all that it fetches. */
export async function viewLoaded(page: Page): Promise<void> {
  await page.locator('main .view').getByText(/\S/).first().waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('.view .loading').count()).toBe(0);
}

/** Clicks the first recording with a text in the list until it is open: a run that begins during the click moves the row away. */
export async function openListed(page: Page, text: string): Promise<void> {
  const line = page.locator('[data-recording]', { hasText: text }).first();
  await expect
    .poll(async () => {
      await line.click();
      return line.getAttribute('aria-current');
    })
    .toBe('page');
}

/**
 * Goes to an address in a page that showed another one, which takes a fifth of the time of a new page. Closes the
 * recording and what is over it before. Marks, columns, the tab of the detail and the way that times are shown stay.
 */
export async function reuse({ page }: OpenPage, hash: string, viewport = WIDE): Promise<void> {
  const over = page.getByRole('dialog').or(page.getByRole('menu'));
  if ((await over.count()) > 0) {
    await page.keyboard.press('Escape');
    await over.waitFor({ state: 'detached' });
  }
  await page.setViewportSize(viewport);
  await page.mouse.move(0, 0);
  await page.evaluate(goThroughHome, hash);
}

/** Runs in the page, in one step: the page without a recording is not drawn. */
async function goThroughHome(address: string): Promise<void> {
  const isOpen = () => document.querySelector('main[data-view]') !== null;
  location.hash = '#/';
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (isOpen()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    if (!isOpen()) resolve();
  });
  location.hash = address;
}

/**
 * Returns a function like `openPage` that opens one page for all tests of a file and reuses it. For tests that change
 * nothing but what the address and the list hold. A page that is prepared is a new one, and so is one with another look
 than its size, unless `anyLook`.
 */
export function openOnce(lastly: CleanUp, anyLook = false): typeof openPage {
  let opened: OpenPage | undefined;
  return async (browser, inspector, hash, options) => {
    const { viewport, colorScheme = null, forcedColors = null, ...own } = options ?? {};
    const isLook = colorScheme !== null || forcedColors !== null;
    if (Object.keys(own).length > 0 || (isLook && !anyLook)) return openPage(browser, inspector, hash, options);
    if (opened) {
      await opened.page.emulateMedia({ colorScheme, forcedColors });
      await reuse(opened, hash ?? '', viewport);
    }
    return (opened ??= await openPage(browser, inspector, hash, { ...options, lastly }));
  };
}

/** Shared by the pages of a browser. While the keeper page is open, the renderer process lives on. */
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
  /** Requests beside the page itself; all are refused. */
  readonly requests: readonly string[];
}

/** Opens a page from the disk, as the recipient of an exported page does. Closes it; default: after the test. */
export async function openFile(
  browser: Browser,
  path: string,
  hash = '',
  lastly: CleanUp = onTestFinished,
): Promise<FilePage> {
  const context = await contextOf(browser);
  lastly(() => context.close());
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
  await page.locator('#app > *').first().waitFor();
  return { page, complaints, requests };
}
