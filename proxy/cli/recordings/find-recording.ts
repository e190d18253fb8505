import { existsSync, statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { AcptapError } from '#core/errors.ts';
import { suggestRef } from '#core/protocol/suggest-ref.ts';
import { requireReaderNode } from '../../recorder/node-version.ts';
import { STDIN } from '../../replay/playbook/read-recording.ts';
import { dataFolder, type DataFolder } from '../../shim/data-folder.ts';
import { closedNotice, claimFolder, noModesNotice } from '../../shim/own-data.ts';
import type { WhenFull } from '../../store/connection/open.ts';
import type { StoredRecording } from '../../store/read/read.ts';
import { keepReserve } from '../../store/connection/reserve.ts';
import { asStoreError, isPassing } from '../../store/connection/store-error.ts';
import type { Store } from '../../store/store.ts';
import { removeUnfinished } from './remove-unfinished.ts';
import { importAlone } from './import-file.ts';
import { warn } from '../output/output.ts';
import { createProgress, type Progress } from '../output/progress.ts';
import type { Recording } from './recording.ts';

/** The recording of a REF, and its store. */
export interface FoundRecording extends StoredRecording {
  readonly store: Store;
}

/**
 * Opens the data folder's database after ingesting the spool folder. Give `share` where others must not wait for the
 * end of this process.
 */
export async function openSettledStore(folder = dataFolder(), whenFull: WhenFull = 'lock'): Promise<Store> {
  const { openStore } = await loadStore();
  const { settleSpools } = await import('../../recorder/settle.ts');
  const { rejudge } = await import('../../recorder/rejudge.ts');
  checkFolders(folder);
  const store = openStore(folder.database, whenFull);
  ifPossible(() => removeUnfinished(store, folder.spool));
  const onTrouble = (path: string, cause: unknown) =>
    warn(`not all of ${path} is in the database: ${errorMessage(asStoreError(cause, folder.database))}`);
  const onUnknownProcess = (pid: number) => warn(`cannot tell whether process ${pid} is ours; end it yourself`);
  try {
    await settleSpools(store, { ...folder, onTrouble, onUnknownProcess });
    await rejudge(store);
  } catch (cause) {
    if (!isPassing(cause)) throw cause; // a later command ingests the rest
  }
  return keepingReserve(store);
}

/** Keeps the reserve, and takes it again at the end where the work has used it up. */
function keepingReserve(store: Store): Store {
  const had = keepReserve(store.path);
  return {
    ...store,
    close() {
      store.close();
      if (!keepReserve(store.path) && had)
        warn(
          'the disk is full, and the space for removing recordings from it (1.5 MiB) is used up: free some space, the next command sets it aside again',
        );
    },
  };
}

function ifPossible(work: () => void): void {
  try {
    work();
  } catch (cause) {
    if (!isPassing(cause)) throw cause;
  }
}

/** @throws {AcptapError} `store-unusable` for folders of other users, and for folders that cannot be made. */
function checkFolders({ root, spool, database }: DataFolder): void {
  try {
    const state = claimFolder(root, { root: true });
    if (existsSync(spool)) claimFolder(spool);
    if (state === 'closed') warn(closedNotice(root));
    if (state === 'without-modes') warn(noModesNotice(root));
  } catch (cause) {
    throw asStoreError(cause, database);
  }
}

/**
 * Opens the recording of a REF, as `findRecording` does, but reads a file as a stream. Call `close` when done.
 * @throws as `findRecording` does.
 */
export async function openRecording(ref: string, progress: Progress = createProgress(ref)): Promise<Recording> {
  // By default V8 lets young objects fill 64 MB and old ones grow fourfold, which saves a stream little time.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=50');
  if (isRecordingFile(ref)) return (await import('./file-recording.ts')).fileRecording(ref, progress);
  const { store, summary } = await findRecording(ref);
  store.read.freeze();
  return (await import('./stored-recording.ts')).storedRecording(store, findStored(store, summary.id), progress);
}

/**
 * Finds the recording of a REF: an id, a name (the newest recording), the beginning of an id, `latest`, `latest~N`, the
 * path of an `.acp.jsonl` file, or `-` for stdin. Reads files into a database in memory. Call `close` when done.
 * @throws {AcptapError} `recording-not-found`, `recording-ambiguous`, and what opening a file or the database throws.
 */
export async function findRecording(ref: string, whenFull?: WhenFull): Promise<FoundRecording> {
  if (isRecordingFile(ref)) return importToMemory(ref);
  if (isPath(ref) && existsSync(ref)) throw new AcptapError('recording-not-found', sayNotFile(ref));
  if (isPath(ref) && !existsSync(dataFolder().database)) throw new AcptapError('recording-not-found', sayNoFile(ref));
  const store = await openSettledStore(dataFolder(), whenFull);
  return { store, ...findStored(store, ref) };
}

/** Like `findRecording`, among the recordings of a database. */
export function findStored(store: Store, ref: string): StoredRecording {
  const latest = /^latest(?:~(\d+))?$/.exec(ref);
  if (latest) {
    const all = store.read.recordings();
    const found = all[Number(latest[1] ?? 0)];
    if (found) return found;
    throw new AcptapError(
      'recording-not-found',
      all.length === 0
        ? `nothing is recorded in ${store.path} yet: put "acptap run --" before the agent's command, or try acptap demo`
        : `${ref} does not exist: there ${all.length === 1 ? 'is 1 recording, latest' : `are ${all.length} recordings, latest to latest~${all.length - 1}`}`,
    );
  }
  const [found, ...others] = store.read.find(ref);
  if (!found) throw new AcptapError('recording-not-found', sayMissing(store, ref));
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ summary }) => summary.id).join(', ');
  throw new AcptapError(
    'recording-ambiguous',
    `${ref} begins the ids of several recordings: ${ids}. Give more of the id`,
  );
}

/** Reports a REF without a recording, and suggests others. */
function sayMissing(store: Store, ref: string): string {
  if (isPath(ref)) return sayNoFile(ref);
  if (existsSync(ref)) return sayNotFile(ref);
  const recordings = store.read.recordings().map(({ summary }) => summary);
  return `no recording has an id or name like "${ref}"${suggestRef(ref, recordings)} (acptap list shows all)`;
}

const sayNotFile = (ref: string) =>
  `${ref} is ${statSync(ref).isDirectory() ? 'a folder' : 'not a file'}, and no recording has this name: give the path of an .acp.jsonl file`;

const sayNoFile = (ref: string) =>
  `there is no file ${ref}, and no recording has this name: check the path, or choose a recording with acptap list`;

export async function importToMemory(path: string): Promise<FoundRecording> {
  const { openStore } = await loadStore();
  const { MEMORY } = await import('../../store/connection/open.ts');
  const store = openStore(MEMORY);
  return { store, ...(await importAlone(store, path)) };
}

/** @throws {AcptapError} `node-too-old`; `store-unusable` if the database's package is not installed. */
async function loadStore() {
  requireReaderNode();
  try {
    return await import('../../store/store.ts');
  } catch (cause) {
    throw new AcptapError(
      'store-unusable',
      `cannot load the database: ${errorMessage(cause)}; install acptap again. New recordings wait in the spool folder`,
      { cause },
    );
  }
}

const isPath = (ref: string) => /[/\\]|\.jsonl$/.test(ref);

/** True for a REF that means something in the file system, before any recording of this name. */
export const meansPath = (ref: string): boolean => isRecordingFile(ref) || (isPath(ref) && existsSync(ref));

const isRecordingFile = (ref: string) => ref === STDIN || isFile(ref);

export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

export const errorMessage = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
