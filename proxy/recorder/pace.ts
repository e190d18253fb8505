import { BUSY_BYTES_PER_SECOND } from '../shim/start-when-quiet.ts';

/** What the recorder knows when it decides how long to rest. Times in milliseconds. */
export interface Situation {
  /** Somebody looks at recordings now. */
  readonly watched: boolean;
  /** The shim has ended: nobody's wire is in the way. */
  readonly over: boolean;
  /** Bytes of the spool not yet in the database. */
  readonly behind: number;
  /** Bytes that came into the spool per second, of late; undefined until that is known. */
  readonly rate: number | undefined;
  /** Since when the spool has been ahead of the database. */
  readonly lag: number;
}

/** `work` on the next slice, after resting for `restMs`. */
export interface Pace {
  readonly work: boolean;
  readonly restMs: number;
}

/** How far the database may fall behind a busy wire that nobody watches. */
const MAX_LAG_MS = 15_000;
const MAX_BEHIND_BYTES = 256 * 1024 * 1024;

/**
 * The recorder must not compete with the wire for a small machine's cores. Watched, it looks often and works in short slices with a
 * rest between them. Unwatched, it lets a busy wire alone until that has calmed down or the lag grows too large, and then takes
 * only a small share. When the shim has ended it does not rest.
 */
export function paceFor({ watched, over, behind, rate, lag }: Situation): Pace {
  if (over) return { work: true, restMs: 0 };
  if (behind === 0) return { work: true, restMs: watched ? 15 : 100 };
  const busy = rate === undefined || rate > BUSY_BYTES_PER_SECOND;
  if (watched) return { work: true, restMs: busy ? 5 : 1 };
  if (!busy) return { work: true, restMs: 5 };
  return lag < MAX_LAG_MS && behind < MAX_BEHIND_BYTES ? { work: false, restMs: 200 } : { work: true, restMs: 30 };
}

/** How fast the spool grows, over the last quarter of a second or so. */
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
