import type { RecordingSummary } from './recording-summary.ts';

/** Content of the page of `stats --format html`. Its summary has neither command, folder nor comments. */
export interface StatsFile {
  readonly summary: RecordingSummary;
  readonly stats: Stats;
}

/**
 * The stats of a recording: `GET /api/recordings/:id/stats` and `stats --json`. Durations and times are microseconds.
 * Every figure names the entry behind it, so that a reader can look it up. Lists have a limit and give the total.
 */
export interface Stats {
  /** All turns in the order of their prompts; of more than MAX_TURNS the longest, and those that are open. */
  readonly turns: readonly TurnStats[];
  /** The number of all turns, and their times together. */
  readonly turnCount: number;
  readonly turnTime: TimeByOwner;
  /** One line for each method of each side, the longest total time first. */
  readonly methods: readonly MethodStats[];
  /** One line for each kind of tool call, the longest total time first. */
  readonly tools: readonly ToolStats[];
  /** Time to the first chunk of a turn's response. */
  readonly firstChunk: Durations | null;
  /** The agent's reports, by session; leaves out sessions without a report. */
  readonly usage: readonly SessionUsage[];
  /** How the token counts were interpreted; null if no session reported twice. */
  readonly tokenReading: TokenReading | null;
  /** The longest silences, at most MAX_GAPS, the longest first. */
  readonly gaps: readonly Gap[];
  readonly traffic: readonly Traffic[];
  /** From the first entry to the last; of a live recording that is silent, up to now. */
  readonly duration: number;
  /** The part of `duration` in silences of at least GAP_US. */
  readonly silence: number;
  /** Present for a recording with interventions; on the page, once it has ended. All times are those of receipt. */
  readonly interventions?: readonly InterventionStats[];
}

/** The interventions of one kind. */
export interface InterventionStats {
  readonly kind: string;
  /** Frames with an intervention of this kind, and how many of them were not delivered. */
  readonly frames: number;
  readonly lost: number;
  /** Lines that acptap itself wrote. */
  readonly written: number;
  /** Streams that it closed, and ends of the agent. */
  readonly endings: number;
}

export const MAX_TURNS = 1000;
export const MAX_GAPS = 10;
/** A silence of at least this length is a gap, because a person notices it. */
export const GAP_US = 1_000_000;

/** A side that has to act counts as silent after this: models pause for a second or two between chunks. */
export const SILENT_US = 3_000_000;

/**
 * p50 and p95 are durations that occurred (nearest rank); of more than 256 durations, they are within 1 % of
 * one. The others are exact.
 */
export interface Durations {
  readonly count: number;
  readonly total: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** `seq` of the request, prompt or tool call that took `max`. */
  readonly slowest: number;
  /**
   * The distribution: the number of durations up to each limit (10, 20, 50, 100, … µs) and above the limit before it.
   * Ascending, without empty ranges.
   */
  readonly spread: readonly { readonly upTo: number; readonly count: number }[];
}

/**
 * How a time splits: waiting for a person (permissions, elicitations), waiting for the client otherwise, waiting for the
 * delivery of a frame that acptap kept, and the rest, which is the agent's.
 */
export interface TimeByOwner {
  readonly agent: number;
  readonly client: number;
  readonly human: number;
  /** 0 in a raw recording. */
  readonly acptap: number;
}

/** The owners of time, with their names, in the order in which they are shown. */
export const OWNERS = [
  ['agent', 'agent'],
  ['client', 'client'],
  ['human', 'person'],
  ['acptap', 'acptap'],
] as const satisfies readonly (readonly [owner: keyof TimeByOwner, name: string])[];

export interface TurnStats {
  readonly number: number;
  readonly session: string;
  /** `seq` of the prompt. */
  readonly seq: number;
  readonly t: number;
  /** null while the turn is open. */
  readonly duration: number | null;
  readonly outcome: string | null;
  /** From the prompt to the first chunk of text or thought; null without one. */
  readonly firstChunk: number | null;
  readonly chunks: number;
  readonly toolCalls: number;
  /** Of an open turn, its time so far: see `withTimeSoFar`. */
  readonly share: TimeByOwner;
  /** Who has to act in an open turn; null once it has ended. */
  readonly awaited: keyof TimeByOwner | null;
  /** Tokens of this turn alone; null if its end reported none. See `TokenReading`. */
  readonly tokens: Tokens | null;
  /** Cost that the agent reported since the session's last turn ended; null without a report in this turn. */
  readonly cost: Cost | null;
}

/** In a currency of ISO 4217. */
export interface Cost {
  readonly amount: number;
  readonly currency: string;
}

export interface MethodStats {
  readonly method: string;
  /** The side that asks. */
  readonly from: 'client' | 'agent';
  /** null until one request was answered. */
  readonly answered: Durations | null;
  readonly errors: number;
  /** The number of requests that acptap itself answered. */
  readonly byAcptap: number;
  /** The number of requests without a response so far. */
  readonly open: number;
}

export interface ToolStats {
  /** `read`, `edit`, `execute`, …; `other` if the agent gave none. */
  readonly kind: string;
  readonly ended: Durations | null;
  readonly failed: number;
  /** `seq` of the first failed call; null without one. */
  readonly firstFailed: number | null;
  readonly open: number;
  /** `seq` of the first open call; null without one. */
  readonly firstOpen: number | null;
  /** Only of ended calls. */
  readonly share: TimeByOwner;
}

/** Token counts as the agent reported them. */
export interface Tokens {
  readonly total: number | null;
  readonly input: number | null;
  readonly output: number | null;
  readonly thought: number | null;
  readonly cachedRead: number | null;
  readonly cachedWrite: number | null;
  /**
   * Their place: `usage` of the prompt's response, a state update (version 2), or the private `_meta.quota`
   * of a response.
   */
  readonly source: 'usage' | 'state' | 'quota';
}

/**
 * The scope of each token report: one `turn`, or the `session` so far. `state` and `quota` count a turn by
 * definition. The draft of version 1 says session, but many agents count each turn; a falling count shows
 * that. `schema`: no count fell.
 */
export type TokenReading =
  | { readonly counts: 'turn'; readonly because: 'state' | 'quota' }
  /** `seq`: the first report lower than its predecessor. */
  | { readonly counts: 'turn'; readonly because: 'fell'; readonly seq: number }
  | { readonly counts: 'session'; readonly because: 'schema' };

export interface SessionUsage {
  readonly session: string;
  /** Sum over all turns with a report. */
  readonly tokens: Tokens | null;
  /** The last turn with a report. */
  readonly lastTurn: Tokens | null;
  /** The last `usage_update`. */
  readonly context: { readonly used: number; readonly size: number } | null;
  /** The cost of the session so far. */
  readonly cost: Cost | null;
  /** `seq` of the last report. */
  readonly seq: number;
}

export interface Gap {
  /** `seq` of the entry before the gap and of the entry that ended it; null while the gap lasts. */
  readonly after: number;
  readonly before: number | null;
  readonly t: number;
  readonly duration: number;
  /** The part of `duration` in which everybody waited for the delivery of a frame that acptap kept. */
  readonly acptap: number;
  /**
   * Who had to act. `acptap` if it kept a frame for most of the gap: `seq` is that frame, a request or a response. Else the
   * side that had to answer the request `seq`: the oldest that was open during the whole gap, the agent's before the
   * client's. null if there was none: the person was away or reading.
   */
  readonly waitingFor: {
    readonly seq: number;
    readonly method: string;
    readonly side: 'client' | 'agent' | 'acptap';
  } | null;
}

export interface Traffic {
  readonly from: 'client' | 'agent' | 'stderr';
  /** Number of frames, or of pieces of stderr. */
  readonly entries: number;
  readonly bytes: number;
  /** The size and the `seq` of the largest. */
  readonly largest: { readonly bytes: number; readonly seq: number } | null;
}
