import { sumInterventions, type Intervention } from '#core/fold/interventions.ts';
import { rowSent } from '#core/fold/row-sent.ts';
import type { Interventions } from '#core/model/row.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { createRecordingIndex, type RecordingIndex } from './recording-index.ts';

/** A recording without a database: its index and all of its entries. */
export interface Memory extends RecordingIndex {
  readonly entries: readonly Entry[];
  /** What acptap did to the frames of a group. */
  readonly interventionsOf: (group: number) => Interventions | undefined;
}

/** Collects the entries of a recording in order, in batches between which other work can run. */
export function createMemory(header: RecordingHeader) {
  const index = createRecordingIndex(header);
  const entries: Entry[] = [];
  return {
    apply(some: Iterable<Entry>): void {
      for (const entry of some) {
        entries.push(entry);
        index.apply(entry);
      }
    },
    /** Call after the last entry. */
    finish(): Memory {
      const finished = index.finish();
      const groups = groupInterventions(entries, finished);
      return { ...finished, entries, interventionsOf: (group) => groups.get(group) };
    },
  };
}

/** What acptap did to an entry: nothing, or one intervention. */
export function interventionIn(entry: Entry): readonly Intervention[] {
  const { sent } = entry.kind === 'frame' ? rowSent(entry.sent) : {};
  return sent ? [{ why: sent.why, isLost: sent.t === null, count: 1 }] : [];
}

function groupInterventions(
  entries: readonly Entry[],
  { meanings }: RecordingIndex,
): ReadonlyMap<number | undefined, Interventions> {
  const touched = entries.filter((entry) => interventionIn(entry).length > 0);
  const byGroup = Map.groupBy(touched, ({ seq }) => meanings[seq]?.group);
  return new Map(
    [...byGroup].flatMap(([group, some]) => {
      const sum = sumInterventions(some.flatMap(interventionIn));
      return sum ? [[group, sum] as const] : [];
    }),
  );
}
