import type { EntryRow, Grade } from './api.ts';

/**
 * What a group is made of. Every entry belongs to exactly one; core/outline says which.
 *
 * - `session`       the exchange that opened it: session/new, load, resume, fork. Status: null while open, then `ok` or `error`
 * - `turn`          session/prompt and its answer. Status: null while open, then the stop reason, or `error`
 * - `message`, `thought`, `user-message`   chunks that make one text. Title: how that begins
 * - `plan`          every plan update of a turn
 * - `tool-call`     its updates, the permission requests about it, the file and terminal exchanges made for it. Status: as on the wire
 * - `permission`    a permission request that speaks of no tool call. Status: the id of the chosen option, `cancelled` or `error`
 * - `file`, `terminal`   fs/* and terminal/* outside of a tool call; all exchanges with one terminal are one group
 * - `exchange`      any other request and its answer. Status: null while open, then `ok` or `error`
 * - `update`        other variants of session/update, while the same one comes again and again
 * - `notification`, `stderr`, `noise` (lines that are no message), `event`, `orphan` (an answer to nothing)
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

/** How deep something is: 0 where nothing is above it, below a session 1, below a turn of a session 2. */
export type GroupLevel = 0 | 1 | 2;

/** Entries that are one thing to a reader. */
export interface Group {
  /** From 0, without gaps, in the order of their first entries. */
  readonly no: number;
  readonly kind: GroupKind;
  readonly level: GroupLevel;
  /** One line: the text of a message, the title of a tool call, else the summary of the first entry. */
  readonly title: string;
  /** See GroupKind; null where there is none (yet). */
  readonly status: string | null;
  /** How many entries it has so far. */
  readonly entries: number;
  /** `seq` of its first and of its last entry so far. Entries of other groups may lie between them. */
  readonly first: number;
  readonly last: number;
  readonly t: number;
  /** When it was over: the answer, the final status. null while it is open, and for ever if that never came. */
  readonly until: number | null;
  /** Number of the turn it belongs to, of a `turn` its own. */
  readonly turn: number | null;
  readonly session: string | null;
  /** The turn or session it is below of, as its `no`. */
  readonly parent: number | null;
  /** How long in it, of `t` … `until`, the answer to a permission request or an elicitation was waited for: a person's time. */
  readonly human: number;
  /** How long in it other answers of the client were waited for. */
  readonly client: number;
  /** What an open group waits for. The time since `since` is not part of `human` and `client` yet. */
  readonly waiting: { readonly on: 'human' | 'client'; readonly since: number } | null;
  /** How many findings its entries have, the worst grade of them, and the rule of the first of that grade. */
  readonly findings: { readonly count: number; readonly worst: Grade | null; readonly rule: string | null };
  /** As asked for in `opened`: its raw frames follow. */
  readonly isOpened: boolean;
  /** As asked for in `collapsed`: what is below it is left out. */
  readonly isCollapsed: boolean;
}

/** When a group was, and who had to act in it. */
export type GroupTime = Pick<Group, 't' | 'until' | 'human' | 'client' | 'waiting'>;

/** A line of the timeline: an entry, or a group told by the facts of its first entry. */
export interface TimelineRow extends EntryRow {
  /** The group that this row stands for; null when it is a raw frame. */
  readonly group: Group | null;
  /** Of a raw `session/prompt`: how the time of its turn divides. */
  readonly turnTime?: GroupTime;
  /** Number of the group that the entry belongs to. */
  readonly groupNo: number;
  /** How far it is indented: 0 in the raw view, a group's level, one more for the raw frames of an opened group. */
  readonly level: number;
}

/**
 * The query of `rows`: `view=raw|folded` (raw), `q=FILTER`, and for the folded view `opened=3,17` and `collapsed=2`, numbers of groups.
 * Either `from=0&count=200`, or `around=SEQ&count=200` for the window in whose middle is the row that shows an entry: its own, its
 * group's, that of the collapsed turn or session it is in, or, where the filter hides it, the next row after it.
 * In the raw view without a filter row n is entry n; in the folded one, with nothing opened or collapsed, it is group n.
 * With a filter, the folded view has the groups with a matching entry, and below an opened one the matching entries.
 * With `part=1` a filter that takes long is answered early, with what it has let through so far: see `searched` of RowWindow. With
 * `around` that is nothing at all, or reaches to that row.
 */
export interface RowQuery {
  readonly view: 'raw' | 'folded';
  /** A filter; empty for none. */
  readonly q: string;
  readonly opened: readonly number[];
  readonly collapsed: readonly number[];
  /** The first row, or the entry to look at. `count` ≤ MAX_WINDOW. */
  readonly at: { readonly from: number } | { readonly around: number };
  readonly count: number;
  /** Whether a part of the list is better than none. */
  readonly part?: boolean;
}

export const MAX_WINDOW = 500;

/** How many groups can be opened, and how many collapsed, in one query. */
export const MAX_OPENED = 500;

/** Rows `from` … `from + rows.length − 1` of a list that has `total` now. */
export interface RowWindow {
  readonly from: number;
  readonly rows: readonly TimelineRow[];
  readonly total: number;
  /** Of the recording, without any filter. */
  readonly entries: number;
  /** How many entries the filter lets through; `entries` without one. */
  readonly shown: number;
  /**
   * Present while the filter has been asked of the first so many entries only: `total` and `shown` are of these. The search goes on when
   * the window is asked for again.
   */
  readonly searched?: number;
  /** With `around`: the row that shows the entry, −1 when the list is empty. Counted from the list's beginning, as `from`. */
  readonly index?: number;
  /** As in the live feed: when that tells another one, these rows may have changed. */
  readonly revision: number;
}

/** The query of `seek`: `q=FILTER&from=SEQ&step=1|-1&wrap=0|1`. `from` may be −1, to find the first with step 1. */
export interface SeekQuery {
  readonly q: string;
  readonly from: number;
  readonly step: 1 | -1;
  /** Go on at the other end when there is none further. */
  readonly wrap: boolean;
}

/** The nearest entry after (or before) `from` that matches. */
export interface SeekResult {
  readonly seq: number | null;
  /** Which of the `count` matches it is, from 1; null when there is none. */
  readonly ordinal: number | null;
  readonly count: number;
}

export const MAX_BUCKETS = 1000;

/** What passed when. Bucket n holds what came from `n × width` on, before `(n + 1) × width`. */
export interface Overview {
  /** Time of the last entry. */
  readonly duration: number;
  /** Microseconds of a bucket: as many as make no more than the wanted number of buckets. */
  readonly width: number;
  readonly buckets: readonly OverviewBucket[];
  readonly revision: number;
}

/** Counts of entries that the filter lets through, and the worst that was found in them. */
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
  /** `seq` of the prompt, and of what ended it (null while it is open). */
  readonly first: number;
  readonly last: number | null;
  readonly t: number;
  readonly until: number | null;
  /** The stop reason, or `error`; null while it is open. */
  readonly outcome: string | null;
  /** How the prompt begins. */
  readonly title: string;
}

/** Fields of the filter whose values are known from the recording. */
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

/** A value of a field (an id as JSON text, of a tool call its title), and how many entries have it. The most frequent come first. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** The answer with status 400 to a filter that cannot be read. */
export interface BadFilter {
  /** What is wrong, in a sentence. */
  readonly error: string;
  /** Which part of the filter that is about, in UTF-16 units: from `start` up to `end`. */
  readonly start: number;
  readonly end: number;
}
