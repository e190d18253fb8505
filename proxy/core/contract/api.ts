/**
 * The protocol between the server and the page. Plain JSON: times are microseconds since the recording's
 * start unless a name says otherwise; absent values are null. `list --json` and `show --json` print the same
 * shapes.
 *
 *     GET /api/recordings                              RecordingSummary[], newest first
 *     GET /api/recordings/:id                          RecordingSummary
 *     GET /api/recordings/:id/rows?view=…&q=…          RowWindow: see RowQuery
 *     GET /api/recordings/:id/seek?q=…&from=7&step=1   SeekResult: see SeekQuery
 *     GET /api/recordings/:id/overview?q=…&buckets=600 Overview, buckets ≤ MAX_BUCKETS
 *     GET /api/recordings/:id/turns                    TurnRow[], by number
 *     GET /api/recordings/:id/values?field=method      ValueCount[], at most MAX_VALUES: see VALUE_FIELDS
 *     GET /api/recordings/:id/entries/:seq             EntryDetail
 *     GET /api/recordings/:id/entries/:seq/bytes       the exact bytes, as a download
 *     GET /api/recordings/:id/findings?q=…             FindingDetail[] of the matching entries, by seq
 *     GET /api/recordings/:id/report                   RecordingReport, judged anew: may take a second
 *     GET /api/compare?left=ID&right=ID                Comparison: see compare.ts
 *     WS  /api/live                                    LiveRequest up, LiveMessage down
 *
 * timeline.ts defines groups and RowQuery to ValueCount. `q` is a filter (core/filter); empty or missing for
 * no filter. An invalid filter is answered with 400 and a BadFilter, any other error with 4xx and `{"error":
 * text}`.
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
  /** The number of frames of each side, and of pieces of stderr. */
  readonly entries: { readonly client: number; readonly agent: number; readonly stderr: number };
  readonly findings: { readonly [grade in Grade]: number };
  /** All entries, process events included: valid `seq` are 0 … total − 1. */
  readonly total: number;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  /** The open requests of a live recording, oldest first, at most MAX_WAITING. Empty when it is not live. */
  readonly waiting: readonly Waiting[];
}

export const MAX_WAITING = 5;

/** A request without a response so far. */
export interface Waiting {
  /** The side that sent the request. The other side must answer. */
  readonly side: 'client' | 'agent';
  readonly method: string;
  /** JSON text of the id. */
  readonly id: string;
  readonly seq: number;
  readonly t: number;
  readonly session: string | null;
  /** When the answering side last sent something (for the agent also stderr). null if it has sent nothing. */
  readonly heard: number | null;
}

export type RowKind = 'request' | 'notification' | 'response' | 'error' | 'invalid' | 'stderr' | 'event';

/** One entry as a line of a list. */
export interface EntryRow {
  readonly seq: number;
  readonly t: number;
  /** null for process events. */
  readonly from: 'client' | 'agent' | 'stderr' | null;
  readonly kind: RowKind;
  /** A response has the method of its request; null if unknown. */
  readonly method: string | null;
  /** JSON text of the id (`1`, `"1"`), which keeps digits beyond 2^53. */
  readonly id: string | null;
  readonly session: string | null;
  /** The tool call of the message or the exchange, with its latest title. */
  readonly tool: { readonly id: string; readonly title: string | null } | null;
  /** One line about the message: `tool_call_update · completed · Edit file`. */
  readonly summary: string;
  readonly bytes: number;
  /** Present for a frame that is too large to be read: of it only the beginning is shown. Its kind is `invalid`. */
  readonly cut?: { readonly bytes: number; readonly sha256: string };
  /** For a response, the `seq` of its request; for an answered request, the `seq` of its response. */
  readonly pair: number | null;
  /** From request to response, in both rows. */
  readonly duration: number | null;
  readonly findings: readonly { readonly rule: string; readonly grade: Grade }[];
}

export interface FindingDetail {
  readonly rule: string;
  readonly grade: Grade;
  /** The side at fault. */
  readonly side: 'client' | 'agent';
  readonly seq: number;
  /** The earlier entries that this one contradicts. */
  readonly related: readonly number[];
  /** JSON pointer into the frame, when one place is at fault. */
  readonly pointer: string | null;
  readonly message: string;
  readonly expected: string | null;
  readonly seen: string | null;
  /** Address of the page in the specification. */
  readonly source: string;
  /** The requirement in acptap's words. */
  readonly requires: string;
  /** What real peers do with such a frame. */
  readonly peers: string;
}

/** How often a recording kept and broke one rule. Both 0: the rule was not exercised, which is never a pass. */
export interface RuleReport {
  readonly id: string;
  readonly grade: Grade;
  readonly requires: string;
  readonly source: string;
  readonly kept: number;
  readonly broken: number;
}

/** Every rule, in the order of the catalogue. */
export interface RecordingReport {
  readonly rules: readonly RuleReport[];
}

/** `EntryDetail` cuts longer bodies; the bytes route sends them whole. */
export const MAX_BODY_BYTES = 1_000_000;

export interface EntryDetail {
  readonly row: EntryRow;
  /** The exact text of the frame or stderr piece, line end included; null when it is not valid UTF-8. */
  readonly text: string | null;
  /** Base64 of the bytes when they are not valid UTF-8. */
  readonly base64: string | null;
  /** The process event as JSON, for rows of kind `event`. */
  readonly event: { readonly [member: string]: unknown } | null;
  /** True when `text` or `base64` holds only the first MAX_BODY_BYTES, or the beginning of a cut frame. */
  readonly cut: boolean;
  /** Present where the bytes route has no more than this: a frame that came cut with its file. */
  readonly isBeginning?: boolean;
  readonly findings: readonly FindingDetail[];
}

/** A page's request to the live feed. A page follows one recording at a time, and gets its current state at once. */
export type LiveRequest = { readonly kind: 'follow'; readonly recording: string } | { readonly kind: 'unfollow' };

/**
 * A message of the live feed. The feed starts with all recordings, on connecting and after a break. `changed`: the
 * followed recording has `total` entries now, and a new `revision`: entries were added, or facts about earlier ones
 * changed (answered, grouped, judged). The page then fetches its rows again. Sent at most once every 25 ms.
 */
export type LiveMessage =
  | { readonly kind: 'recordings'; readonly recordings: readonly RecordingSummary[] }
  | { readonly kind: 'removed'; readonly ids: readonly string[] }
  | { readonly kind: 'changed'; readonly recording: string; readonly total: number; readonly revision: number };
