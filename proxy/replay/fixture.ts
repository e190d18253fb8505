import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AcptapError } from '#core/errors.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import type { FixtureOptions } from './model/play-options.ts';
import { fixtureOptions } from './options.ts';
import { loadRecordingFile } from './playbook/read-recording.ts';
import { explainAwait } from './watch-await.ts';

/** A recording file, loaded and checked. `replayAgent` plays it as its header says. */
export interface Fixture {
  readonly id: string;
  /** The path as given; of a URL, the path from the current folder. */
  readonly file: string;
  readonly header: RecordingHeader;
  readonly entries: readonly Entry[];
  /** Options from the member `replay` of the header. Options that a test passes have priority. */
  readonly options: FixtureOptions;
}

/**
 * Loads a recording to play in a test: a path from the current folder, or a URL
 * (`new URL('./greets.acp.jsonl', import.meta.url)`).
 * @throws {AcptapError} `file-unusable`, `not-a-recording`, `newer-format`: the message names file, line and error.
 */
export function fixture(path: string | URL): Promise<Fixture> {
  return explainAwait(load(path), 'fixture(…)', ['id', 'file', 'header', 'entries', 'options']);
}

async function load(path: string | URL): Promise<Fixture> {
  const file = path instanceof URL ? relative(process.cwd(), fileURLToPath(path)) : path;
  const { header, entries } = await loadRecordingFile(file);
  if (!entries.some((entry) => entry.kind === 'frame' && entry.from === 'agent'))
    throw new AcptapError('not-a-recording', `${file}: its agent says nothing, so there is nothing to play`);
  try {
    return { id: header.id, file, header, entries, options: fixtureOptions(header) };
  } catch (cause) {
    if (!(cause instanceof AcptapError)) throw cause;
    throw new AcptapError(cause.code, `${file}: ${cause.message}`, { cause });
  }
}
