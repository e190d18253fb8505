import { AcptapError } from '#core/errors.ts';
import { excerptOf } from '#core/filter/search-excerpt.ts';
import { searchedText } from '#core/filter/searched-text.ts';
import type { EntryRow } from '#core/model/row.ts';
import { startIndexer } from '../../recorder/start-indexer.ts';
import { readQuery, explainUnmatched, type Query } from '../recordings/read-query.ts';
import { print, printAll, warn } from '../output/output.ts';
import { takeFirst } from '../recordings/read-ended-recording.ts';
import type { Recording } from '../recordings/recording.ts';
import { openRecording, openSettledStore } from '../recordings/find-recording.ts';
import { paintFor, type Paint } from '../render/paint.ts';
import {
  renderOtherRecordings,
  renderExcerpt,
  renderMatches,
  renderMore,
  renderRecordingLine,
} from '../render/search.ts';
import { renderRowJson } from '../render/show-json.ts';
import { LATE_FINDINGS_HEADLINE } from '../render/show-rows.ts';
import { renderRow } from '../render/show.ts';
import { storedRecording } from '../recordings/stored-recording.ts';
import { toJsonText } from '../render/json.ts';

export interface SearchOptions {
  readonly json?: boolean;
  /** Entries printed at most, of all recordings together; 0 for all. */
  readonly limit?: number;
}

/** Entries printed of each recording for people without `--limit`. Scripts get all. */
const ROWS = 20;

/** `search QUERY [REF…]`: matches in all or the named recordings, newest first. Exit code 1 without a match. */
export async function search(query: string, refs: readonly string[], options: SearchOptions): Promise<0 | 1> {
  if (query.trim() === '')
    throw new AcptapError('usage', 'search needs a query, for example: acptap search "not found"');
  const each = options.limit === undefined && !options.json ? ROWS : Infinity;
  let left = options.limit || Infinity;
  const filter = await readQuery(query);
  let searched = 0;
  let matches = 0;
  const elsewhere = { entries: 0, recordings: 0 };
  for await (const [ref, recording] of recordings(refs)) {
    if (left === 0 && options.json) break;
    searched++;
    if (left === 0) {
      const { size } = recording.matching(filter);
      elsewhere.entries += size;
      elsewhere.recordings += size > 0 ? 1 : 0;
      continue;
    }
    const limit = Math.min(each, left);
    const found = options.json
      ? await printJson(recording, filter, limit)
      : await printText(recording, filter, { limit, ref, words: query, isFirst: matches === 0 });
    matches += found;
    left -= Math.min(limit, found);
  }
  if (elsewhere.entries > 0) await print(renderOtherRecordings(elsewhere, query, refs));
  if (matches > 0) return 0;
  warn(
    `nothing matches ${query} in the ${searched === 1 ? 'recording that was' : `${searched} recordings that were`} searched${explainUnmatched(query)}`,
  );
  return 1;
}

async function* recordings(refs: readonly string[]): AsyncGenerator<readonly [ref: string, Recording]> {
  if (refs.length > 0) {
    for (const ref of refs) {
      const recording = await openRecording(ref);
      try {
        yield [ref, recording];
      } finally {
        recording.close();
      }
    }
    return;
  }
  const store = await openSettledStore();
  try {
    for (const found of store.read.recordings()) yield [found.summary.id, storedRecording(store, found)];
  } finally {
    startIndexer(store);
    store.close();
  }
}

interface Found {
  readonly limit: number;
  /** The REF of the recording for the command line. */
  readonly ref: string;
  /** The query as it was typed. */
  readonly words: string;
  readonly isFirst: boolean;
}

/** Prints matches for people. Returns their number, or a number above the limit if there are more matches. */
async function printText(recording: Recording, query: Query, { limit, ref, words, isFirst }: Found): Promise<number> {
  const reading = recording.read(query);
  const { matches, portions, summary } = reading;
  const paint = paintFor(process.stdout);
  const wasCounted = reading.isCounted();
  let above = isFirst ? '' : '\n';
  let isBegun = false;
  for (const rows of portions(limit)) {
    if (rows.length === 0) continue;
    if (!isBegun) above += renderRecordingLine(summary(), wasCounted ? matches() : undefined);
    await print(above + rows.map((row) => renderFound(row, recording, query, paint)).join(''));
    [above, isBegun] = ['', true];
  }
  if (!isBegun) return 0;
  const isCounted = reading.isCounted();
  const late = reading.late().map(({ row }) => renderRow(row, paint));
  const below = [
    ...(late.length > 0 ? [LATE_FINDINGS_HEADLINE, ...late] : []),
    isCounted && !wasCounted ? renderMatches(summary(), matches()) : '',
    matches() > limit ? renderMore(isCounted ? matches() - limit : undefined, ref, words) : '',
  ].join('');
  if (below !== '') await print(below);
  return matches();
}

function renderFound(row: EntryRow, { bytesAt }: Recording, { filter }: Query, paint: Paint): string {
  const excerpt = excerptOf(filter, searchedText(bytesAt(row.seq)), `${row.method ?? ''} ${row.summary}`);
  return renderRow(row, paint) + (excerpt ? renderExcerpt(excerpt, paint) : '');
}

/** Prints matches as `show --json` does, after the id of the recording. Returns their number. */
async function printJson({ header, matching, rows, bytesAt }: Recording, query: Query, limit: number): Promise<number> {
  const head = `{"recording":${toJsonText(header.id)},`;
  const seqs = matching(query);
  const lines = function* () {
    for (const row of rows(takeFirst(seqs, limit))) yield head + renderRowJson(row, bytesAt(row.seq)).slice(1);
  };
  await printAll(lines());
  return seqs.size;
}
