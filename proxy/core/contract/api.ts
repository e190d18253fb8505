/**
 * What the server and the page say to each other. Plain JSON: times are microseconds since the recording's start unless a
 * name says otherwise, absent things are null. `list --json` and `show --json` print the same shapes.
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
 *     GET /api/recordings/:id/findings?q=…             FindingDetail[], by seq: those of the entries that match
 *     GET /api/recordings/:id/report                   RecordingReport, judged anew: may take a second
 *     GET /api/compare?left=ID&right=ID                Comparison: see compare.ts
 *     WS  /api/live                                    LiveRequest up, LiveMessage down
 *
 * RowQuery to ValueCount, and what a group is, are in timeline.ts. `q` is a filter (core/filter), empty or missing for none. A filter that cannot be read is answered with 400 and a BadFilter,
 * everything else that is wrong with 4xx and `{"error": text}`.
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
  /** What a live recording waits for: its open requests, oldest first, at most MAX_WAITING. Empty when it is not live. */
  readonly waiting: readonly Waiting[];
}

export const MAX_WAITING = 5;

/** A request without an answer so far. */
export interface Waiting {
  /** Who waits: the side that has asked. The other one is to answer. */
  readonly side: 'client' | 'agent';
  readonly method: string;
  /** JSON text of the id. */
  readonly id: string;
  readonly seq: number;
  readonly t: number;
  readonly session: string | null;
  /** When something last came from the side that is to answer: of the agent its standard error, too. null where nothing has. */
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
  /** A response has the method of its request; null where there is none to know. */
  readonly method: string | null;
  /** JSON text of the id (`1`, `"1"`), so that nothing is lost beyond 2^53. */
  readonly id: string | null;
  readonly session: string | null;
  /** The tool call it is about or was made for, with the title given last. */
  readonly tool: { readonly id: string; readonly title: string | null } | null;
  /** One line that says what it is: `tool_call_update · completed · Edit file`. */
  readonly summary: string;
  readonly bytes: number;
  /** The other half of the exchange: `seq` of the request for a response, of the response for an answered request. */
  readonly pair: number | null;
  /** From request to response, on both halves. */
  readonly duration: number | null;
  readonly findings: readonly { readonly rule: string; readonly grade: Grade }[];
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

/** What the page asks of the live feed. One recording at a time is followed; it is told how that is at once. */
export type LiveRequest = { readonly kind: 'follow'; readonly recording: string } | { readonly kind: 'unfollow' };

/**
 * What the live feed tells. On connecting, and after a break, it starts with all recordings.
 * `changed`: the followed recording has `total` entries now, and `revision` is another number than before: entries came, or what is
 * known of earlier ones has changed (answered, grouped, judged). What is shown is to be fetched again. Never told more than once
 * each 25 ms.
 */
export type LiveMessage =
  | { readonly kind: 'recordings'; readonly recordings: readonly RecordingSummary[] }
  | { readonly kind: 'removed'; readonly ids: readonly string[] }
  | { readonly kind: 'changed'; readonly recording: string; readonly total: number; readonly revision: number };
