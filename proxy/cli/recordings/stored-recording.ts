import { createStatsAndInfo } from '#core/info/stats-and-info.ts';
import type { EntryRow } from '#core/model/row.ts';
import { endOf, judgeRecording } from '#core/rules/engine/judge-recording.ts';
import type { StoredRecording } from '../../store/read/read.ts';
import type { Store } from '../../store/store.ts';
import { readEndedRecording } from './read-ended-recording.ts';
import { counted, type Progress } from '../output/progress.ts';
import type { Query } from './read-query.ts';
import type { MatchingEntries, Recording } from './recording.ts';

/** Matches in recordings of up to so many entries are counted before the first row. */
const COUNTED_FIRST = 50_000;

/** Rows read at a time. */
const WINDOW = 500;

/** A recording of a database. `close` closes the database. */
export function storedRecording(
  store: Store,
  { no, summary }: StoredRecording,
  progress: Progress = () => {},
  countedFirst = COUNTED_FIRST,
): Recording {
  const entries = () => counted(store.read.entries(no), summary.total, progress);
  const row = (seq: number) => store.read.rows(no, seq, 1)[0];

  function* rows(seqs?: ReadonlySet<number>, first = 0, end = summary.total): Generator<EntryRow> {
    for (let from = first; from < end; from += WINDOW) {
      const count = Math.min(WINDOW, end - from);
      if (seqs && !hasAny(seqs, from, count)) continue;
      for (const each of store.read.rows(no, from, count)) if (!seqs || seqs.has(each.seq)) yield each;
    }
  }

  function matchingParts({ filter, compile }: Query): Iterable<readonly number[]> {
    store.filter.useRegexes(compile);
    return store.filter.matchingParts(no, filter);
  }

  /** Reads a long recording part by part: the first rows come before all matches are counted. */
  function readParts(query: Query): MatchingEntries {
    let matches = 0;
    let isOver = false;
    return {
      *portions(limit = Infinity) {
        for (const seqs of matchingParts(query)) {
          const wanted = seqs.slice(0, Math.max(limit - matches, 0));
          matches += seqs.length;
          if (wanted.length > 0) yield [...rows(new Set(wanted), wanted[0], (wanted.at(-1) ?? 0) + 1)];
          if (matches > limit) return;
        }
        isOver = true;
      },
      matches: () => matches,
      isWhole: () => true,
      isCounted: () => isOver,
      summary: () => summary,
      row,
      findingsAt: answers.findingsAt,
      late: () => [],
    };
  }

  const answers: Omit<Recording, 'read'> = {
    header: store.read.header(no),
    summary: () => summary,
    entries,
    entryAt: (seq) => store.read.entry(no, seq),
    rows,
    row,
    findingsAt: (seq) => store.read.findingsAt(no, seq),
    bytesAt: (seq) => store.read.entryBytes(no, seq) ?? new Uint8Array(),
    raw: (stream) => store.read.bytes(no, stream),
    rawAt: (seq) => store.read.rawBytes(no, seq) ?? [],
    matching: (query) => new Set([...matchingParts(query)].flat()),
    *fileMessages() {
      for (const { messages } of store.read.fileMessages.from(no, 0)) yield* messages;
    },
    messageAt: (seq) => store.read.fileMessages.at(no, seq),
    stats() {
      const kept = store.read.storedStats(no)?.stats;
      if (kept) return kept;
      const folded = createStatsAndInfo(); // the recording is live, or was imported by an earlier release
      for (const entry of store.read.entries(no)) folded.apply(entry);
      return folded.stats();
    },
    judge: (rules) => ({ ...judgeRecording(entries(), rules, endOf(summary)), summary, row }),
    close: () => store.close(),
  };
  return {
    ...answers,
    read: (query) => (query && summary.total > countedFirst ? readParts(query) : readEndedRecording(answers, query)),
  };
}

function hasAny(seqs: ReadonlySet<number>, from: number, count: number): boolean {
  for (let seq = from; seq < from + count; seq++) if (seqs.has(seq)) return true;
  return false;
}
