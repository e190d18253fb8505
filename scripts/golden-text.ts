import { globSync } from 'node:fs';
import { importToMemory } from '../proxy/cli/recordings/find-recording.ts';
import { renderFile, renderFilesHead } from '../proxy/cli/render/files.ts';
import { renderReport } from '../proxy/cli/render/report-text.ts';
import { plain } from '../proxy/cli/render/paint.ts';
import { createRowPrinter } from '../proxy/cli/render/show-rows.ts';
import { renderHeader } from '../proxy/cli/render/show.ts';
import { eachFile } from '../proxy/core/files/each-file.ts';
import { createFileFold } from '../proxy/core/files/file-fold.ts';
import { filesWindow } from '../proxy/core/files/files-window.ts';
import { catalogue } from '../proxy/core/rules/catalogue.ts';
import { endOf, judgeRecording } from '../proxy/core/rules/engine/judge-recording.ts';

/** All golden recordings, except those that no release can read. */
export const goldenRecordings = (): readonly string[] =>
  globSync('recordings/**/*.acp.jsonl')
    .filter((path) => !path.includes('from-the-future'))
    .toSorted();

export const expectedPath = (path: string): string => path.replace(/\.acp\.jsonl$/, '.expected.txt');

/** The output of `show`, `check` and, if the agent did something with files, `files` for a recording. */
export async function renderGolden(path: string): Promise<string> {
  const { store, no, summary } = await importToMemory(path);
  try {
    const judgement = judgeRecording(store.read.entries(no), catalogue, endOf(summary));
    const rows = store.read.rows(no, 0, summary.total);
    const row = (seq: number) => rows[seq];
    const findingsAt = (seq: number) => store.read.findingsAt(no, seq);
    const printRow = createRowPrinter('auto', { row, findingsAt, paint: plain, columns: undefined });
    const findings = renderReport({ ...judgement, ref: path, summary, rules: catalogue, row });
    const fold = createFileFold();
    for (const { messages } of store.read.fileMessages.from(no, 0)) for (const message of messages) fold.apply(message);
    const window = filesWindow(fold, { folder: '', from: 0, count: rows.length });
    const whole = Array.from(eachFile(fold, window.files, (seq) => store.read.fileMessages.at(no, seq)));
    const files = window.total === 0 ? [] : ['\n', renderFilesHead(window), ...whole.map((file) => renderFile(file))];
    return `${renderHeader(summary)}${rows.map(printRow).join('')}\n${findings}${files.join('')}`;
  } finally {
    store.close();
  }
}
