import { at, isObject, stringAt } from '#core/wire/json.ts';
import type { Exchange } from './exchanges.ts';
import type { Place } from './place.ts';

/** A session that this connection has created, loaded, resumed or forked. Wire values are kept raw: rules judge them. */
export interface Session {
  readonly id: string;
  /** The request that brought it, `session/new` for example. */
  readonly by: string;
  readonly cwd: string | undefined;
  readonly opened: Place;
  readonly closed?: Place;
  /** The modes it offers, as the agent last gave them; undefined when it gave none. */
  readonly modes: unknown;
  /** The configuration options it offers, as the agent last gave them; undefined when it gave none. */
  readonly configOptions: unknown;
}

const OPENING = new Set(['session/new', 'session/fork', 'session/load', 'session/resume']);
const CLOSING = new Set(['session/close', 'session/delete', 'session/stop']);

/** Keeps the sessions that are open. A session opened again (loaded, resumed) is the same session. */
export function createSessions() {
  const open = new Map<string, Session>();

  function brought({ method, outcome, params, opened }: Exchange): Session | undefined {
    const result = outcome?.ok ? outcome.result : undefined;
    const id = stringAt(result, 'sessionId') ?? stringAt(params, 'sessionId');
    if (id === undefined || !OPENING.has(method)) return undefined;
    return {
      id,
      by: method,
      cwd: stringAt(params, 'cwd'),
      opened,
      modes: at(result, 'modes'),
      configOptions: at(result, 'configOptions'),
    };
  }

  function change(id: string | undefined, patch: Partial<Session>): void {
    const session = id === undefined ? undefined : open.get(id);
    if (session) open.set(session.id, { ...session, ...patch });
  }

  return {
    /** The session that a successful answer opens or closes. `duplicate` is an open one that has its id already. */
    answered(exchange: Exchange): { session: Session; duplicate?: Session } | undefined {
      const { method, outcome, closed } = exchange;
      if (!outcome?.ok || !closed) return undefined;
      const session = brought(exchange);
      if (session) {
        const before = open.get(session.id);
        open.set(session.id, session);
        return before ? { session, duplicate: before } : { session };
      }
      if (method === 'session/set_config_option' && isObject(outcome.result))
        change(exchange.session, { configOptions: outcome.result['configOptions'] });
      const ended = CLOSING.has(method) ? open.get(exchange.session ?? '') : undefined;
      if (!ended) return undefined;
      open.delete(ended.id);
      return { session: { ...ended, closed } };
    },
    updated(id: string, variant: string | undefined, update: unknown): void {
      if (variant === 'config_option_update') change(id, { configOptions: at(update, 'configOptions') });
    },
    find: (id: string): Session | undefined => open.get(id),
    open: (): Iterable<Session> => open.values(),
  };
}
