import type { Wait } from './axis.ts';
import type { Grade } from './finding.ts';
import type { Interventions } from './row.ts';

/**
 * The kinds of groups. Every entry belongs to exactly one group; core/grouping decides which.
 *
 * - `session`       the exchange that opened it: session/new, load, resume, fork. Status: null while open,
 *   then `ok` or `error`
 * - `turn`          session/prompt and its response. Status: null while open, then the stop reason, or
 *   `error`
 * - `message`, `thought`, `user-message`   chunks that form one text. Title: the beginning of the text
 * - `plan`          every plan update of a turn
 * - `tool-call`     its updates, its permission requests, the file and terminal exchanges made for it.
 *   Status: as on the wire
 * - `permission`    a permission request without a tool call. Status: the id of the chosen option,
 *   `cancelled` or `error`
 * - `file`, `terminal`   fs/* and terminal/* outside of a tool call; all exchanges with one terminal are one
 *   group
 * - `exchange`      any other request and its response. Status: null while open, then `ok` or `error`
 * - `update`        a run of session updates of one other variant
 * - `notification`, `stderr`, `noise` (lines without a message), `event`, `orphan` (a response without a
 *   request)
 */
export type GroupKind =
  | 'session'
  | 'turn'
  | 'message'
  | 'thought'
  | 'user-message'
  | 'plan'
  | 'tool-call'
  | 'permission'
  | 'file'
  | 'terminal'
  | 'exchange'
  | 'update'
  | 'notification'
  | 'stderr'
  | 'noise'
  | 'event'
  | 'orphan';

/**
 * The depth of a group: 0 at the top, 1 below a session, 2 below a turn of a session. A group has the depth of its parent
 * if another session or turn has begun after the parent: a row below that would seem to belong to it.
 */
export type GroupLevel = 0 | 1 | 2;

/** Entries that form one unit for a reader. */
export interface Group {
  /** From 0, without gaps, in the order of their first entries. */
  readonly no: number;
  readonly kind: GroupKind;
  readonly level: GroupLevel;
  /** One line: the text of a message, the title of a tool call, else the summary of the first entry. */
  readonly title: string;
  /** See GroupKind; null without a status (yet). */
  readonly status: string | null;
  /** The number of entries so far. */
  readonly entries: number;
  /** `seq` of its first entry and of its last so far. Entries of other groups may lie between them. */
  readonly first: number;
  readonly last: number;
  readonly t: number;
  /**
   * The time of its end: the response, or the final status. null while it is open, and forever if the end never came.
   */
  readonly until: number | null;
  /** Number of its turn; for a `turn`, its own number. */
  readonly turn: number | null;
  readonly session: string | null;
  /** The `no` of the turn or session above it. */
  readonly parent: number | null;
  /**
   * How long the group waited for a person, between `t` and `until`: for responses to permission requests and
   * elicitations.
   */
  readonly human: number;
  /** How long the group waited for other responses of the client. */
  readonly client: number;
  /**
   * How long it waited only because acptap kept a frame: a request until its delivery, a response to the agent until its
   * delivery. 0 in a raw recording.
   */
  readonly acptap: number;
  /** The closed waits in their order: see `MAX_GROUP_WAITS`. */
  readonly waits: readonly Wait[];
  /** The current wait of an open group. The sums above do not yet include the time since `since`. */
  readonly waiting: { readonly on: Wait['on']; readonly since: number } | null;
  /** The number of findings of its entries, their worst grade, and the rule of the first finding of that grade. */
  readonly findings: { readonly count: number; readonly worst: Grade | null; readonly rule: string | null };
  /** Present if acptap touched some of its frames. */
  readonly interventions?: Interventions;
  /** True if the query opened it: its raw frames follow. */
  readonly isOpened: boolean;
  /** True if the query collapsed it: the rows below it are left out. */
  readonly isCollapsed: boolean;
}

/** The time of a group, and who had to act in it. */
export type GroupTime = Pick<Group, 't' | 'until' | Wait['on'] | 'waits' | 'waiting'>;

/** The most turns of one answer. A recording of ten million frames has more than anybody reads. */
export const MAX_TURNS = 1000;

/** A prompt turn. */
export interface TurnRow {
  readonly number: number;
  readonly session: string;
  /** Number of its group. */
  readonly group: number;
  /** `seq` of the prompt, and of the entry that ended the turn (null while it is open). */
  readonly first: number;
  readonly last: number | null;
  readonly t: number;
  readonly until: number | null;
  /** The stop reason, or `error`; null while it is open. */
  readonly outcome: string | null;
  /** The beginning of the prompt. */
  readonly title: string;
}
