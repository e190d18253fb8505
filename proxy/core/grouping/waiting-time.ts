import { MAX_GROUP_WAITS, type Wait } from '#core/model/axis.ts';
import type { Group } from '#core/model/group.ts';
import { createWaitList } from './wait-list.ts';

/** Measures how long a group waited, and for whom, in microseconds. No moment counts twice. */
export interface WaitingTime {
  /** From `now` on an exchange waits for `to`, and no longer for `from`. Undefined: for nobody who is measured. */
  readonly change: (from: Wait['on'] | undefined, to: Wait['on'] | undefined, now: number) => void;
  /** Adds the open waiting up to `now`. */
  readonly pass: (now: number) => void;
  readonly human: () => number;
  readonly client: () => number;
  readonly acptap: () => number;
  /** The counted waits as a list, without the current one. A long list is made coarser; the figures stay exact. */
  readonly waits: () => readonly Wait[];
  /** The current wait, and the time from which it is not counted yet; null without a wait. */
  readonly waiting: () => Group['waiting'];
}

/**
 * Adds up waits that may overlap. Two questions to a person at once count as one wait. While a person is
 * asked, other waits for the client do not count. Waits for a delivery by acptap count where nobody else has to act.
 */
export function createWaitingTime(most = MAX_GROUP_WAITS): WaitingTime {
  const open = { human: 0, client: 0, acptap: 0 };
  const sum = { human: 0, client: 0, acptap: 0 };
  let list: ReturnType<typeof createWaitList> | undefined; // most groups never wait
  let since = 0;

  const current = (): Wait['on'] | undefined => FIRST_TO_LAST.find((on) => open[on] > 0);

  function pass(now: number): void {
    const on = current();
    if (on) {
      sum[on] += now - since;
      list ??= createWaitList(most);
      list.add({ on, from: since, to: now });
    }
    since = now;
  }

  return {
    change(from, to, now) {
      pass(now);
      if (from) open[from] -= 1;
      if (to) open[to] += 1;
    },
    pass,
    human: () => sum.human,
    client: () => sum.client,
    acptap: () => sum.acptap,
    waits: () => list?.waits() ?? [],
    waiting: () => {
      const on = current();
      return on ? { on, since } : null;
    },
  };
}

/** Whose wait counts while there are several. */
const FIRST_TO_LAST = ['human', 'client', 'acptap'] as const;
