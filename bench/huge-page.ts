import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { fewer, type Bench, type BenchContext } from './benchmark.ts';
import { launchChromium } from './chromium.ts';
import { freshDataFolder } from './data-folder.ts';
import { alone, type Figure, type Promised } from './figures.ts';
import { ended, openOnlyRecording, startInspector } from './inspector.ts';
import { probe } from './page-probe.ts';
import { CLI } from './programs.ts';
import { writeSyntheticRecording } from './synthetic-recording.ts';

/** Import takes two minutes for two million frames, and ten for ten million. */
const FRAMES = Number(process.env['ACPTAP_BENCH_FRAMES'] ?? 2_000_000);

const LIST = '[data-testid="timeline"]';
const run = promisify(execFile);

interface Sample {
  readonly firstRows: number;
  readonly minimap: number;
  readonly end: number;
  readonly filter: number;
  readonly heap: number;
}

export const hugePage: Bench = {
  name: 'huge-page',
  summary: `a recording of ${FRAMES} frames in a browser (ACPTAP_BENCH_FRAMES), also slowed down four times; search`,
  isLong: true,
  async run({ folder, rounds }: BenchContext) {
    const browser = await launchChromium();
    if (!browser) return { skipped: 'no Chromium here: name one in CHROMIUM_PATH' };
    const file = join(folder, 'huge-page.acp.jsonl');
    await writeSyntheticRecording(file, FRAMES);
    const data = freshDataFolder(folder);
    try {
      await run(process.execPath, [CLI, 'import', file], { env: data.env });
      // The search index, which is otherwise written beside the measurements.
      const database = join(data.env['ACPTAP_HOME'] ?? '', 'acptap.db');
      await run(process.execPath, [join(dirname(CLI), 'indexer.js'), database], { env: data.env });
      const inspector = await startInspector(data.env);
      try {
        const plain = await samplesOf(browser, inspector.url, fewer(rounds), 1);
        const slowed = await samplesOf(browser, inspector.url, 1, 4);
        const search = await searchFigures(data.env, statSync(file).size / 1e9);
        return { figures: [...pageFigures('', plain, true), ...pageFigures(', 4 × slower', slowed, false), ...search] };
      } finally {
        await inspector.close();
      }
    } finally {
      await browser.close();
      data.remove();
    }
  },
};

async function samplesOf(browser: Browser, url: string, rounds: number, slower: number): Promise<readonly Sample[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const signIn = await context.newPage();
  await signIn.goto(url);
  await openOnlyRecording(signIn);
  const recording = url + new URL(signIn.url()).hash.slice(1);
  await signIn.close();
  const samples: Sample[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
    samples.push(await sampleOf(page, recording));
    await page.close();
  }
  await context.close();
  return samples;
}

async function sampleOf(page: Page, recording: string): Promise<Sample> {
  let began = performance.now();
  const passed = () => performance.now() - began;
  await page.goto(recording, { waitUntil: 'commit' });
  await page.waitForSelector(`${LIST} [data-seq]`, { state: 'attached' });
  const firstRows = passed();
  await page.waitForSelector('.strip-drawing path.strip-agent[d]', { state: 'attached' });
  const minimap = passed();
  await page.waitForTimeout(2000); // the page's own work after its first rows
  const last = await page.locator(LIST).getAttribute('aria-rowcount');
  began = performance.now();
  await page.keyboard.press('End');
  await page.waitForSelector(`${LIST} [aria-rowindex="${last}"][aria-busy="false"]`, { state: 'attached' });
  const end = passed();
  await page.keyboard.press('Home');
  await page.waitForSelector(`${LIST} [data-seq="0"]`, { state: 'attached' });
  const field = page.getByRole('combobox', { name: 'Filter' });
  await field.fill('method:session/prompt');
  began = performance.now();
  await field.press('Enter');
  while (!(await page.evaluate<boolean>(FILTERED))) await page.waitForTimeout(5);
  const filter = passed();
  await page.keyboard.press('Escape');
  return { firstRows, minimap, end, filter, heap: await (await probe(page)).heap() };
}

const FILTERED = `
(() => {
  const list = document.querySelector('${LIST}');
  const isAsked = decodeURIComponent(location.hash).includes('session/prompt');
  return isAsked && list.getAttribute('aria-busy') !== 'true' && list.querySelector('[data-place][aria-busy="false"]') !== null;
})()`;

function pageFigures(how: string, samples: readonly Sample[], isPromised: boolean): readonly Figure[] {
  const figure = (what: string, unit: 'ms' | 'MiB', pick: (of: Sample) => number, atMost: number) => {
    const promised: Promised | undefined = isPromised ? { atMost } : undefined;
    return alone(`${FRAMES} frames in the page${how}: ${what}`, unit, samples.map(pick), promised);
  };
  return [
    figure('first rows', 'ms', ({ firstRows }) => firstRows, 1000),
    figure('minimap', 'ms', ({ minimap }) => minimap, 1000),
    figure('jump to the end', 'ms', ({ end }) => end, 300),
    figure("a filter's first rows", 'ms', ({ filter }) => filter, 500),
    figure('heap', 'MiB', ({ heap }) => heap, 150),
  ];
}

/** Measures two searches with the index: for a word without a hit, and until the first hit of a frequent word. */
async function searchFigures(env: NodeJS.ProcessEnv, gigabytes: number): Promise<readonly Figure[]> {
  let began = performance.now();
  await run(process.execPath, [CLI, 'search', 'zzqxvw'], { env }).catch(() => {}); // 1: nothing found
  const nothing = (performance.now() - began) / gigabytes;
  began = performance.now();
  const search = spawn(process.execPath, [CLI, 'search', 'session/prompt'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(search.stdout, 'data');
  const first = performance.now() - began;
  search.kill();
  await ended(search);
  return [
    alone('search without a hit, for each GB of recordings', 'ms', [nothing], { atMost: 1000 }),
    alone('search: first hit, with the start of the command', 'ms', [first]),
  ];
}
