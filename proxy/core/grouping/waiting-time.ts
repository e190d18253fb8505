import { MAX_GROUP_WAITS, type Wait } from '#core/model/axis.ts';
import type { Group } from '#core/model/group.ts';
import { createWaitList } from './wait-list.ts';

/** Measures how long a group waited for a person and for the client, in microseconds. No moment counts for both. */
export interface WaitingTime {
  /** A request that a person or the client has to answer was sent at `now`. */
  readonly begin: (on: Wait['on'], now: number) => void;
  /** The response came at `now`. */
  readonly end: (on: Wait['on'], now: number) => void;
  /** Adds the open waiting up to `now`. */
  readonly pass: (now: number) => void;
  readonly human: () => number;
  readonly client: () => number;
  /** The counted waits as a list, without the current one. A long list is made coarser; the figures stay exact. */
  readonly waits: () => readonly Wait[];
  /** The current wait, and the time from which it is not counted yet; null without a wait. */
  readonly waiting: () => Group['waiting'];
}

/**
 * Adds up waits that may overlap. Two questions to a person at once count as one wait. While a person is
 * asked, other waits for the client do not count.
 */
export function createWaitingTime(most = MAX_GROUP_WAITS): WaitingTime {
  const open = { human: 0, client: 0 };
  const sum = { human: 0, client: 0 };
  let list: ReturnType<typeof createWaitList> | undefined; // most groups never wait
  let since = 0;

  const current = (): Wait['on'] | undefined => (open.human > 0 ? 'human' : open.client > 0 ? 'client' : undefined);

  function pass(now: number): void {
    const on = current();
    if (on) {
      sum[on] += now - since;
      list ??= createWaitList(most);
      list.add({ on, from: since, to: now });
    }
    since = now;
  }

  const add = (step: 1 | -1) => (on: Wait['on'], now: number) => {
    pass(now);
    open[on] += step;
  };

  return {
    begin: add(1),
    end: add(-1),
    pass,
    human: () => sum.human,
    client: () => sum.client,
    waits: () => list?.waits() ?? [],
    waiting: () => {
      const on = current();
      return on ? { on, since } : null;
    },
  };
}
