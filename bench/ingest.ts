import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fewer, type Bench } from './benchmark.ts';
import { freshDataFolder } from './data-folder.ts';
import { alone, median } from './figures.ts';
import { importStages, spoolStages, writeSpool, type Stages } from './ingest-stages.ts';
import { CLI } from './programs.ts';
import { writeSyntheticRecording } from './synthetic-recording.ts';

const FRAMES = 200_000;

export const ingest: Bench = {
  name: 'ingest',
  summary: 'a recording of 200,000 frames into the database: decoded, folded, judged and stored',
  async run({ folder, rounds, progress }) {
    const file = join(folder, 'synthetic.acp.jsonl');
    const { wireBytes } = await writeSyntheticRecording(file, FRAMES);
    const samples: { readonly perSecond: number; readonly size: number }[] = [];
    const spool = join(folder, 'synthetic.spool');
    await writeSpool(spool, file);
    const stages = { import: [] as Stages[], 'spool → database': [] as Stages[] };
    for (let round = 0; round < fewer(rounds); round += 1) {
      progress(`  round ${round + 1} of ${fewer(rounds)}`);
      samples.push(await importInto(folder, file, wireBytes));
      stages.import.push(await importStages(file, folder));
      stages['spool → database'].push(await spoolStages(spool, folder));
    }
    const figure = (what: string, unit: '/s' | '×', pick: (sample: (typeof samples)[number]) => number) =>
      alone(what, unit, samples.map(pick), unit === '×' ? { atMost: 1.5 } : undefined);
    return {
      figures: [
        figure('import of 200,000 frames, with its start-up', '/s', ({ perSecond }) => perSecond),
        figure('database ÷ bytes that passed, indices included', '×', ({ size }) => size),
      ],
      table: [
        ['200,000 frames', ...STAGES, 'all', 'frames/s'],
        ...Object.entries(stages).map(([what, rows]) => [what, ...stageCells(rows)]),
      ],
    };
  },
};

const STAGES = ['decode', 'fold', 'rules', 'rows', 'commit'] as const satisfies readonly (keyof Stages)[];

/** Medians, each with its share of the total. */
function stageCells(samples: readonly Stages[]): readonly string[] {
  const parts = STAGES.map((stage) => median(samples.map((sample) => sample[stage])));
  const all = parts.reduce((sum, ms) => sum + ms, 0);
  return [
    ...parts.map((ms) => `${(ms / 1000).toFixed(2)} s, ${Math.round((100 * ms) / all)} %`),
    `${(all / 1000).toFixed(2)} s`,
    `${(FRAMES / all).toFixed(1)} k/s`,
  ];
}

async function importInto(folder: string, file: string, wireBytes: number) {
  const data = freshDataFolder(folder);
  try {
    const began = performance.now();
    await promisify(execFile)(process.execPath, [CLI, 'import', file], { env: data.env });
    const seconds = (performance.now() - began) / 1000;
    const { client, agent } = await data.recorded();
    if (client + agent !== FRAMES) throw new Error(`${client + agent} of ${FRAMES} frames were imported`);
    return { perSecond: FRAMES / seconds, size: data.databaseBytes((path) => statSync(path).size) / wireBytes };
  } finally {
    data.remove();
  }
}
