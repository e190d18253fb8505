import { idToCancel } from '#core/protocol/id-to-cancel.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace, TraceEvent } from '#core/trace/trace.ts';
import type { Side } from '#core/wire/entry.ts';

type Notification = Extract<TraceEvent, { kind: 'notification' }>;

/** True for the client's `session/cancel` in a session. */
export const isSessionCancel = ({ notification, ref, session }: Notification): boolean =>
  notification.method === 'session/cancel' && ref.from === 'client' && session !== undefined;

/** Remembers which open requests of `asker` a `session/cancel` cancelled, and by which notification. */
export function createSessionCancels(asker: Side, method: string) {
  const cancels = new WeakMap<Exchange, MessageRef>();
  return {
    /** Call for every notification. */
    remember(event: Notification, trace: Trace): void {
      if (!isSessionCancel(event)) return;
      for (const exchange of trace.openRequests(asker))
        if (exchange.method === method && exchange.session === event.session && !cancels.has(exchange))
          cancels.set(exchange, event.ref);
    },
    of: (exchange: Exchange): MessageRef | undefined => cancels.get(exchange),
  };
}

/** Remembers the requests that their sender cancelled with `$/cancel_request`. */
export function createWithdrawals() {
  const withdrawn = new WeakSet<Exchange>();
  return {
    /** Call for every notification. */
    remember(event: Notification, trace: Trace): void {
      const id = idToCancel(event.notification);
      const exchange = id === undefined ? undefined : trace.openRequest(event.ref.from, id);
      if (exchange) withdrawn.add(exchange);
    },
    has: (exchange: Exchange): boolean => withdrawn.has(exchange),
  };
}
