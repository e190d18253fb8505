import { AcptapError } from '#core/errors.ts';
import { excerptOf } from '#core/filter/excerpt.ts';
import type { Filter } from '#core/filter/filter.ts';
import { textOf } from '#core/filter/text.ts';
import { readQuery, sayUnmatched } from '../filtered.ts';
import { print, printAll, warn } from '../output.ts';
import type { Recording } from '../recording.ts';
import { openRecording, openSettledStore } from '../recordings.ts';
import { paintFor } from '../render/paint.ts';
import { renderElsewhere, renderExcerpt, renderMore, renderRecordingLine } from '../render/search.ts';
import { renderRowJson } from '../render/show-json.ts';
import { renderRow } from '../render/show.ts';
import { storedRecording } from '../stored-recording.ts';

export interface SearchOptions {
  readonly json?: boolean;
  /** Entries printed at most, of all recordings together; 0 for all. */
  readonly limit?: number;
}

/** Entries printed of one recording, for people who name no limit. Scripts get everything. */
const ROWS = 20;

/** `search QUERY [REF…]`: what matches in all recordings, the newest first, or in those named. 1 when nothing does. */
export async function search(query: string, refs: readonly string[], options: SearchOptions): Promise<0 | 1> {
  if (query.trim() === '')
    throw new AcptapError('usage', 'search needs a query, for example: acptap search "not found"');
  const each = options.limit === undefined && !options.json ? ROWS : Infinity;
  let left = options.limit || Infinity;
  const { filter, matching } = await readQuery(query);
  let searched = 0;
  let matches = 0;
  const elsewhere = { entries: 0, recordings: 0 };
  for await (const recording of recordings(refs)) {
    if (left === 0 && options.json) break;
    searched++;
    const seqs = matching(recording);
    if (seqs.size === 0) continue;
    matches += seqs.size;
    if (left === 0) {
      elsewhere.entries += seqs.size;
      elsewhere.recordings += 1;
      continue;
    }
    const limit = Math.min(each, left);
    left -= Math.min(limit, seqs.size);
    await printAll(
      options.json
        ? jsonLines(recording, firstOf(seqs, limit))
        : textLines(recording, { seqs, limit, filter, query, isFirst: matches === seqs.size }),
    );
  }
  if (elsewhere.entries > 0) await print(renderElsewhere(elsewhere, query, refs));
  if (matches > 0) return 0;
  warn(
    `nothing matches ${query} in the ${searched === 1 ? 'recording that was' : `${searched} recordings that were`} searched${sayUnmatched(query)}`,
  );
  return 1;
}

async function* recordings(refs: readonly string[]): AsyncGenerator<Recording> {
  if (refs.length > 0) {
    for (const ref of refs) {
      const recording = await openRecording(ref);
      try {
        yield recording;
      } finally {
        recording.close();
      }
    }
    return;
  }
  const store = await openSettledStore();
  try {
    for (const found of store.read.recordings()) yield storedRecording(store, found);
  } finally {
    store.close();
  }
}

const firstOf = (seqs: ReadonlySet<number>, limit: number): ReadonlySet<number> =>
  seqs.size <= limit ? seqs : new Set([...seqs].slice(0, limit));

interface Hits {
  readonly seqs: ReadonlySet<number>;
  readonly limit: number;
  readonly filter: Filter;
  readonly query: string;
  readonly isFirst: boolean;
}

function* textLines(recording: Recording, { seqs, limit, filter, query, isFirst }: Hits): Generator<string> {
  const paint = paintFor(process.stdout);
  const summary = recording.summary();
  yield `${isFirst ? '' : '\n'}${renderRecordingLine(summary, seqs.size)}`;
  for (const row of recording.rows(firstOf(seqs, limit))) {
    yield renderRow(row, paint);
    const excerpt = excerptOf(filter, textOf(recording.bytesAt(row.seq)), `${row.method ?? ''} ${row.summary}`);
    if (excerpt) yield renderExcerpt(excerpt, paint);
  }
  if (seqs.size > limit) yield renderMore(seqs.size - limit, summary.id, query);
}

/** As `show --json` has them, after the id of the recording. */
function* jsonLines({ header, rows, bytesAt }: Recording, seqs: ReadonlySet<number>): Generator<string> {
  const head = `{"recording":${JSON.stringify(header.id)},`;
  for (const row of rows(seqs)) yield head + renderRowJson(row, bytesAt(row.seq)).slice(1);
}
