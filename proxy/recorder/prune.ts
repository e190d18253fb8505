import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Grade } from '#core/model/finding.ts';
import { identify, isStoredAlive, toProcess } from '../shim/process-identity.ts';
import type { Prunable } from '../store/read/prunable.ts';
import type { Store } from '../store/store.ts';
import { folderSize } from './folder-size.ts';
import { unreadSpools } from './unread-spools.ts';

/** Which recordings stay. Without `maxBytes` and `olderThanMs` all do. */
export interface KeepRules {
  readonly maxBytes?: number | undefined;
  readonly olderThanMs?: number | undefined;
  /** Recordings with findings of this grade or a worse one stay. */
  readonly keepGrade?: Grade | undefined;
}

/** Younger recordings are never pruned. */
const YOUNG_MS = 24 * 3_600_000;

/** The recordings to remove, the oldest first. */
export interface PrunePlan {
  readonly tooOld: readonly Prunable[];
  /** Enough to come below the size, by estimate: `prune` measures before each, and stops when enough are removed. */
  readonly tooMuch: readonly Prunable[];
}

/** Chooses the recordings to remove. Ignores `maxBytes` if the spools alone are larger: no removal would be enough. */
export function planPruning(
  prunable: readonly Prunable[],
  { maxBytes, olderThanMs, keepGrade }: KeepRules,
  { used, spools }: { readonly used: number; readonly spools: number },
  now: number,
): PrunePlan {
  const free = prunable.filter((each) => each.since <= now - YOUNG_MS && !isKept(each, keepGrade));
  const tooOld = olderThanMs === undefined ? [] : free.filter(({ since }) => since <= now - olderThanMs);
  if (maxBytes === undefined || spools > maxBytes) return { tooOld, tooMuch: [] };
  const tooMuch: Prunable[] = [];
  let left = used - sizeOfAll(tooOld);
  for (const each of free.slice(tooOld.length)) {
    if (left <= maxBytes) break;
    tooMuch.push(each);
    left -= each.size;
  }
  return { tooOld, tooMuch };
}

function isKept({ findings }: Prunable, grade: Grade | undefined): boolean {
  const { error, warning, note } = findings;
  if (grade === undefined) return false;
  return error > 0 || (grade !== 'error' && warning > 0) || (grade === 'note' && note > 0);
}

export const sizeOfAll = (recordings: readonly Prunable[]): number =>
  recordings.reduce((sum, { size }) => sum + size, 0);

/** Returns the id of a recording that is live, or that another process imports or removes; else undefined. */
export function liveRecording(store: Store, spool: string): string | undefined {
  const works = (json: string | null) => json !== null && toProcess(json).pid !== process.pid && isStoredAlive(json);
  return (
    unreadSpools(spool).find(({ isLive }) => isLive)?.id ??
    store.read.live().find(({ recorder }) => works(recorder))?.id ??
    store.read.imports().find(({ importer }) => works(importer))?.id
  );
}

/**
 * Removes the recordings of a plan, in small transactions. Stops after the current transaction when a recording starts:
 * the next command without a live recording removes the rest. Returns the completely removed recordings: without those
 * that somebody has marked meanwhile, and those that may stay because the rest is small enough.
 */
export async function prune(
  store: Store,
  spool: string,
  { tooOld, tooMuch }: PrunePlan,
  maxBytes = 0,
): Promise<readonly Prunable[]> {
  const remover = identify(process.pid);
  const removed: Prunable[] = [];
  const isQuiet = () => liveRecording(store, spool) === undefined;
  for (const each of [...tooOld, ...tooMuch]) {
    if (tooMuch.includes(each) && folderSize(store, spool).used <= maxBytes) break;
    if (!isQuiet()) break;
    if (store.write.emptyPrunable(each.no, each.id, remover, isQuiet)) removed.push(each);
    await yieldToOthers();
  }
  if (removed.length > 0 && isQuiet()) store.write.finishRemoval(removed.map(({ no }) => no));
  return removed;
}

/** Plans and prunes until the rules are kept, or no more can go. */
export async function pruneAll(store: Store, spool: string, rules: KeepRules): Promise<void> {
  let removed: readonly Prunable[];
  do {
    const plan = planPruning(store.read.prunable(), rules, folderSize(store, spool), Date.now());
    removed = await prune(store, spool, plan, rules.maxBytes);
  } while (removed.length > 0);
}
