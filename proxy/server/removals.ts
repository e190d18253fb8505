import { AcptapError } from '#core/errors.ts';
import { UNDO_MS, type Removal } from '#core/contract/marks.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';

export interface RemovalPorts {
  /** Removes a recording for good, as `acptap rm` does. Rejects with the reason. */
  readonly remove: (id: string) => Promise<void>;
  readonly now: () => number;
  /** Calls `run` after `ms`. Returns a function that cancels this. */
  readonly startTimer: (ms: number, run: () => void) => () => void;
}

interface Hidden {
  readonly removal: Removal;
  readonly cancel: () => void;
}

/**
 * Recordings that pages have removed. Each is hidden at once and removed for good after UNDO_MS. The timers run in the
 * server: closing the page does not stop them, and a server that ends earlier removes nothing.
 */
export function createRemovals({ remove, now, startTimer }: RemovalPorts) {
  const hidden = new Map<string, Hidden>();
  let changes = 0;

  const keep = (id: string, next: Hidden | undefined) => {
    changes += 1;
    if (next) hidden.set(id, next);
    else hidden.delete(id);
  };

  async function removeForGood(id: string): Promise<void> {
    try {
      await remove(id);
      keep(id, undefined);
    } catch (cause) {
      const problem = cause instanceof Error ? cause.message : String(cause);
      const failed = hidden.get(id);
      if (failed) keep(id, { ...failed, removal: { ...failed.removal, problem } });
    }
  }

  return {
    /** @throws {AcptapError} `usage` for a recording that `acptap rm` would not remove, or not by its id alone. */
    hide({ id, name, agent, command, startedAt, state }: RecordingSummary): void {
      if (state === 'live')
        throw new AcptapError('usage', `recording ${id} is live: it can be removed when its agent has ended`);
      if (!IS_PLAIN_ID.test(id))
        throw new AcptapError('usage', `recording ${id}: a command could misread this id: remove it with acptap rm`);
      if (hidden.has(id)) return;
      const cancel = startTimer(UNDO_MS, () => void removeForGood(id));
      const removal = { id, name, agent, command, startedAt, until: now() + UNDO_MS, problem: null };
      keep(id, { removal, cancel });
    },
    /** @throws {AcptapError} `usage` when it is too late. */
    restore(id: string): void {
      const found = hidden.get(id);
      const isFinal = !found || (found.removal.problem === null && found.removal.until <= now());
      if (isFinal) throw new AcptapError('usage', `recording ${id} is being removed, or was: it cannot be restored`);
      found.cancel();
      keep(id, undefined);
    },
    has: (id: string): boolean => hidden.has(id),
    /** The hidden recordings, the first removed first. */
    list: (): readonly Removal[] => [...hidden.values()].map(({ removal }) => removal),
    /** Grows with each change. */
    version: (): number => changes,
    /** Cancels all removals that are still to come. */
    close(): void {
      for (const { cancel } of hidden.values()) cancel();
      hidden.clear();
    },
  };
}

/** Ids that acptap makes. An imported file may have any text as its id: `latest`, or a path. */
const IS_PLAIN_ID = /^(?!latest(?:~|$))(?!.*\.jsonl$)\w[\w.-]*$/;
