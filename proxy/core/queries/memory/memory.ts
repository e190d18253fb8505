import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { createRecordingIndex, type RecordingIndex } from './recording-index.ts';

/** A recording without a database: its index and all of its entries. */
export interface Memory extends RecordingIndex {
  readonly entries: readonly Entry[];
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
    finish: (): Memory => ({ ...index.finish(), entries }),
  };
}
