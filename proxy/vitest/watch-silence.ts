import { createTrace } from '#core/trace/trace.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { Entry } from '#core/wire/entry.ts';
import { visible } from '#core/wire/visible.ts';
import { nextTurn, systemClock } from '../replay/connection/clock.ts';
import { formatMilliseconds } from '../replay/player/waiting.ts';

/**
 * Watches the open requests of a live conversation. While one is open, calls `expired` once if both sides are silent for
 * `limit` milliseconds; never without a limit.
 */
export function watchSilence(limit: number | undefined, expired: (waited: string) => void) {
  const trace = createTrace();
  let heard = systemClock.now();
  let cancel = () => {};
  let isStopped = false;

  /** The missing message: `the agent to answer session/prompt (id 2), sent 310 ms after the start`. */
  function awaited(): string | undefined {
    const [client, agent] = [[...trace.openRequests('client')], [...trace.openRequests('agent')]];
    if (agent.length === 0) return client.length === 0 ? undefined : `the agent to answer ${listRequests(client)}`;
    const after = client.length === 0 ? '' : `; the agent has not answered ${listRequests(client)}`;
    return `the client to answer ${listRequests(agent)}${after}`;
  }

  return {
    apply(entry: Entry): void {
      if (entry.kind !== 'frame') return;
      trace.apply(entry);
      heard = systemClock.now();
      cancel();
      if (isStopped || limit === undefined || awaited() === undefined) return;
      cancel = systemClock.after(limit, () => {
        // first reads the messages that came while the test was busy: they may end the silence
        cancel = nextTurn(() => expired(`waited ${formatMilliseconds(limit)} for ${awaited() ?? ''}`));
      });
    },
    /** The missing message and the length of the wait; undefined when all requests are answered. */
    waitingFor(): string | undefined {
      const words = awaited();
      return words && `${words}; the last message came ${formatMilliseconds(systemClock.now() - heard)} ago`;
    },
    /** The client's open requests, oldest first. */
    openRequests: (): readonly Exchange[] => [...trace.openRequests('client')],
    stop(): void {
      isStopped = true;
      cancel();
    },
  };
}

/** How many requests are named. */
const NAMED = 3;

/** Names requests: `session/prompt (id 2), sent 310 ms after the start`. */
export function listRequests(open: readonly Exchange[]): string {
  const named = open
    .slice(0, NAMED)
    .map(({ method, id, opened: { elapsed } }) =>
      visible(`${method} (id ${id}), sent ${formatMilliseconds(elapsed / 1000)} after the start`),
    );
  const more = open.length - NAMED;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', and ');
}
