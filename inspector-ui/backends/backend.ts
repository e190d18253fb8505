import type { ReadonlySignal } from '@preact/signals';
import type { RunChange } from '#core/contract/changes.ts';
import type { LiveMessage, LineToJudge } from '#core/contract/api.ts';
import type { ControlResult, ControlVerb } from '#core/contract/control.ts';
import type { MarkVerb } from '#core/contract/marks.ts';
import type { SaveRequest, ShareQuery } from '#core/contract/share.ts';
import type {
  BadFilter,
  RowQuery,
  RowWindow,
  SeekQuery,
  SeekResult,
  ValueCount,
  ValueField,
} from '#core/contract/timeline.ts';
import type { CardSeekQuery, ConversationQuery, ConversationWindow } from '#core/model/cards.ts';
import type { FilesQuery, FilesWindow, OperationsQuery, OperationsWindow } from '#core/model/files.ts';
import type { Comparison, SideQuery, Steps } from '#core/model/compare.ts';
import type { FindingDetail, RecordingReport } from '#core/model/finding.ts';
import type { TurnRow } from '#core/model/group.ts';
import type { Info } from '#core/model/info.ts';
import type { Overview } from '#core/model/overview.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { EntryDetail } from '#core/model/row.ts';
import type { Stats } from '#core/model/stats.ts';
import type { EpochMs, Seq } from '#core/units.ts';

/**
 * State of the connection to the server.
 * `offline`: the data is from `since`; the page tries again at `retryAt`.
 * `refused`: the server answers, but this tab has no token, or one from an earlier start of the server.
 * `file`: no server; the recordings are in the page.
 */
export type Connection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'offline'; readonly since: EpochMs; readonly retryAt: EpochMs }
  | { readonly kind: 'refused' }
  | { readonly kind: 'file' };

/**
 * An event of the feed. `connected` precedes the first message after every (re)connect: earlier messages may be lost.
 */
export type FeedEvent = { readonly kind: 'connected' } | LiveMessage;

/** A source of recordings: a server, or files in the page. */
export interface Backend {
  readonly connection: ReadonlySignal<Connection>;
  /** Starts the feed, or tries again at once when it is waiting to. */
  readonly connect: () => void;
  /** Calls `listener` for every event of the feed. Returns a function that stops this. */
  readonly listen: (listener: (event: FeedEvent) => void) => () => void;
  /** Subscribes to changes of one recording, again after every reconnect. Returns a function that stops this. */
  readonly follow: (recording: string) => () => void;
  /** All recordings. @throws {RequestFailed} and what `fetch` throws. */
  readonly recordings: () => Promise<readonly RecordingSummary[]>;
  /**
   * A window of the timeline. @throws {FilterRefused} {RequestFailed} and what `fetch` throws, `AbortError` included.
   */
  readonly rows: (recording: string, query: RowQuery, signal: AbortSignal) => Promise<RowWindow>;
  /** The next entry that matches a filter. @throws as `rows` does. */
  readonly seek: (recording: string, query: SeekQuery, signal: AbortSignal) => Promise<SeekResult>;
  /** Entries over time that match the filter `q`, in at most `buckets` pieces. @throws as `rows` does. */
  readonly overview: (recording: string, q: string, buckets: number, signal: AbortSignal) => Promise<Overview>;
  /**
   * The last MAX_TURNS prompt turns that begin up to the entry `to`, in order. @throws {RequestFailed} and what `fetch`
   * throws, `AbortError` included.
   */
  readonly turns: (recording: string, signal: AbortSignal, to?: number) => Promise<readonly TurnRow[]>;
  /** The values of a filter field, the most frequent first. @throws as `turns` does. */
  readonly values: (recording: string, field: ValueField, signal: AbortSignal) => Promise<readonly ValueCount[]>;
  /** Cards of the conversation as the user of the editor saw it. @throws as `rows` does. */
  readonly conversation: (
    recording: string,
    query: ConversationQuery,
    signal: AbortSignal,
  ) => Promise<ConversationWindow>;
  /** The first entry of the next card with a text. @throws as `rows` does. */
  readonly seekCard: (recording: string, query: CardSeekQuery, signal: AbortSignal) => Promise<SeekResult>;
  /** Counts of the agent's operations, by file. @throws as `rows` does. */
  readonly files: (recording: string, query: FilesQuery, signal: AbortSignal) => Promise<FilesWindow>;
  /** The agent's operations on one file. @throws as `rows` does. */
  readonly operations: (recording: string, query: OperationsQuery, signal: AbortSignal) => Promise<OperationsWindow>;
  /** @throws {RequestFailed} and what `fetch` throws, `AbortError` included. */
  readonly entry: (recording: string, seq: Seq, signal: AbortSignal) => Promise<EntryDetail>;
  /** Findings of the entries that match the filter `q`, by seq. @throws as `rows` does. */
  readonly findings: (recording: string, q: string, signal: AbortSignal) => Promise<readonly FindingDetail[]>;
  /** Counts of all rules. Computed for each request: takes seconds for long recordings. @throws as `turns` does. */
  readonly report: (recording: string, signal: AbortSignal) => Promise<RecordingReport>;
  /** Durations and costs. The first request takes a second for a very long recording. @throws as `turns` does. */
  readonly stats: (recording: string, signal: AbortSignal) => Promise<Stats>;
  /** Client, agent and their capabilities. Takes as long as `stats`. @throws as `turns` does. */
  readonly info: (recording: string, signal: AbortSignal) => Promise<Info>;
  /** Compares two recordings or parts: seconds for very long ones. @throws {RequestFailed} 404 if a part is missing. */
  readonly compare: (left: SideQuery, right: SideQuery, signal: AbortSignal) => Promise<Comparison>;
  /** How each run differs from the previous run of its command. @throws as `turns` does. */
  readonly changes: (signal: AbortSignal) => Promise<readonly RunChange[]>;
  /** The steps of a recording, to compare it with one that is not on the server. @throws as `turns` does. */
  readonly steps: (recording: string, signal: AbortSignal) => Promise<Steps>;
  /**
   * A text to paste elsewhere: see contract/share.ts. @throws {FilterRefused} {RequestFailed} 413 if it is too large.
   */
  readonly share: (recording: string, query: ShareQuery, signal: AbortSignal) => Promise<string>;
  /** A URL for one download of a file. @throws as `share` does. */
  readonly saveUrl: (recording: string, request: SaveRequest, signal: AbortSignal) => Promise<string>;
  /** The page that needs no server, without a recording. @throws {RequestFailed} and what `fetch` throws. */
  readonly offlinePage: (signal: AbortSignal) => Promise<string>;
  /** Takes part in the conversation of a running agent. @throws {ControlRefused} and what `fetch` throws. */
  readonly control: (recording: string, verb: ControlVerb) => Promise<ControlResult>;
  /** The findings about a line, if its side wrote it now. @throws {RequestFailed} and what `fetch` throws. */
  readonly judge: (recording: string, line: LineToJudge, signal: AbortSignal) => Promise<readonly FindingDetail[]>;
  /** Pins, names, comments, removes or restores a recording. @throws {ControlRefused} and what `fetch` throws. */
  readonly mark: (recording: string, verb: MarkVerb) => Promise<void>;
  /** A URL for one download of an entry's exact bytes. @throws {RequestFailed} and what `fetch` throws. */
  readonly bytesUrl: (recording: string, seq: Seq) => Promise<string>;
}

/** The server answered with an error status. */
export class RequestFailed extends Error {
  readonly status: number;

  constructor(status: number, path: string) {
    super(`The server answered ${status} to ${path}.`);
    this.name = 'RequestFailed';
    this.status = status;
  }
}

/** A change of a recording or of a running conversation was refused. The message has the reason. */
export class ControlRefused extends Error {}

/** The filter is invalid. The message has the reason; `start` … `end` is the invalid part. */
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

/** Returns the reason of a failed request, in words for the user. */
export const reasonOf = (error: unknown): string =>
  error instanceof RequestFailed || error instanceof FilterRefused || error instanceof ControlRefused
    ? error.message
    : 'The server does not answer.';

/** Calls `run` after `ms` milliseconds. Returns a function that cancels this. */
export type StartTimer = (ms: number, run: () => void) => () => void;
