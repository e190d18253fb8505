import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fewer, type Bench } from './benchmark.ts';
import { freshDataFolder } from './data-folder.ts';
import { alone } from './figures.ts';
import { CLI } from './programs.ts';
import { writeSyntheticRecording } from './synthetic-recording.ts';

const FRAMES = 200_000;

export const ingest: Bench = {
  name: 'ingest',
  summary: 'a recording of 200,000 frames into the database: decoded, folded, judged and stored',
  async run({ folder, rounds }) {
    const file = join(folder, 'synthetic.acp.jsonl');
    const { wireBytes } = await writeSyntheticRecording(file, FRAMES);
    const samples: { readonly perSecond: number; readonly size: number }[] = [];
    for (let round = 0; round < fewer(rounds); round += 1) samples.push(await importInto(folder, file, wireBytes));
    const figure = (what: string, unit: '/s' | '×', pick: (sample: (typeof samples)[number]) => number) =>
      alone(what, unit, samples.map(pick), unit === '×' ? { atMost: 1.5 } : undefined);
    return {
      figures: [
        figure('import of 200,000 frames, with its start-up', '/s', ({ perSecond }) => perSecond),
        figure('database ÷ bytes that passed, indices included', '×', ({ size }) => size),
      ],
    };
  },
};

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
