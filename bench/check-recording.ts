import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { catalogue } from '../proxy/core/rules/catalogue.ts';
import { createJudge } from '../proxy/core/rules/engine/judge.ts';
import { createTrace } from '../proxy/core/trace/trace.ts';
import type { Entry } from '../proxy/core/wire/entry.ts';
import { readRecordingFile } from '../proxy/replay/playbook/read-recording.ts';
import { fewer, type Bench } from './benchmark.ts';
import { alone, median, type Promised } from './figures.ts';
import { writeSyntheticRecording } from './synthetic-recording.ts';

const FRAMES = 1_000_000;
const TENTH = FRAMES / 10;

/** The cost of one tenth of the recording. */
interface Tenth {
  readonly ms: number;
  /** The median time of its batches, in ms: other programs disturb only a few of them. */
  readonly batch: number;
  /** Bytes of heap after this tenth and a garbage collection. */
  readonly heap: number;
}

export const judge: Bench = {
  name: 'judge',
  summary: '1 M entries decoded, folded and judged by every rule, in process',
  async run({ folder, rounds, progress }) {
    const file = join(folder, 'judged.acp.jsonl');
    await writeSyntheticRecording(file, FRAMES);
    await judgeSome(file, TENTH); // warm-up, so that the first tenth runs compiled code
    const samples: (readonly Tenth[])[] = [];
    for (let round = 0; round < fewer(rounds); round += 1) {
      progress(`  round ${round + 1} of ${fewer(rounds)}`);
      samples.push(await judgeSome(file, FRAMES));
    }
    const figure = (what: string, unit: '/s' | '×' | 'MiB', of: (tenths: Sample) => number, promised?: Promised) =>
      alone(
        what,
        unit,
        samples.map((tenths) => of(sampleOf(tenths))),
        promised,
      );
    return {
      figures: [
        figure('entries judged, every rule on', '/s', ({ ms }) => (FRAMES / ms) * 1000, { atLeast: 50_000 }),
        figure('judging the last tenth ÷ the first', '×', ({ first, last }) => last.batch / first.batch, {
          atMost: 1.25,
        }),
        figure(
          'heap after the last tenth − after the first',
          'MiB',
          ({ first, last }) => (last.heap - first.heap) / 2 ** 20,
          { atMost: 4 },
        ),
      ],
    };
  },
};

interface Sample {
  readonly first: Tenth;
  readonly last: Tenth;
  readonly ms: number;
}

function sampleOf(tenths: readonly Tenth[]): Sample {
  const [first] = tenths;
  const last = tenths.at(-1);
  if (!first || !last || tenths.length !== 10) throw new Error(`${tenths.length} tenths were judged`);
  return { first, last, ms: tenths.reduce((sum, { ms }) => sum + ms, 0) };
}

/** Reads the file between the measurements, batch by batch. */
async function judgeSome(file: string, frames: number): Promise<readonly Tenth[]> {
  const trace = createTrace();
  const judging = createJudge(catalogue);
  const tenths: Tenth[] = [];
  let batch: Entry[] = [];
  let costs: number[] = [];
  let seen = 0;
  let findings = 0;

  const { entries } = await readRecordingFile(file);
  for await (const entry of entries) {
    batch.push(entry);
    seen += 1;
    if (batch.length < 1000) continue;
    const began = performance.now();
    for (const each of batch) findings += judging.apply(trace.apply(each), trace).length;
    costs.push(performance.now() - began);
    batch = [];
    if (seen % TENTH !== 0) continue;
    tenths.push({ ms: costs.reduce((sum, cost) => sum + cost), batch: median(costs), heap: heapInUse() });
    costs = [];
    if (seen === frames) break;
  }
  if (findings > 0) throw new Error(`${findings} findings in a recording that has none`);
  return tenths;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // exposed by the flag

function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
