import { spawn } from 'node:child_process';
import { setTimeout as rest } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { Bench, BenchContext } from './benchmark.ts';
import { launchChromium } from './chromium.ts';
import { freshDataFolder } from './data-folder.ts';
import { alone, percentile } from './figures.ts';
import { ended, openOnlyRecording, startInspector } from './inspector.ts';
import { CLI } from './programs.ts';

const TICKS = 200;
const EVERY_MS = 50;

/** Ticks before counting, because the page has just opened the recording. */
const WARM_UP_TICKS = 20;

/** The longest wait after the last tick for the page to show it. */
const LAST_CHANCE_MS = 5000;

export const screen: Bench = {
  name: 'screen',
  summary: 'from the moment the agent writes a frame until its row is painted in a browser',
  async run(context) {
    const browser = await launchChromium();
    if (!browser)
      return { skipped: 'no Chromium here: put chromium or google-chrome on the PATH, or name one in CHROMIUM_PATH' };
    try {
      const delays = await watch(context, browser);
      const seen = `${delays.filter(Number.isFinite).length} of ${delays.length} frames seen`;
      return {
        figures: [
          alone(`frame on the wire → on screen, p50 (${seen})`, 'ms', [percentile(delays, 0.5)]),
          alone('frame on the wire → on screen, p95', 'ms', [percentile(delays, 0.95)], { atMost: 100 }),
        ],
      };
    } finally {
      await browser.close();
    }
  },
};

/** The delay of each tick, in ms; infinite for a tick that was never seen. */
async function watch({ folder, programs }: BenchContext, browser: Browser): Promise<readonly number[]> {
  const data = freshDataFolder(folder);
  const inspector = await startInspector(data.env);
  const clock = [process.execPath, programs.clock, String(TICKS), String(EVERY_MS)];
  const agent = spawn(process.execPath, [CLI, 'run', '--', ...clock], {
    env: data.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  agent.stdout.resume(); // reads everything, because a full pipe would stop the agent
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(inspector.url);

    const say = (message: object) => agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    say({ id: 0, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } });
    say({ id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } });
    await openOnlyRecording(page);
    await page.keyboard.press('u'); // one row for each frame
    await page.evaluate(OBSERVE);
    const prompt = [{ type: 'text', text: 'What time is it?' }];
    say({ id: 2, method: 'session/prompt', params: { sessionId: 'bench', prompt } });
    await allSeen(page);
    const seen = new Map(await page.evaluate<[number, number][]>('[...ticks]'));
    return Array.from(
      { length: TICKS - WARM_UP_TICKS },
      (_, n) => seen.get(n + WARM_UP_TICKS) ?? Number.POSITIVE_INFINITY,
    );
  } finally {
    agent.stdin.end();
    await ended(agent);
    await inspector.close();
    await data.settled();
    data.remove();
  }
}

/** Polls from here, because Playwright waits in the page with `eval`, which the page's policy forbids. */
async function allSeen(page: Page): Promise<void> {
  for (const since = performance.now(); performance.now() - since < TICKS * EVERY_MS + LAST_CHANCE_MS; await rest(250))
    if ((await page.evaluate<number>('ticks.size')) >= TICKS) return;
}

/**
 * In the page: `ticks` holds, for each tick with a painted row, the time from its writing. Both ends read the same
 * clock. A row in the document is painted by the end of the next animation frame: a message posted there arrives
 * afterwards.
 */
const OBSERVE = `
globalThis.ticks = new Map();
const found = new Set();
new MutationObserver(() => {
  const fresh = [];
  for (const row of document.querySelectorAll('[data-testid="timeline"] [data-seq]')) {
    const [, tick, writtenAt] = /tick (\\d+) at (\\d{13})/.exec(row.textContent) ?? [];
    if (tick === undefined || found.has(tick)) continue;
    found.add(tick);
    fresh.push([Number(tick), Number(writtenAt)]);
  }
  if (fresh.length === 0) return;
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const now = Date.now();
      for (const [tick, writtenAt] of fresh) ticks.set(tick, now - writtenAt);
      port1.close();
    };
    port2.postMessage('painted');
  });
}).observe(document.body, { childList: true, subtree: true, characterData: true });
`;
