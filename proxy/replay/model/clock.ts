/** The time of a replay: milliseconds from any beginning, and a timer. */
export interface Clock {
  readonly now: () => number;
  /** Calls back once, after 24 days at the latest; returns a function that cancels. */
  readonly after: (ms: number, expired: () => void) => () => void;
}
