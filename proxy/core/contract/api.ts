/**
 * What the server and the page say to each other. Plain JSON: times are microseconds since the recording's start unless a
 * name says otherwise, absent things are null. `list --json` and `show --json` print the same shapes.
 *
 *     GET /api/recordings                              RecordingSummary[], newest first
 *     GET /api/recordings/:id                          RecordingSummary
 *     GET /api/recordings/:id/rows?from=0&count=200    RowWindow, count ≤ MAX_WINDOW
 *     GET /api/recordings/:id/entries/:seq             EntryDetail
 *     GET /api/recordings/:id/entries/:seq/bytes       the exact bytes, as a download
 *     GET /api/recordings/:id/findings                 FindingDetail[], by seq
 *     GET /api/recordings/:id/report                   RecordingReport, judged anew: may take a second
 *     WS  /api/live                                    LiveRequest up, LiveMessage down
 */
export type RecordingState = 'live' | 'ended' | 'interrupted';

/** `clientInfo` or `agentInfo` of the handshake. */
export interface Implementation {
  readonly name: string;
  readonly title: string | null;
  readonly version: string | null;
}

export type Grade = 'error' | 'warning' | 'note';

export interface RecordingSummary {
  readonly id: string;
  readonly name: string | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly state: RecordingState;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly agent: Implementation | null;
  readonly client: Implementation | null;
  readonly protocolVersion: number | null;
  /** How many frames of each side, and pieces of stderr. */
  readonly entries: { readonly client: number; readonly agent: number; readonly stderr: number };
  readonly findings: { readonly [grade in Grade]: number };
  /** All entries, process events included: valid `seq` are 0 … total − 1. */
  readonly total: number;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
}

export type RowKind = 'request' | 'notification' | 'response' | 'error' | 'invalid' | 'stderr' | 'event';

/** One entry as a line of a list. */
export interface EntryRow {
  readonly seq: number;
  readonly t: number;
  /** null for process events. */
  readonly from: 'client' | 'agent' | 'stderr' | null;
  readonly kind: RowKind;
  /** A response has the method of its request; null where there is none to know. */
  readonly method: string | null;
  /** JSON text of the id (`1`, `"1"`), so that nothing is lost beyond 2^53. */
  readonly id: string | null;
  readonly session: string | null;
  /** One line that says what it is: `tool_call_update · completed · Edit file`. */
  readonly summary: string;
  readonly bytes: number;
  /** The other half of the exchange: `seq` of the request for a response, of the response for an answered request. */
  readonly pair: number | null;
  /** From request to response, on both halves. */
  readonly duration: number | null;
  readonly findings: readonly { readonly rule: string; readonly grade: Grade }[];
}

export const MAX_WINDOW = 500;

/** Rows `from` … `from + rows.length − 1` of a recording that has `total` now. */
export interface RowWindow {
  readonly from: number;
  readonly rows: readonly EntryRow[];
  readonly total: number;
}

export interface FindingDetail {
  readonly rule: string;
  readonly grade: Grade;
  /** Who is at fault. */
  readonly side: 'client' | 'agent';
  readonly seq: number;
  /** The earlier entries this one contradicts. */
  readonly related: readonly number[];
  /** JSON pointer into the frame, when one place is to blame. */
  readonly pointer: string | null;
  readonly message: string;
  readonly expected: string | null;
  readonly seen: string | null;
  /** Page of the specification. */
  readonly source: string;
  /** The requirement in acptap's words. */
  readonly requires: string;
  /** What real peers do with such a frame. */
  readonly peers: string;
}

/** One rule as a recording exercised it. Neither kept nor broken: not exercised, which is never a pass. */
export interface RuleReport {
  readonly id: string;
  readonly grade: Grade;
  readonly requires: string;
  readonly source: string;
  readonly kept: number;
  readonly broken: number;
}

/** Every rule of the catalogue, in its order. */
export interface RecordingReport {
  readonly rules: readonly RuleReport[];
}

/** Bodies longer than this are cut in `EntryDetail`; the bytes route has the whole. */
export const MAX_BODY_BYTES = 1_000_000;

export interface EntryDetail {
  readonly row: EntryRow;
  /** The exact text of the frame or stderr piece, line end included; null when it is no valid UTF-8. */
  readonly text: string | null;
  /** Base64 of the bytes when they are no valid UTF-8. */
  readonly base64: string | null;
  /** The process event as JSON, for rows of kind `event`. */
  readonly event: { readonly [member: string]: unknown } | null;
  /** True when `text` or `base64` holds only the first MAX_BODY_BYTES. */
  readonly cut: boolean;
  readonly findings: readonly FindingDetail[];
}

/** What the page asks of the live feed. One recording at a time is followed; `from` is the first row it lacks. */
export type LiveRequest =
  | { readonly kind: 'follow'; readonly recording: string; readonly from: number }
  | { readonly kind: 'unfollow' };

/**
 * What the live feed tells. On connecting, and after a break, it starts with all recordings.
 * `rows`: what came since the cursor, and earlier rows that have changed since (answered, or with new findings).
 * `skipped`: too much came for this page to be told row by row; it fetches the window it shows, and goes on from `total`.
 */
export type LiveMessage =
  | { readonly kind: 'recordings'; readonly recordings: readonly RecordingSummary[] }
  | { readonly kind: 'removed'; readonly ids: readonly string[] }
  | {
      readonly kind: 'rows';
      readonly recording: string;
      readonly rows: readonly EntryRow[];
      readonly amended: readonly EntryRow[];
      readonly total: number;
    }
  | { readonly kind: 'skipped'; readonly recording: string; readonly total: number };
