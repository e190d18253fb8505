import type { CompileRegex, Filter } from '#core/filter/filter.ts';
import type { Traffic } from '#core/grouping/histogram.ts';
import type { AxisFacts } from '#core/model/axis.ts';
import type { FindingDetail, Grade } from '#core/model/finding.ts';
import type { Group } from '#core/model/group.ts';
import type { EntryRow } from '#core/model/row.ts';

/** A group without the members that depend on a view. The title is empty if it is the summary of the first entry. */
export type GroupFacts = Omit<Group, 'isOpened' | 'isCollapsed'>;

/** A row, and the number of its entry's group. */
export interface GroupedRow {
  readonly row: EntryRow;
  readonly group: number;
}

/** False once the caller no longer needs the result. */
export type IsWanted = () => boolean;

/** The current state of a recording. */
export interface Progress {
  readonly total: number;
  readonly revision: number;
}

/** `seq` and group number of a matching entry. */
export type Match = readonly [seq: number, group: number];

/** A compiled filter. */
export interface CompiledFilter {
  /** The matching entries from `from` up to `to` (not included), in order. */
  readonly between: (from: number, to: number) => readonly Match[];
  /** The matching ones of these entries. */
  readonly among: (seqs: readonly number[]) => readonly Match[];
  /**
   * The next span of entries between `from` and `to` that may match; entries before the span do not. Empty if no entry
   * may match up to its end. Undefined where all entries may match.
   */
  readonly nextSpan?: ((from: number, to: number) => { readonly from: number; readonly to: number }) | undefined;
}

/**
 * Access to one recording for the timeline, in a growing database or in memory. Functions over many entries
 * take a range, so that callers can let other work run between two calls.
 */
export interface TimelineSource {
  /** undefined if the recording was removed. */
  readonly progress: () => Progress | undefined;
  readonly groupCount: () => number;
  /** Time of the last entry; 0 without entries. */
  readonly duration: () => number;
  /** Runs several reads on one state of the recording. */
  readonly atOnce: <Result>(read: () => Result) => Result;
  /** `nos` and `seqs` are in ascending order, and so are the results. */
  readonly groups: (nos: readonly number[]) => readonly GroupFacts[];
  readonly rows: (seqs: readonly number[]) => readonly GroupedRow[];
  readonly groupOf: (seq: number) => number | undefined;
  /** The parents of at most `count` groups from `from` on. */
  readonly parents: (from: number, count: number) => readonly (number | null)[];
  /** The entries of a group from `from` on, in order. */
  readonly members: (group: number, from: number) => readonly number[];
  readonly matching: (filter: Filter, compile: CompileRegex | undefined) => CompiledFilter;
  /** The entries before `from` that may have changed since the finding numbered `finding`. */
  readonly amendedSince: (from: number, finding: number) => readonly number[];
  readonly lastFinding: () => number;
  /** All findings, by seq. */
  readonly findings: () => readonly FindingDetail[];
  /**
   * Counts entries over time by origin, with times rounded down to `width`. Counts `seqs`, or all entries
   * from `from` up to `to` (not included).
   */
  readonly passed: (
    width: number,
    of: { readonly seqs: readonly number[] } | { readonly from: number; readonly to: number },
  ) => readonly LaneCount[];
  /** The time axis. `traffic` counts the first entries; undefined if it counts none. */
  readonly axis: () => { readonly facts: AxisFacts; readonly traffic: Traffic | undefined };
  /** The findings after the one numbered `after`, by number, with the times of their entries. */
  readonly foundAfter: (after: number, count: number) => readonly TimedFinding[];
}

export interface LaneCount {
  readonly at: number;
  readonly from: 'client' | 'agent' | 'stderr' | 'event';
  readonly count: number;
  /** The first of these entries. */
  readonly seq: number;
}

export interface TimedFinding {
  readonly no: number;
  readonly seq: number;
  readonly grade: Grade;
  readonly at: number;
}

/** The services of the runtime that the timeline needs. */
export interface TimelinePorts {
  /** Lets other work run. */
  readonly rest: () => Promise<void>;
  /** Milliseconds since any fixed moment. */
  readonly now: () => number;
  /** Called for the first filter with a regex. */
  readonly loadRegexes: () => Promise<CompileRegex>;
}
