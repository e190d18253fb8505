import type { TurnStats } from './stats.ts';

/**
 * What changed between two recordings, or between parts of them or of one.
 *
 *     GET /api/compare?left=ID&leftPart=turn-1&right=ID&rightPart=turn-2    Comparison; without a part all of it
 *     GET /api/recordings/:id/steps                                         Steps: what a comparison is made of
 *
 * A step is what a reader takes as one: a text however it was cut, a tool call as it was in the end, a request with its answer.
 * docs/adr/0019 says what counts as the same.
 */
export interface Comparison {
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  /** No turn has a difference, and none stands alone. */
  readonly isSame: boolean;
  /** What is outside of turns first, then the turns in the order of both. At most MAX_COMPARED_TURNS. */
  readonly turns: readonly ComparedTurn[];
  /** Turns beyond these, and how many of them differ. */
  readonly more: { readonly turns: number; readonly different: number };
  /** Too much was different to pair all that may belong together: there may be more in common than is shown. */
  readonly isRough: boolean;
  /** Places whose values differ and were taken for what is another in every run: `rawInput.turn_id`. Sorted, each once. */
  readonly passing: readonly string[];
}

/** A recording, one turn of it (by its number), or one session (counted from 1 in the order they were first named). */
export type Part =
  | { readonly kind: 'all' }
  | { readonly kind: 'turn'; readonly number: number }
  | { readonly kind: 'session'; readonly number: number };

/** What one side of a comparison is to be. */
export interface SideQuery {
  readonly recording: string;
  readonly part: Part;
}

export interface ComparedSide extends SideQuery {
  /** How many steps were compared. */
  readonly steps: number;
  /** What else of the recording could be compared: its turns, at most MAX_COMPARED_TURNS, and how many sessions it has. */
  readonly turns: readonly { readonly number: number; readonly title: string }[];
  readonly sessions: number;
}

/** Two turns that belong together, or one that has no partner. */
export interface ComparedTurn {
  readonly left: TurnSide | null;
  readonly right: TurnSide | null;
  readonly isSame: boolean;
  readonly counts: { readonly same: number; readonly changed: number; readonly left: number; readonly right: number };
  /** In the order of both. Rows that are too many to list are counted in `missing`. */
  readonly rows: readonly ComparedRow[];
  readonly missing: number;
}

/** `turn` is null for what is outside of turns. */
export interface TurnSide {
  readonly turn: number | null;
  /** `seq` of its first step; null where it has none. */
  readonly seq: number | null;
  readonly title: string;
  /** Numbers differ from run to run: they are shown and never compared, but for the outcome, which is part of the prompt's answer. */
  readonly figures: TurnStats | null;
}

/** `same`: a run of steps; `pairs` are the first of them. `left`, `right`: a step that only this side has. */
export type ComparedRow =
  | { readonly kind: 'same'; readonly count: number; readonly pairs: readonly StepPair[] }
  | ({ readonly kind: 'changed'; readonly changes: readonly Change[]; readonly moreChanges: number } & StepPair & {
        /** The two stand in another order among their neighbours; that may be all. */
        readonly isMoved?: true;
      })
  | { readonly kind: 'left' | 'right'; readonly step: StepName };

export interface StepPair {
  readonly left: StepName;
  readonly right: StepName;
}

/** Where a step is, and what it is called. */
export interface StepName {
  /** Its first entry. */
  readonly seq: number;
  readonly from: 'client' | 'agent';
  readonly kind: StepKind;
  /** The method of an exchange or a notification, the variant of an update, the kind of a tool call; empty for texts. */
  readonly name: string;
  /** One line that says what it is, with paths below the working directory made relative. */
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

/** A place where the two differ: a JSON pointer into the left value, or into the right one for what only that has. */
export interface Change {
  readonly pointer: string;
  /** null where that side has nothing. */
  readonly left: ShownValue | null;
  readonly right: ShownValue | null;
  /** Of two lists: how many items only one of them has. `left` and `right` are then the names of these, as JSON. */
  readonly replaced?: { readonly left: number; readonly right: number };
}

/** `text` is the string itself where the value is one, else JSON. Of long ones it is the part around the first difference. */
export interface ShownValue {
  readonly text: string;
  readonly isText: boolean;
  /** Characters left out before and after it. */
  readonly before: number;
  readonly after: number;
}

export const MAX_COMPARED_TURNS = 1000;
/** Differing rows of one comparison, all turns together. */
export const MAX_ROWS = 1000;
/** Pairs of the same that are named, in one run and in all. */
export const MAX_PAIRS_OF_RUN = 50;
export const MAX_PAIRS = 2000;
/** Changes of one step. */
export const MAX_CHANGES = 50;
/** Characters of one value, and of all that a comparison shows. */
export const MAX_VALUE = 4000;
export const MAX_VALUES_TEXT = 4_000_000;

/** A recording as steps, ready to be compared. */
export interface Steps {
  /** Ids of the sessions, in the order they were first named. */
  readonly sessions: readonly string[];
  readonly sections: readonly Section[];
}

/** A turn, or all that is outside of turns. */
export interface Section {
  readonly turn: number | null;
  readonly title: string;
  readonly figures: TurnStats | null;
  readonly steps: readonly Step[];
}

export interface Step extends StepName {
  /** Number of the session; null where it names none. */
  readonly session: number | null;
  /** What is compared, as JSON text in one spelling, with ids blanked out. null where bodies have become too many to keep. */
  readonly body: string | null;
  /** Of long bodies: equal for equal ones. null for short ones, which are always kept. */
  readonly fingerprint: string | null;
  /** The ids that were blanked out, in order: `session 5ffd51fc`. */
  readonly ids: readonly string[];
  /** Of a permission request: the tool call that it asks about. */
  readonly about: { readonly kind: string; readonly title: string } | null;
  /** What was left out because it is another in every run, with the place: `rawOutput.duration.nanos 51200`. */
  readonly passing: readonly string[];
}
