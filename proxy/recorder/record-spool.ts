import { setTimeout as rest } from 'node:timers/promises';
import { OvertakenError } from '../store/write/append.ts';
import { errorCode, isPassing } from '../store/connection/store-error.ts';
import { openStore } from '../store/store.ts';
import { identify, isAlive, type ProcessIdentity } from '../shim/process-identity.ts';
import { isWatched } from '../shim/start-when-quiet.ts';
import { createIngester, type Ingester } from './ingest.ts';
import { createRate, paceFor } from './pace.ts';
import { openSpoolReader, type SpoolReader } from './spool-reader.ts';

/** The first wait after an error of the database; doubles up to the longest. */
const RETRY_MS = 250;
const LONGEST_RETRY_MS = 5000;

/**
 * How long errors may last after the shim's end before recording stops. The next command that reads ingests the spool.
 */
const GIVE_UP_MS = 20_000;

/** A spool and its database. */
export interface SpoolOrder {
  readonly path: string;
  readonly database: string;
  readonly watched: string;
  readonly shim: ProcessIdentity;
}

/**
 * Follows a spool until its shim has ended and the database has everything, then removes it.
 * @throws errors that do not pass: a damaged database or spool. The spool stays.
 */
export async function recordSpool({ path, database, watched, shim }: SpoolOrder): Promise<void> {
  let retry = RETRY_MS;
  for (let troubledSince: number | undefined; ; retry = Math.min(retry * 2, LONGEST_RETRY_MS)) {
    const reader = openIfThere(path);
    if (!reader && !isAlive(shim)) return; // nothing was recorded, or the spool was removed
    try {
      if (reader) {
        await follow(reader, path, database, watched, () => {
          troubledSince = undefined;
          retry = RETRY_MS;
        });
        return;
      }
    } catch (cause) {
      if (!(cause instanceof OvertakenError || cause instanceof Replaced) && !isPassing(cause)) throw cause;
      troubledSince ??= performance.now();
      if (performance.now() - troubledSince > GIVE_UP_MS && !isAlive(shim)) throw cause;
    } finally {
      reader?.close();
    }
    await rest(retry);
  }
}

/** The open spool or database was deleted: starts again with the current files. */
class Replaced extends Error {}

/** Undefined while the shim could not write the file, or rewrites a deleted one. */
function openIfThere(path: string): SpoolReader | undefined {
  try {
    return openSpoolReader(path);
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined;
    throw cause;
  }
}

async function follow(reader: SpoolReader, path: string, database: string, watched: string, onProgress: () => void) {
  const store = openStore(database);
  try {
    const ingester = createIngester(store, reader);
    store.write.claim(ingester.no, identify(process.pid));
    const checkFiles = () => {
      if (store.isReplaced() || reader.isReplaced()) throw new Replaced();
    };
    await keepUp(ingester, reader, { watched, onProgress, checkFiles });
    checkFiles();
    ingester.disposeOf(path);
  } finally {
    store.close();
  }
}

/** `checkFiles` throws when the spool or the database was deleted. */
interface Watch {
  readonly watched: string;
  readonly onProgress: () => void;
  readonly checkFiles: () => void;
}

/** Ingests slices at the current pace until the recording has ended. */
async function keepUp(
  ingester: Ingester,
  reader: SpoolReader,
  { watched, onProgress, checkFiles }: Watch,
): Promise<void> {
  const rateAt = createRate();
  let over = false;
  let diedAt: number | undefined;
  let seenWatched = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let aheadSince: number | undefined;

  for (;;) {
    const now = performance.now();
    if (now - lookedAt > 200) {
      lookedAt = now;
      over = !ingester.shimRuns();
      checkFiles(); // after `shimRuns`, because the shim's last action may be a new file
      seenWatched = isWatched(watched);
      if (over) diedAt ??= Date.now();
    }
    const behind = reader.behind();
    aheadSince = behind === 0 ? undefined : (aheadSince ?? now);
    const lag = aheadSince === undefined ? 0 : now - aheadSince;
    const { work, restMs } = paceFor({ watched: seenWatched, over, behind, rate: rateAt(now, reader.size()), lag });
    if (work) {
      const progress = ingester.advance(over);
      onProgress();
      if (progress === 'ended') return;
      if (progress === 'idle' && over) {
        ingester.interrupt(diedAt);
        return;
      }
    }
    if (restMs > 0) await rest(restMs);
  }
}
