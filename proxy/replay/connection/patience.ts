import type { Clock } from '../model/clock.ts';

/** How long an awaited replay with faults may be silent, in milliseconds. undefined: without a limit. */
export interface PatienceLimits {
  readonly usual?: number | undefined;
  /** After an answer of the agent was lost. */
  readonly lost?: number | undefined;
}

/**
 * Ends an awaited replay with faults when nothing happens any more: a fault may have made either side wait for ever.
 */
export function createPatience(
  clock: Clock,
  limits: PatienceLimits,
  wire: { readonly isEmpty: () => boolean; readonly hasLostAnswer: () => boolean },
  stop: () => void,
) {
  let cancel: (() => void) | undefined;

  function again(): void {
    if (!cancel) return;
    cancel();
    const limit = wire.hasLostAnswer() ? limits.lost : limits.usual;
    cancel = limit === undefined ? () => {} : clock.after(limit, () => (wire.isEmpty() ? stop() : again()));
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
