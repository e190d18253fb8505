/**
 * Differences between the stored stats of a run and of the previous run of the same command: an element of `GET
 * /api/changes`. Lists runs that differ, if both have stored stats.
 */
export interface RunChange {
  readonly recording: string;
  readonly previous: string;
  /** The median time to the first chunk of a turn, in microseconds; null unless both have one. */
  readonly firstChunk: { readonly before: number; readonly now: number } | null;
  /** Capabilities that only the later run advertises, and those that only the previous one did: `agent loadSession`. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** The newest recordings that `/api/changes` looks at. */
export const MAX_CHANGES = 1000;
