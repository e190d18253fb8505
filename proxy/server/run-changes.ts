import { setImmediate as rest } from 'node:timers/promises';
import { previousRuns } from '#core/compare/previous-runs.ts';
import { MAX_CHANGES, type RunChange } from '#core/contract/changes.ts';
import { visitInSlices } from '#core/rows/in-time-slices.ts';
import { setNewest } from '#core/set-newest.ts';
import type { RunFacts } from '../store/read/run-facts.ts';
import type { Store } from '../store/store.ts';
import type { Library, ListedRecording } from './library.ts';

/** Facts of recordings that are kept in memory: they do not change once a recording has ended. */
const KEPT = 4 * MAX_CHANGES;

/**
 * Compares each run with the previous one of the same command, by their stored stats: no recording is read. The facts
 * of a recording are read once.
 */
export function createRunChanges(library: Library) {
  const known = new WeakMap<Store, Map<string, RunFacts>>();

  function factsOf({ store, no, summary }: ListedRecording): RunFacts | undefined {
    const kept = known.get(store) ?? new Map<string, RunFacts>();
    known.set(store, kept);
    const key = `${no} ${summary.id}`; // a number may be given to another recording
    const facts = kept.get(key) ?? store.read.runFacts(no);
    if (facts) setNewest(kept, key, facts, KEPT);
    return facts;
  }

  /** The changes of the newest runs. Undefined when they are no longer wanted. */
  return async (isWanted: () => boolean): Promise<readonly RunChange[] | undefined> => {
    const newest = library.all().slice(0, MAX_CHANGES);
    const byId = new Map(newest.map((each) => [each.summary.id, each]));
    const pairs = [...previousRuns(newest.map(({ summary }) => summary))];
    const changes: RunChange[] = [];
    const visit = ([id, { id: previous }]: (typeof pairs)[number]) => {
      const [now, before] = [byId.get(id), byId.get(previous)].map((each) => each && factsOf(each));
      const change = now && before && toChange(now, before);
      if (change) changes.push({ recording: id, previous, ...change });
    };
    const isDone = await visitInSlices(pairs, visit, { rest: () => rest(), now: () => performance.now() }, isWanted);
    return isDone ? changes : undefined;
  };
}

function toChange(now: RunFacts, before: RunFacts): Omit<RunChange, 'recording' | 'previous'> | undefined {
  const firstChunk =
    now.firstChunk === null || before.firstChunk === null || now.firstChunk === before.firstChunk
      ? null
      : { before: before.firstChunk, now: now.firstChunk };
  const gained = now.capabilities.filter((each) => !before.capabilities.includes(each));
  const lost = before.capabilities.filter((each) => !now.capabilities.includes(each));
  return firstChunk || gained.length + lost.length > 0 ? { firstChunk, gained, lost } : undefined;
}
