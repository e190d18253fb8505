import type { EntryRow, FindingDetail, RecordingSummary } from '#core/contract/api.ts';
import type { Stats } from '#core/contract/stats.ts';
import type { Judgement } from '#core/rules/judge-recording.ts';
import type { Rule } from '#core/rules/rule.ts';
import type { Entry, RecordingHeader, Stream } from '#core/wire/entry.ts';
import type { Query } from './filtered.ts';

/** What commands ask of a recording. A recording in the database and a file give the same answers. */
export interface Recording {
  readonly header: RecordingHeader;
  readonly summary: () => RecordingSummary;
  /** All entries, in order. */
  readonly entries: () => Iterable<Entry>;
  /** The rows of all entries in order, or of some, whose numbers are in order. */
  readonly rows: (seqs?: ReadonlySet<number>) => Iterable<EntryRow>;
  readonly row: (seq: number) => EntryRow | undefined;
  readonly findingsAt: (seq: number) => readonly FindingDetail[];
  /** The bytes of an entry; of a cut frame its beginning. */
  readonly bytesAt: (seq: number) => Uint8Array;
  /** The exact bytes of an entry that has a row, a piece at a time. @throws {AcptapError} `bytes-missing`. */
  readonly rawAt: (seq: number) => Iterable<Uint8Array>;
  /** The exact bytes of one stream, in order. @throws {AcptapError} `bytes-missing`. */
  readonly raw: (stream: Stream) => Iterable<Uint8Array>;
  /** The numbers of the entries that match, in order. */
  readonly matching: (query: Query) => ReadonlySet<number>;
  /** Begins to read the entries for people, of a long file before all of it is read. */
  readonly read: (query?: Query) => Reading;
  readonly stats: () => Stats;
  readonly judge: (rules: readonly Rule[]) => Judged;
  readonly close: () => void;
}

/**
 * The entries that match, as they are read. Before `isWhole`, summary, rows and findings are what the entries so far say: a later entry
 * may add a finding, or rename a tool call.
 */
export interface Reading {
  /** The rows, some at a time, after each time that more was read. Reads no further than to the first match after `limit`. */
  readonly portions: (limit?: number) => Iterable<readonly EntryRow[]>;
  /** How many match, of the entries read so far. */
  readonly matches: () => number;
  /** True once all entries were read: of a short recording before the first row is given. */
  readonly isWhole: () => boolean;
  readonly summary: () => RecordingSummary;
  readonly row: (seq: number) => EntryRow | undefined;
  readonly findingsAt: (seq: number) => readonly FindingDetail[];
  /** The rows that were given before some of their findings were certain, with those findings. */
  readonly late: () => readonly LateRow[];
}

export interface LateRow {
  readonly row: EntryRow;
  readonly findings: readonly FindingDetail[];
}

/** What `check` reports, by the rules it was asked to use. */
export interface Judged extends Judgement {
  readonly summary: RecordingSummary;
  /** Finds the entry of an excerpt. */
  readonly row: (seq: number) => EntryRow | undefined;
}
