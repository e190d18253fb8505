import type { Difference } from '#core/json/difference.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import type { Seq } from '#core/units.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { ReportedFault } from './reported-fault.ts';

/** Where a replay differs from its recording. */
export interface Divergence {
  /** The expected recorded entry; null past the end of the recording, and for divergences without a place in it. */
  readonly seq: Seq | null;
  readonly expected: string | null;
  readonly received: string;
  /** Up to three places where the recorded client said something similar, the nearest first. */
  readonly nearMisses: readonly NearMiss[];
  /** The divergence in one sentence. */
  readonly message: string;
  /** The differences in the params or the result; empty when another message came. */
  readonly difference: readonly Difference[];
}

export interface NearMiss {
  readonly seq: Seq;
  readonly message: string;
}

/** A message of the recording: `{ seq: 8, message: 'session/request_permission' }`. */
export interface RecordedMessage {
  readonly seq: Seq;
  readonly message: string;
}

/** A recorded frame of the agent that was not sent. */
export type Unplayed = RecordedMessage;

/** A message of the client, not in the recording, that is no divergence: a cancel, a notification. */
export interface Unrecorded {
  /** Its index in the journal. */
  readonly index: number;
  readonly message: string;
}

/** Where the live client broke a rule. `seq` counts the live frames of both sides, not those of the recording. */
export interface ClientFinding extends Finding {
  /** The beginning of the frame. */
  readonly frame: string;
}

/** The result of a replay. Machine output: members are only ever added. */
export interface ReplayReport {
  /** The id of the recording, if known. */
  readonly recording: string | null;
  /** The file of the recording, as it was given. Missing for a recording that is not a file. */
  readonly file?: string;
  /** `complete`: both sides said everything that was recorded, and nothing else. */
  readonly outcome: 'complete' | 'incomplete' | 'diverged';
  /** Recorded frames sent to the client, and messages received from it. */
  readonly played: number;
  readonly received: number;
  /** Recorded client messages that never came. */
  readonly unused: readonly Seq[];
  /** The same messages in words. */
  readonly missing: readonly RecordedMessage[];
  /** Recorded frames of the agent that were not sent. */
  readonly unplayed: readonly Unplayed[];
  /** Messages of the client that were not recorded. An unrecorded request is a divergence. */
  readonly unrecorded: readonly Unrecorded[];
  /** The first hundred. */
  readonly divergences: readonly Divergence[];
  /** The number of further divergences, which are not examined. */
  readonly moreDivergences: number;
  /** Client capabilities that the recorded agent used and the live client did not advertise. */
  readonly missingCapabilities: readonly string[];
  /** Differences that are no divergence. */
  readonly notes: readonly string[];
  /** The file or id of the recording that took over from the first; null when the first was played to its end. */
  readonly branch: string | null;
  /** The missing message at the replay's end; null if it did not wait. */
  readonly waitedFor: string | null;
  /** The error of the test's `frame()`, which ended the replay; null without an error. */
  readonly failure: string | null;
  /** The messages of the live client. */
  readonly journal: readonly JournalEntry[];
  /** Protocol errors in the live client's messages. Missing unless requested (`verify`). */
  readonly findings?: readonly ClientFinding[];
  /** The faults, each with the number of frames that it touched, and their seed. Missing in a replay without faults. */
  readonly faults?: readonly ReportedFault[];
  readonly seed?: number;
  /** Which fault acted last and on which frame, in words; null if none acted. Missing in a replay without faults. */
  readonly lastFault?: string | null;
}
