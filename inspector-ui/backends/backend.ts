import type { ReadonlySignal } from '@preact/signals';
import type {
  EntryDetail,
  FindingDetail,
  LiveMessage,
  RecordingReport,
  RecordingSummary,
  RowWindow,
} from '#core/contract/api.ts';
import type { EpochMs, Seq } from '#core/wire/units.ts';

/**
 * How fresh the page is.
 * `offline`: what is shown was true at `since`; the next attempt is made at `retryAt`.
 * `refused`: a server answers, but the sign-in cookie is missing or no longer valid.
 */
export type Connection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'offline'; readonly since: EpochMs; readonly retryAt: EpochMs }
  | { readonly kind: 'refused' };

/** What the feed tells. `connected` comes before the first message after every (re)connect: until then anything may have been missed. */
export type FeedEvent = { readonly kind: 'connected' } | LiveMessage;

/** Where recordings come from. A value; a server is one, a saved file can be another. */
export interface Backend {
  readonly connection: ReadonlySignal<Connection>;
  /** Starts the feed, or tries again at once when it is waiting to. */
  readonly connect: () => void;
  /** Calls `listener` for every event of the feed; returns how to stop that. */
  readonly listen: (listener: (event: FeedEvent) => void) => () => void;
  /** Asks for the rows of one recording from `cursor()` on, again after every reconnect. Returns how to stop that. */
  readonly follow: (recording: string, cursor: () => number) => () => void;
  /** All recordings as they are now. @throws {RequestFailed} and whatever `fetch` throws. */
  readonly recordings: () => Promise<readonly RecordingSummary[]>;
  /** @throws {RequestFailed} and whatever `fetch` throws, `AbortError` included. */
  readonly rows: (recording: string, from: number, count: number, signal: AbortSignal) => Promise<RowWindow>;
  /** @throws {RequestFailed} and whatever `fetch` throws, `AbortError` included. */
  readonly entry: (recording: string, seq: Seq, signal: AbortSignal) => Promise<EntryDetail>;
  /** Everything that is wrong in a recording, by seq. @throws {RequestFailed} and whatever `fetch` throws, `AbortError` included. */
  readonly findings: (recording: string, signal: AbortSignal) => Promise<readonly FindingDetail[]>;
  /** Judged anew by the server: seconds for long recordings. @throws as `findings` does. */
  readonly report: (recording: string, signal: AbortSignal) => Promise<RecordingReport>;
  /** Address of the exact bytes of an entry, for a download. */
  readonly bytesUrl: (recording: string, seq: Seq) => string;
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

/** Why a request did not bring what it was for, in words for the reader. */
export const reasonOf = (error: unknown): string =>
  error instanceof RequestFailed ? error.message : 'The server does not answer.';

/** Runs something after `ms` milliseconds; returns how to cancel it. */
export type Later = (ms: number, run: () => void) => () => void;
