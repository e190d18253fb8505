import type { Finding } from '#core/rules/rule.ts';
import type { Difference } from '#core/wire/difference.ts';
import type { Seq } from '#core/wire/units.ts';

/** Where a replay differs from its recording. */
export interface Divergence {
  /** The recorded entry that should have come; null past the end of the recording, and for what has no place in it. */
  readonly seq: Seq | null;
  readonly expected: string | null;
  readonly received: string;
  /** Up to three places where the recorded client said something like it, the nearest first. */
  readonly nearMisses: readonly NearMiss[];
  /** All of it in one sentence. */
  readonly message: string;
  /** What differs in the params or the result; empty where another message came. */
  readonly difference: readonly Difference[];
}

export interface NearMiss {
  readonly seq: Seq;
  readonly message: string;
}

/** A recorded frame of the agent that was not sent: `{ seq: 8, message: 'session/request_permission' }`. */
export interface Unplayed {
  readonly seq: Seq;
  readonly message: string;
}

/** A message of the client that the recording does not have, and that is no divergence: a cancel, a notification. */
export interface Unrecorded {
  /** Its place in the journal. */
  readonly index: number;
  readonly message: string;
}

/** Where the live client broke a rule. `seq` counts the frames of both sides as they passed now, not those of the recording. */
export interface ClientFinding extends Finding {
  /** The beginning of the frame. */
  readonly frame: string;
}

/** How a replay went. Machine output: members are only ever added. */
export interface ReplayReport {
  /** The id of the recording, where it is known. */
  readonly recording: string | null;
  /** `complete`: everything recorded was said by both sides, and nothing else. */
  readonly outcome: 'complete' | 'incomplete' | 'diverged';
  /** Recorded frames sent to the client, and messages received from it. */
  readonly played: number;
  readonly received: number;
  /** Recorded client messages that never came. */
  readonly unused: readonly Seq[];
  /** Recorded frames of the agent that were not sent. */
  readonly unplayed: readonly Unplayed[];
  /** Messages of the client that were not recorded. A request that was not recorded is a divergence. */
  readonly unrecorded: readonly Unrecorded[];
  /** The first hundred. */
  readonly divergences: readonly Divergence[];
  /** How many there were beyond those: they are counted, and not looked into. */
  readonly moreDivergences: number;
  /** Client capabilities that the recorded agent used and the live client did not advertise. */
  readonly missingCapabilities: readonly string[];
  /** What was different and is no divergence. */
  readonly notes: readonly string[];
  /** The recording that went on in place of the first one; null when the first was played to its end. */
  readonly branch: string | null;
  /** What was waited for when it ended; null when there was nothing. */
  readonly waitedFor: string | null;
  /** What the test's `frame()` threw, which ended the replay; null where it threw nothing. */
  readonly failure: string | null;
  /** What breaks the protocol in what the live client said. Missing where that was not asked for (`verify`). */
  readonly findings?: readonly ClientFinding[];
}

/** What makes a replay a failure: a divergence that was not to be followed, under `strict` what was missing or not recorded, an error of the client, an error in the test's `frame()`. */
export function isFailure(
  { outcome, findings, unused, unplayed, unrecorded, failure }: ReplayReport,
  { onDivergence, strict }: { readonly onDivergence: 'fail' | 'follow'; readonly strict: boolean },
): boolean {
  if (typeof failure === 'string') return true;
  if (findings?.some(({ grade }) => grade === 'error')) return true;
  if (outcome !== 'diverged') return strict && outcome === 'incomplete';
  return onDivergence === 'fail' || (strict && [unused, unplayed, unrecorded].some(({ length }) => length > 0));
}
