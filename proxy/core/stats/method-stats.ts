import type { MethodStats } from '#core/model/stats.ts';
import type { AnsweredExchange, Exchange } from '#core/trace/exchanges.ts';
import type { Side } from '#core/wire/entry.ts';
import { createDurations } from './durations.ts';

interface Method {
  readonly method: string;
  readonly from: Side;
  readonly durations: ReturnType<typeof createDurations>;
  errors: number;
  byAcptap: number;
  open: number;
}

/** Recordings have few methods; the limit protects the memory from a peer that invents a method for each request. */
const MAX_METHODS = 1000;

/** Measures exchanges by method and asker, from request to response. */
export function createMethodStats() {
  const methods = new Map<string, Method>();

  function find({ method, opened: { from } }: Exchange): Method | undefined {
    const key = `${from} ${method}`;
    const known = methods.get(key);
    if (known || methods.size >= MAX_METHODS) return known;
    const fresh: Method = { method, from, durations: createDurations(), errors: 0, byAcptap: 0, open: 0 };
    methods.set(key, fresh);
    return fresh;
  }

  return {
    asked(exchange: Exchange): void {
      const method = find(exchange);
      if (method) method.open += 1;
    },
    answered(exchange: AnsweredExchange): void {
      const method = find(exchange);
      if (!method) return;
      method.open -= 1;
      method.durations.add(exchange.closed.elapsed - exchange.opened.elapsed, exchange.opened.seq);
      if (!exchange.outcome.ok) method.errors += 1;
    },
    /** Its response is that of acptap itself, or a frame too large to be read. */
    dropped(exchange: Exchange, isByAcptap: boolean): void {
      const method = find(exchange);
      if (!method) return;
      method.open -= 1;
      if (isByAcptap) method.byAcptap += 1;
    },
    /** The longest total time first. */
    methods: (): readonly MethodStats[] =>
      [...methods.values()]
        .map(({ method, from, durations, errors, byAcptap, open }) => ({
          method,
          from,
          answered: durations.summary(),
          errors,
          byAcptap,
          open,
        }))
        .toSorted((a, b) => (b.answered?.total ?? -1) - (a.answered?.total ?? -1)),
  };
}
