import { stringAt } from '#core/wire/json.ts';
import type { Exchange } from './exchanges.ts';
import type { Place } from './place.ts';

/** A session that this connection has created, loaded, resumed or forked. */
export interface Session {
  readonly id: string;
  /** The request that brought it, `session/new` for example. */
  readonly by: string;
  readonly cwd: string | undefined;
  readonly opened: Place;
  readonly closed?: Place;
}

const OPENING = new Set(['session/new', 'session/fork', 'session/load', 'session/resume']);
const CLOSING = new Set(['session/close', 'session/delete', 'session/stop']);

/** Keeps the sessions that are open. A session opened again (loaded, resumed) is the same session. */
export function createSessions() {
  const open = new Map<string, Session>();
  return {
    /** The session that a successful answer opens or closes. */
    answered(exchange: Exchange): Session | undefined {
      const { method, outcome, params, opened, closed } = exchange;
      if (!outcome?.ok || !closed) return undefined;
      if (OPENING.has(method)) {
        const id = stringAt(outcome.result, 'sessionId') ?? stringAt(params, 'sessionId');
        if (id === undefined) return undefined;
        const session = { id, by: method, cwd: stringAt(params, 'cwd'), opened };
        open.set(id, session);
        return session;
      }
      const ended = CLOSING.has(method) ? open.get(exchange.session ?? '') : undefined;
      if (!ended) return undefined;
      open.delete(ended.id);
      return { ...ended, closed };
    },
    find: (id: string): Session | undefined => open.get(id),
    open: (): Iterable<Session> => open.values(),
  };
}
