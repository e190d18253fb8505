import type { Exchange } from '#core/trace/exchanges.ts';
import type { Place } from '#core/trace/place.ts';
import type { Trace, TraceEvent } from '#core/trace/trace.ts';
import { idToCancel, isSessionCancel } from './cancellations.ts';

/** What a `session/cancel` of version 1 makes due: the prompt’s response from the agent, the permission’s from the client. */
const ENDED_BY_CANCEL = new Set(['session/prompt', 'session/request_permission']);

const SIDES = ['client', 'agent'] as const;

/** Remembers the open requests that were cancelled, by `$/cancel_request` or with their session, and where. */
export function createCancelledRequests() {
  const cancelled = new WeakMap<Exchange, Place>();
  const remember = (exchange: Exchange | undefined, place: Place) => {
    if (exchange && !cancelled.has(exchange)) cancelled.set(exchange, place);
  };
  return {
    /** To be told every notification. */
    see(event: Extract<TraceEvent, { kind: 'notification' }>, trace: Trace): void {
      const { place, session } = event;
      const id = idToCancel(event);
      if (id !== undefined) remember(trace.openRequest(place.from, id), place);
      if (!isSessionCancel(event) || trace.version() === 2) return;
      for (const asker of SIDES)
        for (const exchange of trace.openRequests(asker))
          if (exchange.session === session && ENDED_BY_CANCEL.has(exchange.method) && !exchange.astray)
            remember(exchange, place);
    },
    of: (exchange: Exchange): Place | undefined => cancelled.get(exchange),
  };
}
