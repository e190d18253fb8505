import type { EntryRow, FindingDetail, RecordingSummary } from '#core/contract/api.ts';
import type { Stats } from '#core/contract/stats.ts';
import type { CompileRegex, Filter } from '#core/filter/filter.ts';
import type { Judgement } from '#core/rules/judge-recording.ts';
import type { Rule } from '#core/rules/rule.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';

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
  readonly bytesAt: (seq: number) => Uint8Array;
  /** The numbers of the entries that match, in order. `compile` is called for regexes. */
  readonly matching: (filter: Filter, compile: CompileRegex) => ReadonlySet<number>;
  readonly stats: () => Stats;
  readonly judge: (rules: readonly Rule[]) => Judged;
  readonly close: () => void;
}

/** What `check` reports, by the rules it was asked to use. */
export interface Judged extends Judgement {
  readonly summary: RecordingSummary;
  /** Finds the entry of an excerpt. */
  readonly row: (seq: number) => EntryRow | undefined;
}
