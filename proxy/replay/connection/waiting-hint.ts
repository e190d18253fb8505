import type { Clock } from '../model/clock.ts';

const DEFAULT_LIMIT_MS = 10_000;

/** Calls `onWaiting` once for each wait that has lasted `limit` milliseconds; default: DEFAULT_LIMIT_MS. */
export function createWaitingHint(clock: Clock, limit: number | undefined, onWaiting: (words: string) => void) {
  let awaited: string | undefined;
  let cancel = () => {};
  return {
    /** `words`: the current wait in words; undefined without one. */
    setAwaited(words: string | undefined): void {
      if (words === awaited) return;
      cancel();
      awaited = words;
      cancel = words === undefined ? () => {} : clock.after(limit ?? DEFAULT_LIMIT_MS, () => onWaiting(words));
    },
    cancel: (): void => cancel(),
  };
}
