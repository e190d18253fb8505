import type { CardsQuery } from '#core/cards/conversation-window.ts';
import type { CardMessage } from '#core/cards/card-message.ts';
import type { ValueCount, ValueField } from '#core/contract/timeline.ts';
import type { FileMessages } from '#core/files/file-message.ts';
import type { MatchedEntries } from '#core/grouping/matched-entries.ts';
import type { StoredStats } from '#core/info/stored-stats.ts';
import type { ConversationWindow } from '#core/model/cards.ts';
import type { RecordingReport } from '#core/model/finding.ts';
import type { TurnRow } from '#core/model/group.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { EntryDetail } from '#core/model/row.ts';
import type { TimelineSource } from '#core/rows/timeline-source.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';

/** Where queries read one recording: a database, or memory. */
export interface RecordingSource {
  /** Unique among all recordings. A recording that replaces a removed one has another key. */
  readonly key: string;
  readonly header: () => RecordingHeader;
  /** Undefined if the recording was removed. */
  readonly summary: () => RecordingSummary | undefined;
  readonly timeline: TimelineSource;
  /** `matched`: the entries that a filter lets through; undefined for all. */
  readonly conversation: (query: CardsQuery, matched: MatchedEntries | undefined) => ConversationWindow;
  /** The last MAX_TURNS prompt turns that begin up to an entry, in order. */
  readonly turns: (to?: number) => readonly TurnRow[];
  /** Counts the values of a filter field in the entries from `from` up to `to` (not included). */
  readonly values: (field: ValueField, from: number, to: number) => Iterable<ValueCount>;
  readonly entry: (seq: number) => EntryDetail | undefined;
  /** The entries from one on, in order. */
  readonly entries: (from: number) => Iterable<Entry>;
  /** The messages about files from an entry on, in order, in parts. A part may be empty, so that other work can run. */
  readonly fileMessages: (from: number) => Iterable<FileMessages>;
  /** The message of an entry, if it has one. */
  readonly message: (seq: number) => CardMessage | undefined;
  /** The exact bytes of an entry. @throws {AcptapError} `bytes-missing`. */
  readonly bytes: (seq: number) => Iterable<Uint8Array> | undefined;
  /** Stats and info, if nothing needs to be folded for them. */
  readonly storedStats: () => StoredStats | undefined;
  /** The counts of all rules, if nothing needs to be folded for them. */
  readonly storedReport: () => RecordingReport | undefined;
}
