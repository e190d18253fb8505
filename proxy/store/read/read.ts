import { toEntryDetail, toFindingDetail } from '#core/fold/entry-detail.ts';
import type { StoredStats } from '#core/info/stored-stats.ts';
import type { FindingDetail, Grade } from '#core/model/finding.ts';
import type { Info } from '#core/model/info.ts';
import type { RecordingState, RecordingSummary } from '#core/model/recording-summary.ts';
import type { EntryDetail, EntryRow } from '#core/model/row.ts';
import type { Stats } from '#core/model/stats.ts';
import { missingBytes } from '#core/recording/missing-bytes.ts';
import { elapsedUs, epochMs, seqOf } from '#core/units.ts';
import type { Cut, Entry, RecordingHeader, Sent, Side, Stream } from '#core/wire/entry.ts';
import type { Exit } from '#core/wire/exit.ts';
import { createConversationReader } from './conversation-reader.ts';
import { createDeliveryReader } from '../tables/deliveries.ts';
import { eventOf } from '../tables/event-entry.ts';
import { createFileMessageReader } from './file-messages.ts';
import { createFrameFinder } from './frame-at.ts';
import { createLargeFrameReader } from '../tables/large-frames.ts';
import type { Connection } from '../connection/open.ts';
import { keyRange, ORIGINS, entryKey, seqOfKey } from '../connection/entry-key.ts';
import { createPrunableReader } from './prunable.ts';
import { createRunFactsReader } from './run-facts.ts';
import { createRowReader } from './row-reader.ts';
import { selectSummaries, toSummary, type SummaryRecord } from './summaries.ts';
import { createTimelineReader } from './timeline-reader.ts';
import { createValueReader } from './value-reader.ts';

interface EntryRecord {
  readonly place: number;
  readonly at: number;
  readonly origin: number;
  readonly bytes: Uint8Array;
  readonly extra: string | null;
}

interface FindingRecord {
  readonly no: number;
  readonly seq: number;
  readonly rule: string;
  readonly grade: Grade;
  readonly side: Side;
  readonly message: string;
  readonly expected: string | null;
  readonly seen: string | null;
  readonly pointer: string | null;
  readonly related: string;
}

/** A stored recording: `no` is its key for the other methods. */
export interface StoredRecording {
  readonly no: number;
  readonly summary: RecordingSummary;
}

/** A prompt turn; `started` and `ended` are the entries that begin and end it. */
export interface StoredTurn {
  readonly number: number;
  readonly session: string;
  readonly started: number;
  readonly ended: number | null;
  readonly outcome: string | null;
}

/** The most entries, or about as many bytes, read at a time when a whole recording is read. */
const WALK = 500;
const WALK_BYTES = 1024 * 1024;

/** Reads recordings. Prepares every statement once; the casts give the types of its columns. */
export function createReader(connection: Connection) {
  const all = connection.prepare(selectSummaries());
  const one = connection.prepare(selectSummaries('r.no = ?'));
  const byRef = connection.prepare(
    selectSummaries(`r.id = @ref OR coalesce(r.given_name, r.name) = @ref OR substr(r.id, 1, length(@ref)) = @ref`),
  );
  const rows = createRowReader(connection);
  const large = createLargeFrameReader(connection);
  const deliveries = createDeliveryReader(connection);
  const findingsOf = connection.prepare(`SELECT * FROM finding WHERE recording = ? ORDER BY seq, no`);
  const findingsAt = connection.prepare(`SELECT * FROM finding WHERE recording = ? AND seq = ? ORDER BY no`);
  const entriesBetween = connection.prepare(
    `SELECT place, at, origin, bytes, extra FROM entry WHERE place BETWEEN ? AND ? ORDER BY place LIMIT ?`,
  );
  const entryAt = connection.prepare(`SELECT place, at, origin, bytes, extra FROM entry WHERE place = ?`);
  const headerOf = connection.prepare(
    `SELECT id, name, given_name, comments, started_at, command, cwd, redacted, extra FROM recording WHERE no = ?`,
  );
  const judgedBefore = connection.prepare(`
    SELECT r.no FROM recording r JOIN digest d ON d.recording = r.no WHERE d.rule_set < ? AND r.state <> 'live'`);
  const unfolded = connection.prepare(`
    SELECT no, state, exit FROM recording
    WHERE importer IS NULL AND NOT EXISTS (SELECT 1 FROM digest WHERE digest.recording = recording.no)`);
  const selectStats = connection.prepare(`SELECT stats, info FROM figures WHERE recording = ?`);
  const liveRecordings = connection.prepare(
    `SELECT id, no, recorder FROM recording WHERE state = 'live' AND importer IS NULL`,
  );
  const imports = connection.prepare(`SELECT id, no, importer FROM recording WHERE importer IS NOT NULL`);
  const turnsOf = connection.prepare(
    `SELECT number, session, started, ended, outcome FROM turn WHERE recording = ? ORDER BY number`,
  );
  const ingestion = connection.prepare(`SELECT state, ingested, recorder FROM recording WHERE id = ?`);

  const summary = (no: number): RecordingSummary | undefined => {
    const record = one.get(no) as SummaryRecord | undefined;
    return record && toSummary(record);
  };

  function* entries(no: number, from = 0): Generator<Entry> {
    let count = 16;
    for (let next = from; ;) {
      const records = entriesBetween.all(...keyRange(no, next), count) as EntryRecord[];
      const last = records.at(-1);
      if (!last) return;
      const bytes = records.reduce((sum, record) => sum + record.bytes.length, 0);
      count = Math.max(1, Math.min(WALK, Math.floor((records.length * WALK_BYTES) / Math.max(1, bytes))));
      const end = seqOfKey(last.place);
      const cuts = large.cutsBetween(no, next, end);
      const sent = deliveries.between(no, next, end);
      for (const record of records) {
        const seq = seqOfKey(record.place);
        yield toEntry(record, cuts.get(seq), sent.get(seq));
      }
      next = end + 1;
    }
  }

  const recordAt = (no: number, seq: number) => entryAt.get(entryKey(no, seq)) as EntryRecord | undefined;

  const entryBytes = (no: number, seq: number): Uint8Array | undefined => recordAt(no, seq)?.bytes;

  function rawBytes(no: number, seq: number, bytes: Uint8Array): Iterable<Uint8Array> {
    const cut = large.cutsBetween(no, seq, seq).get(seq);
    if (!cut) return [bytes];
    const whole = large.wholeOf(no, seq);
    if (!whole) throw missingBytes(seq, cut);
    return whole;
  }

  return {
    /** Newest first. */
    recordings: (): readonly StoredRecording[] =>
      (all.all() as SummaryRecord[]).map((record) => ({ no: record.no, summary: toSummary(record) })),
    summary,
    /** The recording with this id, else the newest with this name, else all with ids that begin so. */
    find(ref: string): readonly StoredRecording[] {
      const found = (byRef.all({ ref }) as SummaryRecord[]).map((record) => ({
        no: record.no,
        summary: toSummary(record),
      }));
      const exact =
        found.find(({ summary: { id } }) => id === ref) ?? found.find(({ summary: { name } }) => name === ref);
      return exact ? [exact] : found;
    },
    header(no: number): RecordingHeader {
      const record = headerOf.get(no) as HeaderRecord;
      const { id, given_name: given, started_at: startedAt, command, cwd, redacted, comments, extra } = record;
      const name = given ?? record.name;
      return {
        id,
        ...(name === null ? {} : { name }),
        startedAt: epochMs(startedAt),
        command: JSON.parse(command) as string[], // written by write.ts
        cwd,
        redacted: redacted === 1,
        ...(deliveries.any(no) ? { interventions: true as const } : {}),
        ...(given === null ? {} : { named: true }),
        ...(comments === null ? {} : { comments: JSON.parse(comments) as string[] }), // by mark-writer.ts and write.ts
        ...(extra === null ? {} : { extra }),
      };
    },
    /** Entries `from` … `from + count − 1`; fewer at the end of the recording. */
    rows: (no: number, from: number, count: number): readonly EntryRow[] =>
      rows.withChangesBetween(no, from, from + count - 1),
    timeline: createTimelineReader(connection, rows),
    /** The values of a filter field in a range of entries. */
    values: createValueReader(connection),
    conversation: createConversationReader(connection),
    fileMessages: createFileMessageReader(connection),
    /**
     * Entries from `from` on, in order, read in small batches: the caller may write to the database in between.
     */
    entries,
    entry(no: number, seq: number): Entry | undefined {
      const record = recordAt(no, seq);
      return (
        record && toEntry(record, large.cutsBetween(no, seq, seq).get(seq), deliveries.between(no, seq, seq).get(seq))
      );
    },
    frameAt: createFrameFinder(connection),
    /** The exact bytes of one stream, in order. @throws as `rawBytes` does. */
    *bytes(no: number, stream: Stream): Generator<Uint8Array> {
      for (const entry of entries(no))
        if (entry.kind !== 'event' && entry.from === stream)
          yield* entry.kind === 'frame' && entry.cut ? rawBytes(no, entry.seq, entry.bytes) : [entry.bytes];
    },
    /** The stored bytes of an entry: of a cut frame only the beginning. */
    entryBytes,
    /**
     * The exact bytes of an entry, a piece at a time; undefined for a missing entry.
     * @throws {AcptapError} `bytes-missing` where the database has only the beginning of a frame.
     */
    rawBytes(no: number, seq: number): Iterable<Uint8Array> | undefined {
      const bytes = entryBytes(no, seq);
      return bytes && rawBytes(no, seq, bytes);
    },
    detail(no: number, seq: number): EntryDetail | undefined {
      const record = recordAt(no, seq);
      const [row] = rows.between(no, seq, seq);
      if (!record || !row) return undefined;
      const findings = (findingsAt.all(no, seq) as FindingRecord[]).map(toFinding);
      const body =
        row.kind === 'event'
          ? { event: eventOf(record) }
          : {
              bytes: record.bytes,
              isBeginning: row.cut !== undefined && !large.wholeOf(no, seq),
              sent: deliveries.between(no, seq, seq).get(seq),
            };
      return toEntryDetail(row, body, findings);
    },
    findings: (no: number): readonly FindingDetail[] => (findingsOf.all(no) as FindingRecord[]).map(toFinding),
    findingsAt: (no: number, seq: number): readonly FindingDetail[] =>
      (findingsAt.all(no, seq) as FindingRecord[]).map(toFinding),
    /** The stats stored at the end of a recording; undefined where it has to be folded. */
    storedStats(no: number): StoredStats | undefined {
      const kept = selectStats.get(no) as { readonly stats: string; readonly info: string } | undefined;
      return kept && { stats: JSON.parse(kept.stats) as Stats, info: JSON.parse(kept.info) as Info }; // written by append.ts
    },
    /** The facts that a comparison of two runs needs; undefined without stored stats. */
    runFacts: createRunFactsReader(connection),
    /** Ended recordings that an older rule set than `ruleSet` judged. */
    judgedBefore: (ruleSet: number) => (judgedBefore.all(ruleSet) as { readonly no: number }[]).map(({ no }) => no),
    /** Recordings without derived rows, and how they ended. */
    unfolded: () =>
      (unfolded.all() as { no: number; state: RecordingState; exit: string | null }[]).map(({ no, state, exit }) => ({
        no,
        state,
        exit: exit === null ? null : (JSON.parse(exit) as Exit), // written by append.ts
      })),
    /** Live recordings, with their recorder. */
    live: () =>
      liveRecordings.all() as { readonly id: string; readonly no: number; readonly recorder: string | null }[],
    /** Recordings that are being imported, with their importer. */
    imports: () => imports.all() as { readonly id: string; readonly no: number; readonly importer: string }[],
    /** Recordings that pruning may remove, the oldest first. */
    prunable: createPrunableReader(connection),
    turns: (no: number) => turnsOf.all(no) as StoredTurn[],
    /** How far a recording's spool is ingested, and by which process; undefined for an unknown recording. */
    ingestion(id: string) {
      const row = ingestion.get(id) as { state: string; ingested: number; recorder: string | null } | undefined;
      return row && { state: row.state, ingested: row.ingested, recorder: row.recorder };
    },
    /** Makes all later reads see the database as the next read finds it, whatever other processes write or remove. */
    freeze: (): void => void connection.exec('BEGIN'),
    /** Bytes of the database in use, and bytes that it keeps for new recordings. */
    pages(): { readonly used: number; readonly free: number } {
      const pragma = (name: string) => Number(connection.pragma(name, { simple: true }));
      const [size, free] = [pragma('page_size'), pragma('freelist_count')];
      return { used: (pragma('page_count') - free) * size, free: free * size };
    },
    /** A number that changes when another connection writes. Reading it takes microseconds. */
    version: (): number => Number(connection.pragma('data_version', { simple: true })),
  };
}

export type Reader = ReturnType<typeof createReader>;

interface HeaderRecord {
  readonly id: string;
  readonly name: string | null;
  readonly given_name: string | null;
  readonly comments: string | null;
  readonly started_at: number;
  readonly command: string;
  readonly cwd: string;
  readonly redacted: number;
  readonly extra: string | null;
}

function toEntry(record: EntryRecord, cut: Cut | undefined, sent: Sent | undefined): Entry {
  const { place, at, origin, bytes, extra } = record;
  const base = { seq: seqOf(seqOfKey(place)), elapsed: elapsedUs(at), ...(extra === null ? {} : { extra }) };
  const from = ORIGINS[origin];
  if (from === 'stderr') return { ...base, kind: 'stderr', from, bytes };
  if (from === 'client' || from === 'agent')
    return { ...base, kind: 'frame', from, bytes, ...(cut ? { cut } : {}), ...(sent ? { sent } : {}) };
  return { ...base, kind: 'event', event: eventOf(record) };
}

function toFinding(record: FindingRecord): FindingDetail {
  const { rule, grade, side, seq, message, expected, seen, pointer, related } = record;
  const seqs = JSON.parse(related) as number[]; // written by finding-writer.ts
  return toFindingDetail({ rule, grade, side, seq, related: seqs, pointer, message, expected, seen });
}
