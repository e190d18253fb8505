import * as z from 'zod';
import { AcptapError } from '#core/errors.ts';
import { excerptOf } from '#core/filter/search-excerpt.ts';
import { withoutLineEnd } from '#core/filter/searched-text.ts';
import { parseFilter } from '#core/filter/parse.ts';
import type { TimelineRow } from '#core/contract/timeline.ts';
import type { RecordingQueries } from '#core/queries/recording-queries.ts';
import { TooLargeRecordingError } from '../redacted-recordings.ts';
import { cut, MAX_ANSWER, toText } from '../bounds.ts';
import { cursor, defineTool, limit, type Asked } from '../tool.ts';
import { wanted } from '../wanted.ts';
import { toLine } from './show-entries.ts';

/**
 * The most recordings read for one answer, because each is redacted first. Counts those without a match, too: otherwise
 * the count would reveal something about secrets.
 */
const MAX_RECORDINGS = 8;

/** Entries after which no other recording is read for one answer: a few seconds. */
const MAX_ENTRIES = 20_000;

export const search = defineTool({
  name: 'search',
  title: 'Search all recordings',
  description:
    'Finds entries in all recordings, the newest first, by the same filters as show_entries: "permission denied", method:session/cancel, kind:error from:agent. Each match has its recording, its line and the place of the words. One call reads a few recordings: continue while there is a nextCursor, even without matches.',
  input: z.strictObject({
    query: z.string().min(1).max(2000).describe('words or a filter'),
    limit: limit(100, 20),
    cursor,
  }),
  async answer({ query, limit: count, cursor: text }, asked) {
    const ids = asked.recordings.ids();
    const start = placeOf(text, ids);
    const matches: unknown[] = [];
    const notSearched: string[] = [];
    let read = 0;
    let entries = 0;
    let size = 0;
    const answer = (nextCursor: string) => ({
      matches,
      ...(notSearched.length > 0 ? { notSearched } : {}),
      nextCursor,
    });
    for (let index = start.index; index < ids.length; index++) {
      const id = ids[index] ?? '';
      if (read === MAX_RECORDINGS || entries > MAX_ENTRIES) return answer(`${id} 0`);
      read += 1;
      const from = index === start.index ? start.from : 0;
      const found = await rowsOf(id, query, { from, count: count - matches.length }, asked).catch(toReason);
      if (typeof found === 'string') {
        notSearched.push(found);
        continue;
      }
      entries += found.total;
      for (const [offset, row] of found.rows.entries()) {
        const match = cut({ recording: id, ...toLine(row), excerpt: excerptIn(query, row, found.queries) });
        size += toText(match).length;
        if (matches.length === count || (size > MAX_ANSWER && matches.length > 0))
          return answer(`${id} ${from + offset}`);
        matches.push(match);
      }
    }
    return { matches, ...(notSearched.length > 0 ? { notSearched } : {}), searched: ids.length - notSearched.length };
  },
});

/** Returns why a recording is left out: it is too large, or was removed. @throws other errors. */
function toReason(cause: unknown): string {
  if (cause instanceof TooLargeRecordingError) return cause.message;
  if (cause instanceof AcptapError && cause.code === 'recording-not-found') return cause.message;
  throw cause;
}

/** Reads one row more than `count`, to know whether a cursor is needed. */
async function rowsOf(
  id: string,
  q: string,
  { from, count }: { readonly from: number; readonly count: number },
  { recordings, isWanted }: Asked,
) {
  const { queries, summary } = await recordings.find(id, isWanted);
  const query = { view: 'raw', q, opened: [], collapsed: [], at: { from }, count: count + 1 } as const;
  return { queries, total: summary.total, rows: wanted(await queries.rows(query, isWanted)).rows };
}

function excerptIn(query: string, { seq, method, summary }: TimelineRow, { entry }: RecordingQueries) {
  const parsed = parseFilter(query);
  const text = withoutLineEnd(entry(seq)?.text ?? '');
  const found = parsed.ok ? excerptOf(parsed.filter, text, `${method ?? ''} ${summary}`) : undefined;
  return found ? `${found.before}${found.found}${found.after}` : null;
}

/** The place of a cursor: a recording, and a match in it. */
function placeOf(text: string | undefined, ids: readonly string[]): { readonly index: number; readonly from: number } {
  if (text === undefined) return { index: 0, from: 0 };
  const [id = '', from = ''] = text.split(' ');
  const index = ids.indexOf(id);
  if (index === -1 || !/^\d{1,10}$/.test(from))
    throw new AcptapError('usage', 'this cursor leads nowhere, or its recording was removed: search again without it');
  return { index, from: Number(from) };
}
