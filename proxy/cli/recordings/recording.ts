import type { CardMessage } from '#core/cards/card-message.ts';
import type { FileMessage } from '#core/files/file-message.ts';
import type { FindingDetail } from '#core/model/finding.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { EntryRow } from '#core/model/row.ts';
import type { Stats } from '#core/model/stats.ts';
import type { Judgement } from '#core/rules/engine/judge-recording.ts';
import type { Rule } from '#core/rules/engine/rule.ts';
import type { Entry, RecordingHeader, Stream } from '#core/wire/entry.ts';
import type { Query } from './read-query.ts';

/** A recording of the database or a file, as commands read it. */
export interface Recording {
  readonly header: RecordingHeader;
  readonly summary: () => RecordingSummary;
  /** All entries, in order. */
  readonly entries: () => Iterable<Entry>;
  /** Reads one entry again. */
  readonly entryAt: (seq: number) => Entry | undefined;
  /** The rows of all entries, or of these in order. */
  readonly rows: (seqs?: ReadonlySet<number>) => Iterable<EntryRow>;
  readonly row: (seq: number) => EntryRow | undefined;
  readonly findingsAt: (seq: number) => readonly FindingDetail[];
  /** The bytes of an entry; of a cut frame its beginning. */
  readonly bytesAt: (seq: number) => Uint8Array;
  /** The exact bytes of an entry that has a row, a piece at a time. @throws {AcptapError} `bytes-missing`. */
  readonly rawAt: (seq: number) => Iterable<Uint8Array>;
  /** The exact bytes of one stream, in order. @throws {AcptapError} `bytes-missing`. */
  readonly raw: (stream: Stream) => Iterable<Uint8Array>;
  /** Numbers of the matching entries, in order. */
  readonly matching: (query: Query) => ReadonlySet<number>;
  /** The messages about files, in order. */
  readonly fileMessages: () => Iterable<FileMessage>;
  /** The message of an entry, if it has one. */
  readonly messageAt: (seq: number) => CardMessage | undefined;
  /** Reads the entries for people: the first rows of a long recording come before all matches are counted. */
  readonly read: (query?: Query) => MatchingEntries;
  readonly stats: () => Stats;
  readonly judge: (rules: readonly Rule[]) => Judged;
  readonly close: () => void;
}

/**
 * The matching entries while they are read. Before `isWhole`, summary, rows and findings cover only the entries so far:
 * a later entry may add a finding, or rename a tool call.
 */
export interface MatchingEntries {
  /** Rows in portions, as reading goes on. Stops reading at the first match after `limit`. */
  readonly portions: (limit?: number) => Iterable<readonly EntryRow[]>;
  /** The number of matches among the entries read so far. */
  readonly matches: () => number;
  /** True when summary, rows and findings cover all entries. In the database: always. A file: after it was read. */
  readonly isWhole: () => boolean;
  /** True when `matches` is the number of all matches. */
  readonly isCounted: () => boolean;
  readonly summary: () => RecordingSummary;
  readonly row: (seq: number) => EntryRow | undefined;
  readonly findingsAt: (seq: number) => readonly FindingDetail[];
  /** Rows that were returned before some of their findings were certain, with those findings. */
  readonly late: () => readonly LateRow[];
}

export interface LateRow {
  readonly row: EntryRow;
  readonly findings: readonly FindingDetail[];
}

/** The report of `check`, by the selected rules. */
export interface Judged extends Judgement {
  readonly summary: RecordingSummary;
  /** Finds the entry of an excerpt. */
  readonly row: (seq: number) => EntryRow | undefined;
}
