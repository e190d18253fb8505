import type { Group } from '#core/contract/timeline.ts';

/** How long answers of the client were waited for. Microseconds; the two never count the same moment. */
export interface Meter {
  /** A request to the client was sent at `now`; `isHuman` when a person has to answer it. */
  readonly begin: (isHuman: boolean, now: number) => void;
  /** It was answered. */
  readonly end: (isHuman: boolean, now: number) => void;
  /** Counts what is open up to `now`. */
  readonly pass: (now: number) => void;
  readonly human: () => number;
  readonly client: () => number;
  /** What is being waited for, and since when it is not counted yet; null where nothing is. */
  readonly waiting: () => Group['waiting'];
}

/**
 * Adds up waiting that may overlap: two questions to a person at once are one wait, and while a person is asked, what else the client
 * owes does not count.
 */
export function createMeter(): Meter {
  const open = { human: 0, client: 0 };
  const sum = { human: 0, client: 0 };
  let since = 0;

  function pass(now: number): void {
    if (open.human > 0) sum.human += now - since;
    else if (open.client > 0) sum.client += now - since;
    since = now;
  }

  const add = (step: 1 | -1) => (isHuman: boolean, now: number) => {
    pass(now);
    open[isHuman ? 'human' : 'client'] += step;
  };

  return {
    begin: add(1),
    end: add(-1),
    pass,
    human: () => sum.human,
    client: () => sum.client,
    waiting: () => (open.human > 0 ? { on: 'human', since } : open.client > 0 ? { on: 'client', since } : null),
  };
}
