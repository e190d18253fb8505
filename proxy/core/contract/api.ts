import type { ControlState } from './control.ts';
import type { Removal } from './marks.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
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
 *     GET /api/recordings/:id/turns?to=SEQ             TurnRow[], by number: the last MAX_TURNS that begin up to an entry
 *     GET /api/recordings/:id/values?field=method      ValueCount[], at most MAX_VALUES: see VALUE_FIELDS
 *     GET /api/recordings/:id/entries/:seq             EntryDetail
 *     GET /api/recordings/:id/entries/:seq/bytes       the exact bytes, as a download
 *     GET /api/recordings/:id/findings?q=…             FindingDetail[] of the matching entries, by seq
 *     GET /api/recordings/:id/report                   RecordingReport, judged anew: may take a second
 *     GET /api/changes                                 RunChange[], of the newest MAX_CHANGES recordings
 *     GET /api/compare?left=ID&right=ID                Comparison: see compare.ts
 *     POST /api/recordings/:id/control                 a ControlVerb of control.ts; answered by a ControlResult, or 409
 *     POST /api/recordings/:id/judge                   LineToJudge: FindingDetail[], if a side wrote this line now
 *     POST /api/recordings/:id/marks                   a MarkVerb of marks.ts; answered by {}, or 409
 *     WS  /api/live                                    LiveRequest up, LiveMessage down
 *
 * timeline.ts defines groups and RowQuery to ValueCount. `q` is a filter (core/filter); empty or missing for
 * no filter. An invalid filter is answered with 400 and a BadFilter, any other error with 4xx and `{"error":
 * text}`.
 */

/** A page's request to the live feed. A page follows one recording at a time, and gets its current state at once. */
export type LiveRequest = { readonly kind: 'follow'; readonly recording: string } | { readonly kind: 'unfollow' };

/**
 * A message of the live feed. The feed starts with all recordings, on connecting and after a break. `changed`: the
 * followed recording has `total` entries now, and a new `revision`: entries were added, or facts about earlier ones
 * changed (answered, grouped, judged). The page then fetches its rows again. Sent at most once every 25 ms.
 * `taking-part`: the state of a running agent whose conversation acptap may take part in; null when it has ended. All of
 * them are sent on connecting. While a page is connected, frames are held.
 * `removals`: the recordings that were removed on a page and can still be restored. Sent on connecting, too, where pages
 * may change recordings at all.
 * `large-folder`: the data folder has so many bytes, which is worth a notice; null when it no longer has.
 */
export type LiveMessage =
  | { readonly kind: 'recordings'; readonly recordings: readonly RecordingSummary[] }
  | { readonly kind: 'removed'; readonly ids: readonly string[] }
  | { readonly kind: 'taking-part'; readonly recording: string; readonly state: ControlState | null }
  | { readonly kind: 'removals'; readonly recordings: readonly Removal[] }
  | { readonly kind: 'large-folder'; readonly used: number | null }
  | { readonly kind: 'changed'; readonly recording: string; readonly total: number; readonly revision: number };

/** A line that one side might write. `bytes` are base64. */
export interface LineToJudge {
  readonly from: 'client' | 'agent';
  readonly bytes: string;
}

/** The command to run in a large data folder, for notices. */
export const PRUNE_COMMAND = 'acptap prune --older-than 30d --dry-run';
