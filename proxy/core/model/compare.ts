import type { TurnStats } from './stats.ts';

/**
 * The differences between two recordings, or between parts of them.
 *
 *     GET /api/compare?left=ID&leftPart=turn-1&right=ID&rightPart=turn-2    Comparison; default part: all
 *     GET /api/recordings/:id/steps                                         Steps: the input of a comparison
 *
 * A step is one unit for a reader: a text however it was cut into chunks, a tool call in its final state, a
 * request with its response. docs/adr/0019 defines which steps count as the same.
 */
export interface Comparison {
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  /** No turn differs, and every turn has a partner. */
  readonly isSame: boolean;
  /** The section outside of turns, then the turns in the order of both. At most MAX_COMPARED_TURNS. */
  readonly turns: readonly ComparedTurn[];
  /** The number of further turns, and how many of them differ. */
  readonly more: { readonly turns: number; readonly different: number };
  /** Too many differences to pair everything: the recordings may have more in common than is shown. */
  readonly isRough: boolean;
  /**
   * Places with different values that were ignored because they differ in every run: `rawInput.turn_id`.
   * Sorted, without duplicates.
   */
  readonly passing: readonly string[];
}

/** A recording, one turn of it (by its number), or one session (counted from 1, in the order of first mention). */
export type Part =
  | { readonly kind: 'all' }
  | { readonly kind: 'turn'; readonly number: number }
  | { readonly kind: 'session'; readonly number: number };

/** The selection for one side of a comparison. */
export interface SideQuery {
  readonly recording: string;
  readonly part: Part;
}

export interface ComparedSide extends SideQuery {
  /** The number of steps compared. */
  readonly steps: number;
  /** Other parts of the recording to compare: its turns, at most MAX_COMPARED_TURNS, and its number of sessions. */
  readonly turns: readonly { readonly number: number; readonly title: string }[];
  readonly sessions: number;
}

/** Two matching turns, or one without a partner. */
export interface ComparedTurn {
  readonly left: TurnSide | null;
  readonly right: TurnSide | null;
  readonly isSame: boolean;
  readonly counts: { readonly same: number; readonly changed: number; readonly left: number; readonly right: number };
  /** In the order of both. `missing` counts the rows that are too many to list. */
  readonly rows: readonly ComparedRow[];
  readonly missing: number;
}

/** `turn` is null for the section outside of turns. */
export interface TurnSide {
  readonly turn: number | null;
  /** `seq` of its first step; null without steps. */
  readonly seq: number | null;
  readonly title: string;
  /**
   * Shown but never compared, because figures differ from run to run. The outcome is compared, as part of the
   * prompt's response.
   */
  readonly figures: TurnStats | null;
}

/** `same`: a run of equal steps; `pairs` lists the first of them. `left`, `right`: a step that only this side has. */
export type ComparedRow =
  | { readonly kind: 'same'; readonly count: number; readonly pairs: readonly StepPair[] }
  | ({ readonly kind: 'changed'; readonly changes: readonly Change[]; readonly moreChanges: number } & StepPair & {
        /** The two have a different order among their neighbours; they may be equal otherwise. */
        readonly isMoved?: true;
      })
  | { readonly kind: 'left' | 'right'; readonly step: StepName };

export interface StepPair {
  readonly left: StepName;
  readonly right: StepName;
}

/** The position and the name of a step. */
export interface StepName {
  /** Its first entry. */
  readonly seq: number;
  readonly from: 'client' | 'agent';
  readonly kind: StepKind;
  /** The method of an exchange or notification, the variant of an update, the kind of a tool call; empty for texts. */
  readonly name: string;
  /** One line of text, with paths relative to the working directory. */
  readonly title: string;
}

export const STEP_KINDS = [
  'exchange',
  'notification',
  'message',
  'thought',
  'user-message',
  'tool-call',
  'plan',
  'update',
  'orphan',
  'noise',
] as const;

export type StepKind = (typeof STEP_KINDS)[number];

/** A place where the two differ: a JSON pointer into the left value, or into the right one if only that has a value. */
export interface Change {
  readonly pointer: string;
  /** null where that side has no value. */
  readonly left: ShownValue | null;
  readonly right: ShownValue | null;
  /**
   * For two lists: how many items only one of them has. `left` and `right` are then the names of these items,
   * as JSON.
   */
  readonly replaced?: { readonly left: number; readonly right: number };
}

/**
 * `text` is the string itself for a string, else JSON. A long value is reduced to the part around the first
 * difference.
 */
export interface ShownValue {
  readonly text: string;
  readonly isText: boolean;
  /** The number of characters left out before and after it. */
  readonly before: number;
  readonly after: number;
}

export const MAX_COMPARED_TURNS = 1000;
/** The most differing rows of one comparison, all turns together. */
export const MAX_ROWS = 1000;
/** The most equal pairs listed, in one run and in all. */
export const MAX_PAIRS_OF_RUN = 50;
export const MAX_PAIRS = 2000;
/** The most changes of one step. */
export const MAX_CHANGES = 50;
/** The most characters of one value, and of all values of a comparison. */
export const MAX_VALUE = 4000;
export const MAX_VALUES_TEXT = 4_000_000;

/** A recording as steps, ready to compare. */
export interface Steps {
  /** Ids of the sessions, in the order of first mention. */
  readonly sessions: readonly string[];
  readonly sections: readonly Section[];
}

/** A turn, or everything outside of turns. */
export interface Section {
  readonly turn: number | null;
  readonly title: string;
  readonly figures: TurnStats | null;
  readonly steps: readonly ComparedStep[];
}

export interface ComparedStep extends StepName {
  /** Number of the session; null without a session. */
  readonly session: number | null;
  /** The compared content, as normalised JSON text with blanked ids. null when bodies became too many to keep. */
  readonly body: string | null;
  /** For long bodies: the same for equal bodies. null for short bodies, which are always kept. */
  readonly fingerprint: string | null;
  /** The blanked ids, in order: `session 5ffd51fc`. */
  readonly ids: readonly string[];
  /** For a permission request: its tool call. */
  readonly about: { readonly kind: string; readonly title: string } | null;
  /** Values left out because they differ in every run, with their place: `rawOutput.duration.nanos 51200`. */
  readonly runValues: readonly string[];
}
