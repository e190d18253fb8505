import { spawn } from 'node:child_process';
import { setTimeout as rest } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { Bench, BenchContext } from './benchmark.ts';
import { launchChromium } from './chromium.ts';
import { freshDataFolder } from './data-folder.ts';
import { alone } from './figures.ts';
import { ended, openOnlyRecording, startInspector } from './inspector.ts';
import { probe, type Strain } from './page-probe.ts';
import { CLI } from './programs.ts';

const PER_SECOND = 5000;
const SECONDS = 8;
const PER_TICK = 50;

/** The longest wait after the last frame for the page to show it. */
const LAST_CHANCE_MS = 30_000;

interface Watched extends Strain {
  /** Time from writing the last frame until it was on screen, in ms. */
  readonly caughtUp: number;
  readonly heap: number;
}

export const livePage: Bench = {
  name: 'live-page',
  summary:
    'an agent that writes 5,000 frames a second, watched live in a browser: does the page stay usable, and catch up',
  async run(context) {
    const browser = await launchChromium();
    if (!browser) return { skipped: 'no Chromium here: name one in CHROMIUM_PATH' };
    try {
      const { caughtUp, longestTask, frameP95, rows, heap } = await watch(context, browser);
      const what = (text: string) => `5,000 frames a second in the page: ${text}`;
      return {
        figures: [
          alone(what('last frame written → on screen'), 'ms', [caughtUp]),
          alone(what('longest task (0: under 50 ms)'), 'ms', [longestTask], { atMost: 50 }),
          alone(what('time between frames, p95'), 'ms', [frameP95]),
          alone(what('row nodes at once'), '', [rows], { atMost: 200 }),
          alone(what('heap'), 'MiB', [heap], { atMost: 150 }),
        ],
      };
    } finally {
      await browser.close();
    }
  },
};

async function watch({ folder, programs }: BenchContext, browser: Browser): Promise<Watched> {
  const data = freshDataFolder(folder);
  const inspector = await startInspector(data.env);
  const ticks = SECONDS * (PER_SECOND / PER_TICK);
  const clock = [
    process.execPath,
    programs.clock,
    String(ticks),
    String((1000 * PER_TICK) / PER_SECOND),
    String(PER_TICK),
  ];
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
    const watched = await probe(page);
    await watched.reset();
    say({ id: 2, method: 'session/prompt', params: { sessionId: 'bench', prompt: [{ type: 'text', text: 'Go' }] } });
    const caughtUp = await endIsSeen(page);
    return { ...(await watched.strain()), caughtUp, heap: await watched.heap() };
  } finally {
    agent.stdin.end();
    await ended(agent);
    await inspector.close();
    await data.settled();
    data.remove();
  }
}

/** The time until the turn's end was seen; its stop reason holds the time of writing. Infinite if never seen. */
async function endIsSeen(page: Page): Promise<number> {
  const until = performance.now() + SECONDS * 1000 * 4 + LAST_CHANCE_MS;
  for (; performance.now() < until; await rest(25)) {
    const seen = await page.evaluate<number | null>(END);
    if (seen !== null) return seen;
  }
  return Number.POSITIVE_INFINITY;
}

const END = `
(() => {
  const text = document.querySelector('[data-testid="timeline"]')?.textContent ?? '';
  const [, writtenAt] = /ended.at.(\\d{13})/.exec(text) ?? [];
  return writtenAt === undefined ? null : Date.now() - Number(writtenAt);
})()
`;
