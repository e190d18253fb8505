import { globSync } from 'node:fs';
import { importToMemory } from '../proxy/cli/find-recording.ts';
import { renderReport } from '../proxy/cli/render/report-text.ts';
import { plain } from '../proxy/cli/render/paint.ts';
import { createRowPrinter } from '../proxy/cli/render/show-rows.ts';
import { renderHeader } from '../proxy/cli/render/show.ts';
import { catalogue } from '../proxy/core/rules/catalogue.ts';
import { endOf, judgeRecording } from '../proxy/core/rules/engine/judge-recording.ts';

/** All golden recordings, except those that no release can read. */
export const goldenRecordings = (): readonly string[] =>
  globSync('recordings/**/*.acp.jsonl')
    .filter((path) => !path.includes('from-the-future'))
    .toSorted();

export const expectedPath = (path: string): string => path.replace(/\.acp\.jsonl$/, '.expected.txt');

/** The output of `show` and `check` for a recording. */
export async function renderGolden(path: string): Promise<string> {
  const { store, no, summary } = await importToMemory(path);
  try {
    const judgement = judgeRecording(store.read.entries(no), catalogue, endOf(summary));
    const rows = store.read.rows(no, 0, summary.total);
    const row = (seq: number) => rows[seq];
    const findingsAt = (seq: number) => store.read.findingsAt(no, seq);
    const printRow = createRowPrinter('auto', { row, findingsAt, paint: plain, columns: undefined });
    const findings = renderReport({ ...judgement, ref: path, summary, rules: catalogue, row });
    return `${renderHeader(summary)}${rows.map(printRow).join('')}\n${findings}`;
  } finally {
    store.close();
  }
}
