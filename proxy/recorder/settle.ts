import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate as yieldToOthers, setTimeout as rest } from 'node:timers/promises';
import { groupIsAlive, isAlive, isStoredAlive, isUnknown } from '../shim/process-identity.ts';
import { canReadRecordings } from '../shim/reader-node.ts';
import { startRecorder, type RecorderOrder } from '../shim/start-recorder.ts';
import { OvertakenError } from '../store/write/append.ts';
import type { Store } from '../store/store.ts';
import { createIngester } from './ingest.ts';
import type { SpoolHeader } from '../shim/spool-format.ts';
import { openSpoolReader, type SpoolReader } from './spool-reader.ts';
import { spoolFiles } from './unread-spools.ts';
import { markDataFolderWatched } from './watched.ts';

/** How long a recorder may make no progress before this process ingests. */
const STALLED_MS = 3000;

/** How long a shim takes to start a recorder after the folder was marked as watched. */
const STARTING_MS = 1500;

export interface SettleOptions {
  /** The spool folder. */
  readonly spool: string;
  readonly watched: string;
  /** Called for a spool that cannot be read; the others continue. */
  readonly onTrouble: (path: string, cause: unknown) => void;
  /** Called for an agent without its shim if its pid may belong to another process by now. It is not ended. */
  readonly onUnknownProcess?: (pid: number) => void;
  /**
   * Called for a running shim without a recorder, with the order to start one. The database may lack the end of the
   * spool.
   */
  readonly onMissingRecorder?: (order: RecorderOrder & { readonly spool: string }) => void;
}

/**
 * Ingests the current spools, so that a command shows everything. Waits for living recorders; ingests orphaned spools
 * itself, when their shim and recorder are gone.
 */
export async function settleSpools(store: Store, options: SettleOptions): Promise<void> {
  const { spool, watched, onTrouble } = options;
  const paths = spoolFiles(spool);
  if (paths.length > 0) markDataFolderWatched(watched); // makes recorders keep up
  for (const path of paths) {
    try {
      const damage = await settleSpool(store, path, options);
      if (damage !== undefined)
        onTrouble(path, new Error(`${damage}; what follows is lost, the file is kept as ${basename(path)}.damaged`));
    } catch (cause) {
      if (existsSync(path)) onTrouble(path, cause); // otherwise its recorder has just finished
    }
  }
  for (const { id, no, recorder } of store.read.live())
    if (!existsSync(join(spool, `${id}.spool`)) && !isStoredAlive(recorder)) store.write.abandon(no); // its spool was removed
}

/** Returns where the spool is damaged, if so. */
async function settleSpool(
  store: Store,
  path: string,
  { watched, onMissingRecorder, onUnknownProcess }: SettleOptions,
): Promise<string | undefined> {
  const reader = openSpoolReader(path);
  if (!reader) return undefined; // its shim has just started
  try {
    const target = reader.size();
    while (!(await recorderReaches(store, reader.header, target))) {
      const tried = await tryIngest(store, path);
      if (!tried) continue; // another process was faster, so wait again
      const { id, shim } = reader.header;
      endOrphan(reader, store.path, watched, onUnknownProcess);
      if (isAlive(shim) && !isStoredAlive(store.read.ingestion(id)?.recorder ?? null))
        onMissingRecorder?.({ spool: path, database: store.path, watched, shim }); // no `agent`: its shim is the warden
      return tried.damage;
    }
    return undefined;
  } finally {
    reader.close();
  }
}

/** Waits for the recorder. Returns false for a missing or stuck one: then this process ingests. */
async function recorderReaches(store: Store, header: SpoolHeader, target: number): Promise<boolean> {
  const began = performance.now();
  let progressAt = began;
  let ingested = -1;
  for (; performance.now() - progressAt < STALLED_MS; await rest(10)) {
    const recording = store.read.ingestion(header.id);
    const next = nextStep(recording, header, target, performance.now() - began);
    if (next !== 'wait') return next === 'leave';
    if (recording && recording.ingested > ingested) {
      ingested = recording.ingested;
      progressAt = performance.now();
    }
  }
  return false;
}

/**
 * Decides about a spool from one look at the database. The first case that applies counts:
 *
 * 1. The recording has ended. `leave` the spool to its recorder; without one, `ingest`, which removes it.
 * 2. A shim runs, and the database has everything up to `target`: `leave`, because later output is not needed.
 * 3. A recorder works: `wait` for it.
 * 4. The shim is about to start its first recorder: `wait` for that.
 * 5. Nobody else ingests the spool: `ingest`.
 *
 * `waitedMs`: since the first look.
 */
function nextStep(
  recording: ReturnType<Store['read']['ingestion']>,
  { shim, node }: SpoolHeader,
  target: number,
  waitedMs: number,
): 'leave' | 'wait' | 'ingest' {
  const recorder = recording?.recorder ?? null;
  const recorderWorks = isStoredAlive(recorder);
  if (recording && recording.state !== 'live') return recorderWorks ? 'leave' : 'ingest';
  const shimRuns = isAlive(shim);
  if (shimRuns && recording && recording.ingested >= target) return 'leave';
  if (recorderWorks) return 'wait';
  const mayStartRecorder = shimRuns && recorder === null && canReadRecordings(node);
  if (mayStartRecorder && waitedMs < STARTING_MS) return 'wait';
  return 'ingest';
}

/**
 * Starts a warden for an agent whose shim was killed before it started the recorder. Only called if this process
 * ingested the spool, because a living recorder is the warden. Ends only our own processes, and trusts only our own
 * spool file.
 */
function endOrphan(
  { header, owner }: SpoolReader,
  database: string,
  watched: string,
  onUnknownProcess: SettleOptions['onUnknownProcess'],
): void {
  const { shim } = header;
  if (!header.agent || owner !== process.getuid?.() || isAlive(shim)) return;
  const agent = { ...header.agent, owner };
  if (isUnknown(agent)) onUnknownProcess?.(agent.pid);
  else if (groupIsAlive(agent)) startRecorder({ database, watched, shim, agent }).release();
}

/** Ingests everything. Undefined when another process was faster. */
async function tryIngest(store: Store, path: string): Promise<{ damage?: string } | undefined> {
  const reader = openSpoolReader(path);
  if (!reader) return {};
  try {
    const ingester = createIngester(store, reader);
    const shimRuns = ingester.shimRuns(); // asked before reading: a dead shim writes nothing after this
    let progress = ingester.advance(!shimRuns);
    for (; progress === 'more'; progress = ingester.advance(!shimRuns)) await yieldToOthers(); // the inspector's server settles, too
    if (!shimRuns && reader.isReplaced()) return undefined; // the shim's last action may have been a new file
    if (progress === 'idle' && !shimRuns) ingester.interrupt();
    if ((progress === 'ended' || !shimRuns) && !store.isReplaced()) ingester.disposeOf(path);
    const damage = ingester.damage();
    return damage === undefined ? {} : { damage };
  } catch (cause) {
    if (cause instanceof OvertakenError) return undefined;
    throw cause;
  } finally {
    reader.close();
  }
}
