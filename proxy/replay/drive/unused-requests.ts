import type { AgentRequest } from './plan.ts';

/** Finds the recorded request that matches a live one. Uses each recorded request once. */
export interface UnusedRequests {
  /** The unused request with the highest score, the earliest of equals; undefined where every score is undefined. */
  take(method: string, score: (asked: AgentRequest) => number | undefined): AgentRequest | undefined;
}

export function createUnusedRequests(asked: readonly AgentRequest[]): UnusedRequests {
  const unused = new Map<string, AgentRequest[]>();
  for (const each of asked) unused.set(each.method, [...(unused.get(each.method) ?? []), each]);
  return {
    take(method, score) {
      const list = unused.get(method) ?? [];
      let best: { readonly index: number; readonly score: number } | undefined;
      for (const [index, each] of list.entries()) {
        const points = score(each);
        if (points !== undefined && (best === undefined || points > best.score)) best = { index, score: points };
      }
      return best && list.splice(best.index, 1)[0];
    },
  };
}
