/**
 * A time, in microseconds, in which the agent waited for a response of the client or of a person, or in which acptap kept a
 * request or its response from its receiver.
 */
export interface Wait {
  readonly on: 'human' | 'client' | 'acptap';
  readonly from: number;
  readonly to: number;
}

/** The most waits that a group keeps. With more, neighbours are joined. */
export const MAX_GROUP_WAITS = 100;

/** The most silences that the axis keeps. With more, the longest are kept. */
export const MAX_SILENCES = 100;

/** The most sessions that get a number. */
export const MAX_SESSIONS = 200;

/** Sessions with longer ids get no number: a list of them would have no bound. */
export const MAX_SESSION_ID = 300;

/** Prompt turns that follow each other, drawn as one band. */
export interface TurnBand {
  /** Numbers of the first turn and of the last. */
  readonly first: number;
  readonly last: number;
  readonly t: number;
  /** The latest end of a turn of the band; null while a turn of it is open. */
  readonly until: number | null;
}

/** A time without entries. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** True if a request or a turn was open meanwhile, so that somebody had to act, or if acptap kept a response. */
  readonly isOpen: boolean;
}

/** The facts for the time axis of a whole recording. Each list is bounded, however long the recording is. */
export interface AxisFacts {
  /** In the order of their numbers. */
  readonly turns: readonly TurnBand[];
  /** The closed waits, in their order. */
  readonly waits: readonly Wait[];
  /** The current wait. */
  readonly waiting: { readonly on: Wait['on']; readonly since: number } | null;
  /** The longest times without entries, in their order: the longest wait, and at most MAX_SILENCES with nothing open. */
  readonly gaps: readonly Gap[];
  /** The first MAX_SESSIONS ids, in the order of each session's first entry: the first session has number 1. */
  readonly sessions: readonly string[];
}

export const NO_FACTS: AxisFacts = { turns: [], waits: [], waiting: null, gaps: [], sessions: [] };
