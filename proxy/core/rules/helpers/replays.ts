import { replaysHistory } from '#core/protocol/method-traits.ts';
import type { Exchange } from '#core/trace/exchanges.ts';

/** Keeps the sessions with an open load or resume request, in which the agent may replay history. */
export function createReplays() {
  const running = new Map<string, Exchange>();
  return {
    requested(exchange: Exchange): void {
      if (replaysHistory(exchange.method) && exchange.session !== undefined) running.set(exchange.session, exchange);
    },
    answered(exchange: Exchange): void {
      if (replaysHistory(exchange.method) && running.get(exchange.session ?? '') === exchange)
        running.delete(exchange.session ?? '');
    },
    isRunning: (session: string): boolean => running.has(session),
  };
}
