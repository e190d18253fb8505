import { createCache } from '#core/cache.ts';
import { createFileFold, type FileFold } from '#core/files/file-fold.ts';
import type { FileMessages } from '#core/files/file-message.ts';
import { visitInSlices } from '#core/rows/in-time-slices.ts';
import type { TimelinePorts } from '#core/rows/timeline-source.ts';
import type { RecordingSource } from '../recording-source.ts';

/** Recordings with kept operations: the current one and the previous one. */
const KEPT = 2;

interface Growing {
  readonly fold: FileFold;
  /** The first entry that was not read yet. */
  next: number;
  /** Allows one update at a time. */
  growing: Promise<unknown>;
}

/** Returns the file operations of everything recorded so far. Reads each message about files once. */
export function createFilesReader(ports: Pick<TimelinePorts, 'rest' | 'now'>) {
  const kept = createCache<string, Growing>(KEPT);
  const start = (): Growing => ({ fold: createFileFold(), next: 0, growing: Promise.resolve() });

  return async ({ key, fileMessages }: Pick<RecordingSource, 'key' | 'fileMessages'>): Promise<FileFold> => {
    const found = kept.getOrMake(key, start);
    const apply = ({ messages, next }: FileMessages) => {
      for (const message of messages) found.fold.apply(message);
      found.next = next;
    };
    found.growing = found.growing.then(() => visitInSlices(fileMessages(found.next), apply, ports));
    try {
      await found.growing;
    } catch (cause) {
      kept.deleteValue(key, found); // so that the next request starts anew
      throw cause;
    }
    return found.fold;
  };
}
