import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { createRecordingIndex, type RecordingIndex } from './recording-index.ts';

/** A recording without a database: its index and all of its entries. */
export interface Memory extends RecordingIndex {
  readonly entries: readonly Entry[];
}

/** Takes the entries of a recording in order, some at a time so that others have their turn, and keeps what `Memory` has. */
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
    /** Nothing follows. */
    finish: (): Memory => ({ ...index.finish(), entries }),
  };
}
