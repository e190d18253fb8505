import type { Clock } from '../clock.ts';

/**
 * Ends an awaited replay with faults when nothing happens any more: a fault may have made either side wait for ever.
 * `limit` is in milliseconds.
 */
export function createPatience(clock: Clock, limit: number | undefined, isEmpty: () => boolean, stop: () => void) {
  let cancel: (() => void) | undefined;

  function again(): void {
    if (!cancel || limit === undefined) return;
    cancel();
    cancel = clock.after(limit, () => (isEmpty() ? stop() : again()));
  }

  return {
    /** Begins the limit: the end is awaited from now on. */
    begin(): void {
      cancel ??= () => {};
      again();
    },
    /** Begins the limit anew, because something happened. */
    again,
    cancel(): void {
      cancel?.();
      cancel = undefined;
    },
  };
}
