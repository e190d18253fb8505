import { idToCancel } from '#core/protocol/id-to-cancel.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace, TraceEvent } from '#core/trace/trace.ts';
import { SIDES } from '#core/wire/entry.ts';
import { isSessionCancel } from './cancellations.ts';

/** Requests that a `session/cancel` of version 1 cancels: the receiver must answer them soon. */
const ENDED_BY_CANCEL = new Set(['session/prompt', 'session/request_permission']);

/** Remembers the requests that `$/cancel_request` or `session/cancel` cancelled, and by which notification. */
export function createCancelledRequests() {
  const cancelled = new WeakMap<Exchange, MessageRef>();
  const keep = (exchange: Exchange | undefined, ref: MessageRef) => {
    if (exchange && !cancelled.has(exchange)) cancelled.set(exchange, ref);
  };
  return {
    /** Call for every notification. */
    remember(event: Extract<TraceEvent, { kind: 'notification' }>, trace: Trace): void {
      const { ref, session } = event;
      const id = idToCancel(event.notification);
      if (id !== undefined) keep(trace.openRequest(ref.from, id), ref);
      if (!isSessionCancel(event) || trace.version() === 2) return;
      for (const asker of SIDES)
        for (const exchange of trace.openRequests(asker))
          if (exchange.session === session && ENDED_BY_CANCEL.has(exchange.method) && !exchange.astray)
            keep(exchange, ref);
    },
    of: (exchange: Exchange): MessageRef | undefined => cancelled.get(exchange),
  };
}
