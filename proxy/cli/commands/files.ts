import { eachFile } from '#core/files/each-file.ts';
import { createFileFold } from '#core/files/file-fold.ts';
import { toFilePath } from '#core/files/file-path.ts';
import { filesWindow, type Holds } from '#core/files/files-window.ts';
import { openRecording } from '../recordings/find-recording.ts';
import { printAll, warn } from '../output/output.ts';
import { explainUnmatched, readQuery } from '../recordings/read-query.ts';
import type { Recording } from '../recordings/recording.ts';
import { renderFile, renderFilesHead, renderFilesJson } from '../render/files.ts';
import { paintFor } from '../render/paint.ts';
import { renderHeader } from '../render/show.ts';

export interface FilesOptions {
  readonly filter?: string;
  readonly folder?: string;
  readonly json?: boolean;
}

/** `files REF`: the agent's reads and writes of each file. Exit code 1 if the filter or the folder leaves nothing. */
export async function files(ref: string, options: FilesOptions): Promise<0 | 1> {
  const { filter, folder } = options;
  const query = filter === undefined ? undefined : await readQuery(filter);
  const recording = await openRecording(ref);
  try {
    const matching = query && recording.matching(query);
    const holds = matching && ((seq: number) => matching.has(seq));
    const shown = await printFiles(recording, options, holds);
    if (shown > 0 || (filter === undefined && folder === undefined)) return 0;
    const asked = [filter ?? '', folder === undefined ? '' : `--folder ${folder}`].filter(Boolean).join(' ');
    warn(`no file matches ${asked}${filter === undefined ? '' : explainUnmatched(filter)}`);
    return 1;
  } finally {
    recording.close();
  }
}

/** Returns the number of files. */
async function printFiles(
  { header, summary, fileMessages, messageAt }: Recording,
  { folder: asked = '', json }: FilesOptions,
  holds: Holds | undefined,
): Promise<number> {
  const folder = asked === '' ? '' : toFilePath(asked, header.cwd);
  const fold = createFileFold();
  for (const message of fileMessages()) fold.apply(message);
  const window = filesWindow(fold, { folder, from: 0, count: Number.POSITIVE_INFINITY }, holds);
  const whole = eachFile(fold, window.files, messageAt, holds);
  await printAll(json ? renderFilesJson(header.id, window, whole) : text());
  return window.total;

  function* text() {
    yield renderHeader(summary()) + renderFilesHead(window);
    const isLive = summary().state === 'live';
    const output = { paint: paintFor(process.stdout), columns: process.stdout.columns, isLive };
    for (const file of whole) yield renderFile(file, output);
  }
}
