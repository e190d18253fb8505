import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { PATIENCE_MS } from './wait-for.ts';

const PLACES = [
  process.env['CHROMIUM_PATH'],
  // The first has no window: it starts and draws in less than half the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Slows pages down by this factor, to find tests that read a page before it has changed. */
const SLOWDOWN = Number(process.env['ACPTAP_SLOW_PAGE'] ?? 1);

const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));

/** For `describe.skipIf`. A missing browser fails in CI and prints a warning elsewhere. */
export function browserIsMissing(): boolean {
  if (executablePath !== undefined) return false;
  if (process.env['CI']) throw new Error('no Chromium: CI must test the page. Install one, or set CHROMIUM_PATH');
  process.stderr.write(
    '\nSKIPPED: no Chromium was found, the page is not tested. Install one, or set CHROMIUM_PATH.\n\n',
  );
  return true;
}

/** One worker runs the files of test/browser one after another, with one browser. */
let shared: Promise<Browser> | undefined;

/**
 * The headless browser of this test worker. It makes no requests to the network. Workers do not share it, because the
 * pages of a browser share its clipboard.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared;
  if (running?.isConnected()) return running;
  shared = launch();
  return shared;
}

async function launch(): Promise<Browser> {
  const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
  // One process for all pages, because they share compiled code, and few threads: there are more workers than cores.
  // A test ends before code is worth optimising.
  const few = [
    '--renderer-process-limit=1',
    '--js-flags=--single-threaded --max-lazy --no-opt --no-maglev',
    '--enable-features=NetworkServiceInProcess2',
  ];
  // A view in one tile: without a graphics card each tile costs a copy.
  const tiles = ['--default-tile-width=2048', '--default-tile-height=1024'];
  const args = ['--no-sandbox', '--disable-gpu', '--disable-sync', ...few, ...tiles, ...quiet];
  const browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args });
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS));
  if (SLOWDOWN > 1) slowDown(browser);
  return browser;
}

function slowDown(browser: Browser): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    const newPage = context.newPage.bind(context);
    context.newPage = async () => {
      const page = await newPage();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      return page;
    };
    return context;
  };
}

/** Errors of scripts and violations of the content security policy in a page. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return complaints;
}
