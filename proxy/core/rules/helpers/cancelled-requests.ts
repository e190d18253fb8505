import type { Exchange } from '#core/trace/exchanges.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace, TraceEvent } from '#core/trace/trace.ts';
import { idToCancel, isSessionCancel } from './cancellations.ts';

/** Requests that a `session/cancel` of version 1 cancels: the receiver must answer them soon. */
const ENDED_BY_CANCEL = new Set(['session/prompt', 'session/request_permission']);

const SIDES = ['client', 'agent'] as const;

/** Remembers the requests that `$/cancel_request` or `session/cancel` cancelled, and the place of that notification. */
export function createCancelledRequests() {
  const cancelled = new WeakMap<Exchange, MessageRef>();
  const remember = (exchange: Exchange | undefined, place: MessageRef) => {
    if (exchange && !cancelled.has(exchange)) cancelled.set(exchange, place);
  };
  return {
    /** Call for every notification. */
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
    of: (exchange: Exchange): MessageRef | undefined => cancelled.get(exchange),
  };
}
