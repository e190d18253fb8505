/**
 * The figures of a recording: `GET /api/recordings/:id/stats` and `stats --json`. Durations and times are microseconds; every figure
 * names the entry behind it, so that it can be looked at. Lists are bounded, and say what of.
 */
export interface Stats {
  /** Of what is open at the time, nothing is counted but `open`. */
  readonly turns: readonly TurnStats[];
  /** How many turns there were: `turns` has the first MAX_TURNS. */
  readonly turnCount: number;
  /** One line for each method of each side, the most time first. */
  readonly methods: readonly MethodStats[];
  /** One line for each kind of tool call, the most time first. */
  readonly tools: readonly ToolStats[];
  /** Time to the first chunk of a turn's answer. */
  readonly firstChunk: Durations | null;
  /** What the agent reported, by session; sessions that it reported nothing of are missing. */
  readonly usage: readonly SessionUsage[];
  /** How the token counts of turns and sessions were read from the reports; null where no session reported twice. */
  readonly tokenReading: TokenReading | null;
  /** The longest silences, at most MAX_GAPS, the longest first. */
  readonly gaps: readonly Gap[];
  readonly traffic: readonly Traffic[];
  /** From the first entry to the last. */
  readonly duration: number;
  /** How much of `duration` is longer silence than GAP_US: nothing was passing. */
  readonly silence: number;
}

export const MAX_TURNS = 1000;
export const MAX_GAPS = 10;
/** Silence from this on is a gap: a person notices it. */
export const GAP_US = 1_000_000;

/** p50 and p95 are durations that occurred (nearest rank); of more than 256 durations they are within 1 % of such. The others are exact. */
export interface Durations {
  readonly count: number;
  readonly total: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** `seq` of the request, prompt or tool call that took `max`. */
  readonly slowest: number;
}

/** Whose time it was: a person's (permissions, elicitations), the rest of the client's, and the agent's, which is what remains. */
export interface Share {
  readonly agent: number;
  readonly client: number;
  readonly human: number;
}

export interface TurnStats {
  readonly number: number;
  readonly session: string;
  /** `seq` of the prompt. */
  readonly seq: number;
  readonly t: number;
  /** null while it is open. */
  readonly duration: number | null;
  readonly outcome: string | null;
  /** From the prompt to the first chunk of text or thought; null when there was none. */
  readonly firstChunk: number | null;
  readonly chunks: number;
  readonly toolCalls: number;
  readonly share: Share;
  /** Of this turn alone; null where its end reported none. See `TokenReading`. */
  readonly tokens: Tokens | null;
}

export interface MethodStats {
  readonly method: string;
  /** Who asks. */
  readonly from: 'client' | 'agent';
  /** null until one was answered. */
  readonly answered: Durations | null;
  readonly errors: number;
  /** Without an answer so far. */
  readonly open: number;
}

export interface ToolStats {
  /** `read`, `edit`, `execute`, …; `other` where none was said. */
  readonly kind: string;
  readonly ended: Durations | null;
  readonly failed: number;
  readonly open: number;
  /** Of those that ended. */
  readonly share: Share;
}

/** Token counts as the agent gives them. */
export interface Tokens {
  readonly total: number | null;
  readonly input: number | null;
  readonly output: number | null;
  readonly thought: number | null;
  readonly cachedRead: number | null;
  readonly cachedWrite: number | null;
  /** Where they stood: `usage` of the prompt's answer, of a state update (version 2), or the private `_meta.quota` of an answer. */
  readonly source: 'usage' | 'state' | 'quota';
}

/**
 * What each report of tokens counts: one `turn`, or the `session` so far. `state` and `quota` count a turn by definition. The draft of
 * version 1 says session, but many agents count each turn: they are known by a count that fell. `schema`: none did.
 */
export type TokenReading =
  | { readonly counts: 'turn'; readonly because: 'state' | 'quota' }
  /** `seq`: the first report that was less than the one before. */
  | { readonly counts: 'turn'; readonly because: 'fell'; readonly seq: number }
  | { readonly counts: 'session'; readonly because: 'schema' };

export interface SessionUsage {
  readonly session: string;
  /** Of all turns that reported any. */
  readonly tokens: Tokens | null;
  /** Of the last turn that reported any. */
  readonly lastTurn: Tokens | null;
  /** The last `usage_update`. */
  readonly context: { readonly used: number; readonly size: number } | null;
  /** What the session has cost so far, in a currency of ISO 4217. */
  readonly cost: { readonly amount: number; readonly currency: string } | null;
  /** `seq` of the last report. */
  readonly seq: number;
}

export interface Gap {
  /** `seq` of the entry before it and of the one that ended it. */
  readonly after: number;
  readonly before: number;
  readonly t: number;
  readonly duration: number;
  /**
   * The oldest request that was open all the while, one of the agent before one of the client; null when nobody owed anything: the
   * person was away, or reading.
   */
  readonly waitingFor: { readonly seq: number; readonly method: string; readonly side: 'client' | 'agent' } | null;
}

export interface Traffic {
  readonly from: 'client' | 'agent' | 'stderr';
  /** Frames, or pieces of stderr. */
  readonly entries: number;
  readonly bytes: number;
  /** The largest, and which it is. */
  readonly largest: { readonly bytes: number; readonly seq: number } | null;
}
