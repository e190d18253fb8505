import { parseFilter } from '#core/filter/parse.ts';
import { wordsOf, type Excerpt } from '#core/filter/search-excerpt.ts';
import { escapeRegExp } from '#core/redaction/escape-reg-exp.ts';
import { type EpochMs, type Seq, seqOf } from '#core/units.ts';
import type { Hit, RecordingHits, SearchState } from '../../state/recordings/search.ts';
import { renderRoute } from '../../state/page/route.ts';
import { formatCount, formatCounted } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toRecordingRow } from './recording-rows.ts';

/** Recordings that the status names, of those that the server could not read. */
const NAMED = 3;

/** A recording with hits. */
export interface FoundRow {
  readonly id: string;
  readonly title: string;
  /** Agent and client: recordings of one name may have several agents. */
  readonly subtitle: string;
  readonly started: string;
  readonly count: string;
  /** The address of the recording with the filter. */
  readonly all: string;
  /** The searched words. */
  readonly words: readonly string[];
  readonly hits: readonly HitRow[];
}

/** An entry that matches. */
export interface HitRow {
  readonly seq: Seq;
  readonly href: string;
  readonly of: 'client' | 'agent' | undefined;
  readonly name: string;
  readonly summary: string;
  readonly excerpt: Excerpt | undefined;
}

export function toFoundRow({ recording, hits, count }: RecordingHits, q: string, now: EpochMs): FoundRow {
  const { id, title, subtitle, started } = toRecordingRow(recording, now);
  const parsed = parseFilter(q);
  return {
    id,
    title,
    subtitle,
    started,
    count: formatCounted(count, 'hit'),
    all: renderRoute({ recording: id, q }),
    words: parsed.ok && parsed.filter ? wordsOf(parsed.filter) : [],
    hits: hits.map((hit) => toHitRow(hit, id)),
  };
}

function toHitRow({ row, excerpt }: Hit, recording: string): HitRow {
  const { from, method, kind, summary } = row;
  const seq = seqOf(row.seq);
  return {
    seq,
    href: renderRoute({ recording, seq }),
    of: from === 'client' || from === 'agent' ? from : undefined,
    name: toVisibleLine(method ?? (from === 'stderr' ? 'stderr' : kind)),
    summary: toVisibleLine(summary),
    excerpt: excerpt && {
      before: toVisibleLine(excerpt.before),
      found: toVisibleLine(excerpt.found),
      after: toVisibleLine(excerpt.after),
    },
  };
}

/** Splits a text at words, ignoring case. The pieces with an odd index are words. */
export function splitAtWords(text: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return [text];
  const longestFirst = words.toSorted((one, other) => other.length - one.length).map(escapeRegExp);
  return text.split(new RegExp(`(${longestFirst.join('|')})`, 'i'));
}

/**
 * `12 hits in 3 of 60 recordings`, `12 hits so far, 57 recordings to go…`, `100 hits in 100 of 120 recordings, 30 to go`.
 * `isOld`: what is typed now cannot be searched.
 */
export function toSearchStatus(state: SearchState, isOld = false): string {
  const { q, found, searched, total, status, failure, unread } = state;
  const hits = found.reduce((sum, { count }) => sum + count, 0);
  if (isOld) return `Hits of the search before, “${toVisibleLine(q)}”: ${formatCount(hits)}`;
  if (failure !== undefined) return failure;
  if (status === 'searching')
    return `${hits === 0 ? 'No hit' : formatCounted(hits, 'hit')} so far, ${formatCounted(total - searched, 'recording')} to go…`;
  const where = `${formatCount(found.length)} of ${formatCounted(searched, 'recording')}`;
  const result =
    hits === 0 ? `No hit in ${formatCounted(searched, 'recording')}` : `${formatCounted(hits, 'hit')} in ${where}`;
  const passed = unread.length === 0 ? '' : `. The server could not read ${toNames(unread)}`;
  const left = status === 'paused' ? `, ${formatCount(total - searched)} to go` : '';
  return `${result}${left}${passed}`;
}

/** `a, b, c and 4 more`. */
function toNames(all: readonly string[]): string {
  const names = all.slice(0, NAMED).map(toVisibleLine).join(', ');
  return all.length > NAMED ? `${names} and ${formatCount(all.length - NAMED)} more` : names;
}
