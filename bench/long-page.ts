import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { fewer, type Bench, type BenchContext } from './benchmark.ts';
import { launchChromium } from './chromium.ts';
import { freshDataFolder } from './data-folder.ts';
import { alone, type Figure, type Promised, type Unit } from './figures.ts';
import { openOnlyRecording, startInspector } from './inspector.ts';
import { probe } from './page-probe.ts';
import { CLI } from './programs.ts';
import { writeSyntheticRecording } from './synthetic-recording.ts';

const FRAMES = 200_000;

/** Time for the page's work after its first rows: counts, overview, list of recordings. */
const SETTLE_MS = 2000;

const SCROLL_MS = 4000;

/** The other views, with their keys. */
const VIEWS = [
  ['conversation', '2'],
  ['sequence', '3'],
  ['findings', '4'],
  ['stats', '5'],
  ['info', '6'],
  ['files', '8'],
] as const;

interface Sample {
  readonly firstRows: number;
  readonly loadingTask: number;
  readonly scrollingTask: number;
  readonly scrollFrame: number;
  readonly rows: number;
  readonly heap: number;
  /** The longest task while each view opens. */
  readonly viewTasks: readonly number[];
}

export const longPage: Bench = {
  name: 'long-page',
  summary: 'a recording of 200,000 frames in a browser: its first rows, long tasks, scrolling, heap',
  async run(context) {
    const browser = await launchChromium();
    if (!browser) return { skipped: 'no Chromium here: name one in CHROMIUM_PATH' };
    try {
      return { figures: figures(await sample(context, browser)) };
    } finally {
      await browser.close();
    }
  },
};

async function sample({ folder, rounds }: BenchContext, browser: Browser): Promise<readonly Sample[]> {
  const file = join(folder, 'long-page.acp.jsonl');
  await writeSyntheticRecording(file, FRAMES);
  const data = freshDataFolder(folder);
  await promisify(execFile)(process.execPath, [CLI, 'import', file], { env: data.env });
  const inspector = await startInspector(data.env);
  try {
    const samples: Sample[] = [];
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const signIn = await context.newPage();
    await signIn.goto(inspector.url);
    await openOnlyRecording(signIn);
    const recording = inspector.url + new URL(signIn.url()).hash.slice(1);
    await signIn.close();
    for (let round = 0; round < fewer(rounds); round += 1) {
      const page = await context.newPage();
      const began = performance.now();
      await page.goto(recording, { waitUntil: 'commit' });
      await page.waitForSelector('[data-testid="timeline"] [data-seq]', { state: 'attached' });
      const firstRows = performance.now() - began;
      const watched = await probe(page); // reports earlier long tasks too
      await rest(SETTLE_MS);
      const { longestTask: loadingTask } = await watched.strain();
      await watched.reset();
      await page.evaluate(SCROLL);
      await rest(SCROLL_MS + 200);
      const { longestTask: scrollingTask, frameP95: scrollFrame, rows } = await watched.strain();
      const heap = await watched.heap();
      const viewTasks = await openViews(page, watched);
      samples.push({ firstRows, loadingTask, scrollingTask, scrollFrame, rows, heap, viewTasks });
      await page.close();
    }
    return samples;
  } finally {
    await inspector.close();
    data.remove();
  }
}

async function openViews(
  page: Page,
  { reset, strain }: Awaited<ReturnType<typeof probe>>,
): Promise<Sample['viewTasks']> {
  const tasks: number[] = [];
  for (const [, key] of VIEWS) {
    await reset();
    await page.keyboard.press(key);
    await rest(SETTLE_MS);
    tasks.push((await strain()).longestTask);
  }
  return tasks;
}

/** Scrolls through the whole recording and back, a little in each frame. */
const SCROLL = `
(() => {
  const list = document.querySelector('[data-testid="timeline"]');
  const began = performance.now();
  const end = list.scrollHeight - list.clientHeight;
  requestAnimationFrame(function frame(now) {
    const share = (now - began) / ${SCROLL_MS};
    list.scrollTop = end * (share < 0.5 ? 2 * share : 2 - 2 * share);
    if (share < 1) requestAnimationFrame(frame);
  });
})();
`;

function figures(samples: readonly Sample[]): readonly Figure[] {
  const figure = (what: string, unit: Unit, pick: (of: Sample) => number, promised?: Promised) =>
    alone(`200,000 frames in the page: ${what}`, unit, samples.map(pick), promised);
  return [
    figure('first rows', 'ms', ({ firstRows }) => firstRows, { atMost: 1000 }),
    figure('longest task while loading (0: under 50 ms)', 'ms', ({ loadingTask }) => loadingTask, { atMost: 50 }),
    figure('longest task while scrolling (0: under 50 ms)', 'ms', ({ scrollingTask }) => scrollingTask, { atMost: 50 }),
    figure('time between frames while scrolling, p95', 'ms', ({ scrollFrame }) => scrollFrame),
    ...VIEWS.map(([view], index) =>
      figure(`longest task while ${view} opens (0: under 50 ms)`, 'ms', ({ viewTasks }) => viewTasks[index] ?? 0, {
        atMost: 50,
      }),
    ),
    figure('row nodes at once', '', ({ rows }) => rows, { atMost: 200 }),
    figure('heap', 'MiB', ({ heap }) => heap, { atMost: 150 }),
  ];
}
