import type { EntryRow, Grade } from './api.ts';

/**
 * The kinds of groups. Every entry belongs to exactly one group; core/outline decides which.
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

/** The depth of a group: 0 at the top, 1 below a session, 2 below a turn of a session. */
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
  /** The current wait of an open group. `human` and `client` do not yet include the time since `since`. */
  readonly waiting: { readonly on: 'human' | 'client'; readonly since: number } | null;
  /** The number of findings of its entries, their worst grade, and the rule of the first finding of that grade. */
  readonly findings: { readonly count: number; readonly worst: Grade | null; readonly rule: string | null };
  /** True if the query opened it: its raw frames follow. */
  readonly isOpened: boolean;
  /** True if the query collapsed it: the rows below it are left out. */
  readonly isCollapsed: boolean;
}

/** The time of a group, and who had to act in it. */
export type GroupTime = Pick<Group, 't' | 'until' | 'human' | 'client' | 'waiting'>;

/** A row of the timeline: an entry, or a group with the facts of its first entry. */
export interface TimelineRow extends EntryRow {
  /** The group that this row shows; null for a raw frame. */
  readonly group: Group | null;
  /** For a raw `session/prompt`: how the time of its turn divides. */
  readonly turnTime?: GroupTime;
  /** Number of the group that the entry belongs to. */
  readonly groupNo: number;
  /** Indentation: 0 in the raw view, the level of a group, one more for the raw frames of an opened group. */
  readonly level: number;
}

/**
 * The query of `rows`: `view=raw|folded` (raw), `q=FILTER`, and for the folded view `opened=3,17` and
 * `collapsed=2`, numbers of groups.
 *
 * `from=0&count=200` asks for a window by position. `around=SEQ&count=200` puts the row that shows an entry
 * in its middle: the entry's own row, its group's row, or the row of a collapsed turn or session around it.
 * If the filter hides the entry, it is the next row.
 *
 * In the raw view without a filter, row n is entry n. In the folded view with nothing opened or collapsed, it
 * is group n. With a filter, the folded view has the groups with a matching entry, and an opened group lists
 * only matching entries.
 *
 * With `part=1` a slow filter is answered early, with the matches so far: see `searched` of RowWindow. With
 * `around`, the part reaches at least to that row or is empty.
 */
export interface RowQuery {
  readonly view: 'raw' | 'folded';
  /** A filter; empty for no filter. */
  readonly q: string;
  readonly opened: readonly number[];
  readonly collapsed: readonly number[];
  /** The first row, or the entry to look at. `count` ≤ MAX_WINDOW. */
  readonly at: { readonly from: number } | { readonly around: number };
  readonly count: number;
  /** Accepts a part of the list when the whole takes long. */
  readonly part?: boolean;
}

export const MAX_WINDOW = 500;

/** The most groups to open, and to collapse, in one query. */
export const MAX_OPENED = 500;

/** Rows `from` … `from + rows.length − 1` of a list with `total` rows now. */
export interface RowWindow {
  readonly from: number;
  readonly rows: readonly TimelineRow[];
  readonly total: number;
  /** The number of entries of the recording, without any filter. */
  readonly entries: number;
  /** The number of entries that match the filter; without a filter, `entries`. */
  readonly shown: number;
  /**
   * Present while only this many entries have been searched: `total` and `shown` count only these. The search
   * goes on when the window is requested again.
   */
  readonly searched?: number;
  /**
   * With `around`: the row that shows the entry, −1 for an empty list. Counted from the list's beginning,
   * like `from`.
   */
  readonly index?: number;
  /** As in the live feed: these rows may have changed when the feed sends another revision. */
  readonly revision: number;
}

/** The query of `seek`: `q=FILTER&from=SEQ&step=1|-1&wrap=0|1`. `from=-1` with step 1 finds the first match. */
export interface SeekQuery {
  readonly q: string;
  readonly from: number;
  readonly step: 1 | -1;
  /** Continues at the other end after the last match. */
  readonly wrap: boolean;
}

/** The nearest matching entry after (or before) `from`. */
export interface SeekResult {
  readonly seq: number | null;
  /** The position of this match among all `count` matches, from 1; null without a match. */
  readonly ordinal: number | null;
  readonly count: number;
}

export const MAX_BUCKETS = 1000;

/** The traffic over time. Bucket n counts the entries from `n × width` up to `(n + 1) × width` (not included). */
export interface Overview {
  /** Time of the last entry. */
  readonly duration: number;
  /** Microseconds of a bucket, chosen so that there are no more buckets than requested. */
  readonly width: number;
  readonly buckets: readonly OverviewBucket[];
  readonly revision: number;
}

/** Counts of matching entries, and the worst grade of their findings. */
export interface OverviewBucket {
  readonly client: number;
  readonly agent: number;
  readonly stderr: number;
  readonly worst: Grade | null;
}

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

/** Fields of the filter with values taken from the recording. */
export const VALUE_FIELDS = [
  'method',
  'kind',
  'from',
  'id',
  'session',
  'turn',
  'tool',
  'update',
  'status',
  'rule',
] as const;

export type ValueField = (typeof VALUE_FIELDS)[number];

export const MAX_VALUES = 200;

/**
 * A value of a field (an id as JSON text, the title of a tool call), and its number of entries. The most
 * frequent values come first.
 */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** The answer with status 400 to an invalid filter. */
export interface BadFilter {
  /** What is wrong, in a sentence. */
  readonly error: string;
  /** The part of the filter with the mistake, in UTF-16 units: from `start` up to `end`. */
  readonly start: number;
  readonly end: number;
}
