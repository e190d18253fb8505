import type { Group, GroupTime } from '../model/group.ts';
import type { EntryRow } from '../model/row.ts';

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
   * continues when the window is requested again.
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
  /** The mistake, in a sentence. */
  readonly error: string;
  /** The part of the filter with the mistake, in UTF-16 units: from `start` up to `end`. */
  readonly start: number;
  readonly end: number;
}
