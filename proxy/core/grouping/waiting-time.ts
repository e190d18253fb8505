import type { Group } from '#core/model/group.ts';

/** Measures how long a group waited for the client, in microseconds. No moment counts for both figures. */
export interface WaitingTime {
  /** A request to the client was sent at `now`. `isHuman`: a person has to answer it. */
  readonly begin: (isHuman: boolean, now: number) => void;
  /** The response came at `now`. */
  readonly end: (isHuman: boolean, now: number) => void;
  /** Adds the open waiting up to `now`. */
  readonly pass: (now: number) => void;
  readonly human: () => number;
  readonly client: () => number;
  /** The current wait, and the time from which it is not counted yet; null without a wait. */
  readonly waiting: () => Group['waiting'];
}

/**
 * Adds up waits that may overlap. Two questions to a person at once count as one wait. While a person is
 * asked, other waits for the client do not count.
 */
export function createWaitingTime(): WaitingTime {
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
