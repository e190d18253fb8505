import type { EntryRow } from '#core/contract/api.ts';
import { AcptapError } from '#core/errors.ts';
import { excerptOf } from '#core/filter/excerpt.ts';
import type { Filter } from '#core/filter/filter.ts';
import { textOf } from '#core/filter/text.ts';
import { readQuery, rowsOf, type Matching } from '../filtered.ts';
import { print, printAll, warn } from '../output.ts';
import { findRecording, openSettledStore, type Found } from '../recordings.ts';
import { paintFor } from '../render/paint.ts';
import { renderElsewhere, renderExcerpt, renderMore, renderRecordingLine } from '../render/search.ts';
import { renderRowJson } from '../render/show-json.ts';
import { renderRow } from '../render/show.ts';

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
    throw new AcptapError('usage', 'search wants something to look for: acptap search "not found"');
  const each = options.limit === undefined && !options.json ? ROWS : Infinity;
  let left = options.limit || Infinity;
  const { filter, matching } = await readQuery(query);
  let searched = 0;
  let matches = 0;
  const elsewhere = { entries: 0, recordings: 0 };
  for await (const found of recordings(refs)) {
    if (left === 0 && options.json) break;
    searched++;
    const seqs = matching(found);
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
        ? jsonLines(found, firstOf(seqs, limit))
        : textLines(found, { seqs, limit, filter, query, isFirst: matches === seqs.size }),
    );
  }
  if (elsewhere.entries > 0) await print(renderElsewhere(elsewhere, query));
  if (matches > 0) return 0;
  warn(
    `nothing matches ${query} in the ${searched === 1 ? 'recording that was' : `${searched} recordings that were`} searched`,
  );
  return 1;
}

async function* recordings(refs: readonly string[]): AsyncGenerator<Found> {
  if (refs.length > 0) {
    for (const ref of refs) {
      const found = await findRecording(ref);
      try {
        yield found;
      } finally {
        found.store.close();
      }
    }
    return;
  }
  const store = await openSettledStore();
  try {
    for (const recording of store.read.recordings()) yield { store, ...recording };
  } finally {
    store.close();
  }
}

const firstOf = (seqs: ReadonlySet<number>, limit: number): ReadonlySet<number> =>
  seqs.size <= limit ? seqs : new Set([...seqs].slice(0, limit));

interface Hits {
  readonly seqs: Awaited<ReturnType<Matching>>;
  readonly limit: number;
  readonly filter: Filter;
  readonly query: string;
  readonly isFirst: boolean;
}

function* textLines(found: Found, { seqs, limit, filter, query, isFirst }: Hits): Generator<string> {
  const paint = paintFor(process.stdout);
  yield `${isFirst ? '' : '\n'}${renderRecordingLine(found.summary, seqs.size)}`;
  for (const row of rowsOf(found, firstOf(seqs, limit))) {
    yield renderRow(row, paint);
    const excerpt = excerptOf(filter, textOf(bytesOf(found, row)), `${row.method ?? ''} ${row.summary}`);
    if (excerpt) yield renderExcerpt(excerpt, paint);
  }
  if (seqs.size > limit) yield renderMore(seqs.size - limit, found.summary.id, query);
}

/** As `show --json` has them, after the id of the recording. */
function* jsonLines(found: Found, seqs: ReadonlySet<number>): Generator<string> {
  const head = `{"recording":${JSON.stringify(found.summary.id)},`;
  for (const row of rowsOf(found, seqs)) yield head + renderRowJson(row, bytesOf(found, row)).slice(1);
}

const bytesOf = ({ store, no }: Found, { seq }: EntryRow) => store.read.entryBytes(no, seq) ?? new Uint8Array();
