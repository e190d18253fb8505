import type { Waiting } from '#core/model/recording-summary.ts';

/** An open request, and the client's request that waits for it. */
export interface WaitingChain {
  readonly request: Waiting;
  readonly outer: Waiting | undefined;
}

/**
 * The open requests as chains, the cause of the others first: an agent answers a prompt only after its own last request.
 * A prompt that waits for another request is no chain of its own. With `first`, the chain of this request comes first.
 */
export function waitingChains(waiting: readonly Waiting[], first = causeOf(waiting)): readonly WaitingChain[] {
  const chains = waiting.map((request): WaitingChain => ({ request, outer: outerOf(request, waiting) }));
  const outers = new Set(chains.map(({ outer }) => outer));
  const own = chains.filter(({ request }) => request === first);
  return [...own, ...chains.filter(({ request }) => request !== first && !outers.has(request))];
}

/** The open requests of each session, that of the cause first, which also has the requests without a session. */
export function waitingBySession(waiting: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const first = causeOf(waiting)?.session ?? null;
  const bySession = Map.groupBy(waiting, ({ session }) => session ?? first);
  const own = bySession.get(first) ?? [];
  return [own, ...[...bySession.values()].filter((each) => each !== own)];
}

/** The request that blocks the others: the agent's last one, else the client's oldest. */
export const causeOf = (waiting: readonly Waiting[]): Waiting | undefined =>
  waiting.findLast(({ side }) => side === 'agent') ?? waiting[0];

/** The oldest request of the client that is open in the session of an agent's request. */
const outerOf = ({ side, session, t }: Waiting, waiting: readonly Waiting[]): Waiting | undefined =>
  side === 'agent'
    ? waiting.find((each) => each.side === 'client' && each.session === session && each.t <= t)
    : undefined;
