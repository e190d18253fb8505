import type { ReadonlySignal } from '@preact/signals';
import type { EntryDetail, FindingDetail, LiveMessage, RecordingReport, RecordingSummary } from '#core/contract/api.ts';
import type {
  BadFilter,
  Overview,
  RowQuery,
  RowWindow,
  SeekQuery,
  SeekResult,
  TurnRow,
  ValueCount,
  ValueField,
} from '#core/contract/timeline.ts';
import type { Comparison, SideQuery, Steps } from '#core/contract/compare.ts';
import type { ShareQuery } from '#core/contract/share.ts';
import type { ConversationQuery, ConversationWindow } from '#core/contract/conversation.ts';
import type { Info } from '#core/contract/info.ts';
import type { Stats } from '#core/contract/stats.ts';
import type { EpochMs, Seq } from '#core/wire/units.ts';

/**
 * How fresh the page is.
 * `offline`: what is shown was true at `since`; the next attempt is made at `retryAt`.
 * `refused`: a server answers, but this tab has no token, or one of an earlier start.
 * `file`: there is no server, what is shown is in the page.
 */
export type Connection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'offline'; readonly since: EpochMs; readonly retryAt: EpochMs }
  | { readonly kind: 'refused' }
  | { readonly kind: 'file' };

/** What the feed tells. `connected` comes before the first message after every (re)connect: until then anything may have been missed. */
export type FeedEvent = { readonly kind: 'connected' } | LiveMessage;

/** Where recordings come from. A value; a server is one, a saved file can be another. */
export interface Backend {
  readonly connection: ReadonlySignal<Connection>;
  /** Starts the feed, or tries again at once when it is waiting to. */
  readonly connect: () => void;
  /** Calls `listener` for every event of the feed; returns how to stop that. */
  readonly listen: (listener: (event: FeedEvent) => void) => () => void;
  /** Asks to be told when one recording changes, again after every reconnect. Returns how to stop that. */
  readonly follow: (recording: string) => () => void;
  /** All recordings as they are now. @throws {RequestFailed} and whatever `fetch` throws. */
  readonly recordings: () => Promise<readonly RecordingSummary[]>;
  /** A window of the timeline. @throws {FilterRefused} {RequestFailed} and whatever `fetch` throws, `AbortError` included. */
  readonly rows: (recording: string, query: RowQuery, signal: AbortSignal) => Promise<RowWindow>;
  /** The next entry that matches a filter. @throws as `rows` does. */
  readonly seek: (recording: string, query: SeekQuery, signal: AbortSignal) => Promise<SeekResult>;
  /** What passed when, of what the filter `q` lets through, in at most `buckets` pieces. @throws as `rows` does. */
  readonly overview: (recording: string, q: string, buckets: number, signal: AbortSignal) => Promise<Overview>;
  /** The prompt turns, in order. @throws {RequestFailed} and whatever `fetch` throws, `AbortError` included. */
  readonly turns: (recording: string, signal: AbortSignal) => Promise<readonly TurnRow[]>;
  /** What a field of the filter can be, the most frequent first. @throws as `turns` does. */
  readonly values: (recording: string, field: ValueField, signal: AbortSignal) => Promise<readonly ValueCount[]>;
  /** Cards of what the person in front of the editor saw. @throws as `rows` does. */
  readonly conversation: (
    recording: string,
    query: ConversationQuery,
    signal: AbortSignal,
  ) => Promise<ConversationWindow>;
  /** @throws {RequestFailed} and whatever `fetch` throws, `AbortError` included. */
  readonly entry: (recording: string, seq: Seq, signal: AbortSignal) => Promise<EntryDetail>;
  /** Everything that is wrong with what the filter `q` lets through of a recording, by seq. @throws as `rows` does. */
  readonly findings: (recording: string, q: string, signal: AbortSignal) => Promise<readonly FindingDetail[]>;
  /** Judged anew by the server: seconds for long recordings. @throws as `turns` does. */
  readonly report: (recording: string, signal: AbortSignal) => Promise<RecordingReport>;
  /** How long everything took, and what it cost: a second for a very long recording, the first time. @throws as `turns` does. */
  readonly stats: (recording: string, signal: AbortSignal) => Promise<Stats>;
  /** Who talks to whom, and what both can do. Takes as long as `stats` does. @throws as `turns` does. */
  readonly info: (recording: string, signal: AbortSignal) => Promise<Info>;
  /** What changed from one recording, or part of one, to another: seconds for very long ones. @throws {RequestFailed} 404 where there is no such part. */
  readonly compare: (left: SideQuery, right: SideQuery, signal: AbortSignal) => Promise<Comparison>;
  /** What a recording is to `compare`, for comparing it with one that the backend does not have. @throws as `turns` does. */
  readonly steps: (recording: string, signal: AbortSignal) => Promise<Steps>;
  /** A text to paste elsewhere: see contract/share.ts. @throws {FilterRefused} {RequestFailed} 413 where it is too large for that. */
  readonly share: (recording: string, query: ShareQuery, signal: AbortSignal) => Promise<string>;
  /** An address of the exact bytes of an entry that works for one download. @throws {RequestFailed} and whatever `fetch` throws. */
  readonly bytesUrl: (recording: string, seq: Seq) => Promise<string>;
}

/** The server answered, but not with what was asked for. */
export class RequestFailed extends Error {
  readonly status: number;

  constructor(status: number, path: string) {
    super(`The server answered ${status} to ${path}.`);
    this.name = 'RequestFailed';
    this.status = status;
  }
}

/** A filter that cannot be read: the message says why, `start` … `end` is the part of it that is meant. */
export class FilterRefused extends Error {
  readonly start: number;
  readonly end: number;

  constructor({ error, start, end }: BadFilter) {
    super(error);
    this.name = 'FilterRefused';
    this.start = start;
    this.end = end;
  }
}

/** Why a request did not bring what it was for, in words for the reader. */
export const reasonOf = (error: unknown): string =>
  error instanceof RequestFailed || error instanceof FilterRefused ? error.message : 'The server does not answer.';

/** Runs something after `ms` milliseconds; returns how to cancel it. */
export type Later = (ms: number, run: () => void) => () => void;
