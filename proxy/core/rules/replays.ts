import type { Exchange } from '#core/trace/exchanges.ts';

const REPLAYING = new Set(['session/load', 'session/resume']);

/** Knows in which sessions the agent may be replaying their history: those with a load or resume that waits for its answer. */
export function createReplays() {
  const running = new Map<string, Exchange>();
  return {
    requested(exchange: Exchange): void {
      if (REPLAYING.has(exchange.method) && exchange.session !== undefined) running.set(exchange.session, exchange);
    },
    answered(exchange: Exchange): void {
      if (REPLAYING.has(exchange.method) && running.get(exchange.session ?? '') === exchange)
        running.delete(exchange.session ?? '');
    },
    isRunning: (session: string): boolean => running.has(session),
  };
}
