import type { EntryRow, FindingDetail, Grade } from '#core/contract/api.ts';
import type { Group } from '#core/contract/timeline.ts';
import type { CompileRegex, Filter } from '#core/filter/filter.ts';

/** A group without what only the view knows. Its title is empty where that is the summary of its first entry. */
export type GroupFacts = Omit<Group, 'isOpened' | 'isCollapsed'>;

/** A row, and the number of the group that its entry belongs to. */
export interface GroupedRow {
  readonly row: EntryRow;
  readonly group: number;
}

/** How a recording is now. */
export interface Progress {
  readonly total: number;
  readonly revision: number;
}

/** `seq` of an entry that matches, and the number of its group. */
export type Match = readonly [seq: number, group: number];

/** A filter, ready to be asked. */
export interface Matching {
  /** The entries from `from` up to `to` (not included) that match, in order. */
  readonly between: (from: number, to: number) => readonly Match[];
  /** The same, of some entries. */
  readonly among: (seqs: readonly number[]) => readonly Match[];
}

/**
 * What the timeline asks of one recording, wherever that lies: a database that grows, or memory. What looks at many entries takes a
 * range, for whoever asks to let others have their turn between.
 */
export interface TimelineSource {
  /** undefined for a recording that has gone. */
  readonly progress: () => Progress | undefined;
  readonly groupCount: () => number;
  /** Time of the last entry; 0 when there is none. */
  readonly duration: () => number;
  /** Runs several reads on one state of the recording. */
  readonly atOnce: <Result>(read: () => Result) => Result;
  /** `nos` and `seqs` are in ascending order, and so is what is answered. */
  readonly groups: (nos: readonly number[]) => readonly GroupFacts[];
  readonly rows: (seqs: readonly number[]) => readonly GroupedRow[];
  readonly groupOf: (seq: number) => number | undefined;
  /** What the groups from `from` on are below of. */
  readonly parents: (from: number) => readonly (number | null)[];
  /** The entries of a group from `from` on, in order. */
  readonly members: (group: number, from: number) => readonly number[];
  readonly matching: (filter: Filter, compile: CompileRegex | undefined) => Matching;
  /** The entries before `from` of which something else may be known since the finding numbered `finding` was the last. */
  readonly amendedSince: (from: number, finding: number) => readonly number[];
  readonly lastFinding: () => number;
  /** Everything that is wrong, by seq. */
  readonly findings: () => readonly FindingDetail[];
  /** How many entries came when, of each origin, times rounded down to `width`. Of `seqs`, or of all from `from` up to `to` (not included). */
  readonly passed: (
    width: number,
    of: { readonly seqs: readonly number[] } | { readonly from: number; readonly to: number },
  ) => readonly Passed[];
  /** Findings that came after the one numbered `after`, by number, and when their entries came. */
  readonly foundAfter: (after: number, count: number) => readonly FoundAt[];
}

export interface Passed {
  readonly at: number;
  readonly from: 'client' | 'agent' | 'stderr' | 'event';
  readonly count: number;
}

export interface FoundAt {
  readonly no: number;
  readonly seq: number;
  readonly grade: Grade;
  readonly at: number;
}

/** What the timeline needs of the machine it runs on. */
export interface TimelinePorts {
  /** Lets others have their turn. */
  readonly rest: () => Promise<void>;
  /** Milliseconds since any moment. */
  readonly now: () => number;
  /** Brought when the first filter with a regex comes. */
  readonly loadRegexes: () => Promise<CompileRegex>;
}
