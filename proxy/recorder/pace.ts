import { BUSY_BYTES_PER_SECOND } from '../shim/start-when-quiet.ts';

/** The inputs for the recorder's pause. Times in milliseconds. */
export interface RecorderSituation {
  /** Whether a person looks at recordings now. */
  readonly watched: boolean;
  /** Whether the shim has ended, so that no wire can be slowed down. */
  readonly over: boolean;
  /** Bytes of the spool not yet in the database. */
  readonly behind: number;
  /** Bytes a second that the spool recently grew; undefined until known. */
  readonly rate: number | undefined;
  /** How long the spool has been ahead of the database. */
  readonly lag: number;
}

/** `work`: ingest the next slice now. `restMs`: the pause afterwards. */
export interface Pace {
  readonly work: boolean;
  readonly restMs: number;
}

/** How far the database may fall behind a busy, unwatched wire. */
const MAX_LAG_MS = 15_000;
const MAX_BEHIND_BYTES = 256 * 1024 * 1024;

/**
 * Keeps the recorder from slowing down the wire on small machines. Watched, works often, in short slices with pauses.
 * Unwatched, waits until a busy wire calms down or the lag grows too large, and then works little. Never pauses after
 * the shim's end.
 */
export function paceFor({ watched, over, behind, rate, lag }: RecorderSituation): Pace {
  if (over) return { work: true, restMs: 0 };
  if (behind === 0) return { work: true, restMs: watched ? 15 : 100 };
  const busy = rate === undefined || rate > BUSY_BYTES_PER_SECOND;
  if (watched) return { work: true, restMs: busy ? 5 : 1 };
  if (!busy) return { work: true, restMs: 5 };
  return lag < MAX_LAG_MS && behind < MAX_BEHIND_BYTES ? { work: false, restMs: 200 } : { work: true, restMs: 30 };
}

/** Measures how fast the spool grows, over about a quarter of a second. */
export function createRate() {
  let since = 0;
  let size = 0;
  let rate: number | undefined;
  return (nowMs: number, sizeNow: number): number | undefined => {
    if (nowMs - since >= 250) {
      rate = since === 0 ? undefined : ((sizeNow - size) * 1000) / (nowMs - since);
      since = nowMs;
      size = sizeNow;
    }
    return rate;
  };
}
