import { createStatsAndInfo } from '#core/info/stats-and-info.ts';
import type { EntryRow } from '#core/model/row.ts';
import { endOf, judgeRecording } from '#core/rules/engine/judge-recording.ts';
import type { StoredRecording } from '../store/read.ts';
import type { Store } from '../store/store.ts';
import { readEndedRecording } from './read-ended-recording.ts';
import { counted, type Progress } from './progress.ts';
import type { Recording } from './recording.ts';

/** Rows read at a time. */
const WINDOW = 500;

/** A recording of a database. `close` closes the database. */
export function storedRecording(
  store: Store,
  { no, summary }: StoredRecording,
  progress: Progress = () => {},
): Recording {
  const entries = () => counted(store.read.entries(no), summary.total, progress);
  const row = (seq: number) => store.read.rows(no, seq, 1)[0];

  function* rows(seqs?: ReadonlySet<number>): Generator<EntryRow> {
    for (let from = 0; from < summary.total; from += WINDOW) {
      const count = Math.min(WINDOW, summary.total - from);
      if (seqs && !hasAny(seqs, from, count)) continue;
      for (const each of store.read.rows(no, from, count)) if (!seqs || seqs.has(each.seq)) yield each;
    }
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
    matching({ filter, compile }) {
      store.filter.useRegexes(compile);
      return new Set(store.filter.matching(no, filter));
    },
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
  return { ...answers, read: (query) => readEndedRecording(answers, query) };
}

function hasAny(seqs: ReadonlySet<number>, from: number, count: number): boolean {
  for (let seq = from; seq < from + count; seq++) if (seqs.has(seq)) return true;
  return false;
}
