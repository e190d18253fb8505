import { setNewest } from '#core/set-newest.ts';
import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { closesSession, namesSession, opensSession, setsOption } from '#core/protocol/method-traits.ts';
import type { AnsweredExchange, Exchange } from './exchanges.ts';
import type { MessageRef } from './message-ref.ts';

/** A session that this connection has created, loaded, resumed or forked. Raw wire values: rules judge them. */
export interface Session {
  readonly id: string;
  /** The method that opened it, `session/new` for example. */
  readonly by: string;
  readonly cwd: string | undefined;
  readonly opened: MessageRef;
  readonly closed?: MessageRef;
  /** The method that closed it, `session/close` for example. */
  readonly closedBy?: string;
  /** The modes in the response that opened the session; undefined without them. */
  readonly modes: unknown;
  /** Its configuration options in the agent's latest list; undefined without a list. */
  readonly configOptions: unknown;
}

/** The number of closed sessions that are remembered, to distinguish a late message from one with an unknown id. */
const MAX_REMEMBERED = 256;

/**
 * Keeps open sessions and a bounded memory of closed ones. Loading or resuming an open session replaces its facts.
 */
export function createSessions() {
  const open = new Map<string, Session>();
  const past = new Map<string, Session>();
  let hasUnnamed = false;

  function close(session: Session, closed: MessageRef, closedBy: string): Session {
    const ended = { ...session, closed, closedBy };
    open.delete(session.id);
    setNewest(past, session.id, ended, MAX_REMEMBERED);
    return ended;
  }

  function brought({ method, outcome, params, opened }: Exchange): Session | undefined {
    const result = outcome?.ok ? outcome.result : undefined;
    const named = stringAt(result, 'sessionId');
    const id = namesSession(method) ? named : (named ?? stringAt(params, 'sessionId'));
    if (!opensSession(method)) return undefined;
    hasUnnamed ||= id === undefined;
    if (id === undefined) return undefined;
    return {
      id,
      by: method,
      cwd: stringAt(params, 'cwd'),
      opened,
      modes: valueAt(result, 'modes'),
      configOptions: valueAt(result, 'configOptions'),
    };
  }

  function change(id: string | undefined, patch: Partial<Session>): void {
    const session = id === undefined ? undefined : open.get(id);
    if (session) open.set(session.id, { ...session, ...patch });
  }

  return {
    /** The session that a successful response opens or closes. `duplicate` is an open session with the same id. */
    answered(exchange: AnsweredExchange): { session: Session; duplicate?: Session } | undefined {
      const { method, outcome, closed } = exchange;
      if (!outcome.ok || !closed) return undefined;
      const session = brought(exchange);
      if (session) {
        const before = open.get(session.id);
        open.set(session.id, session);
        past.delete(session.id);
        return before ? { session, duplicate: before } : { session };
      }
      if (setsOption(method) && isObject(outcome.result))
        change(exchange.session, { configOptions: outcome.result['configOptions'] });
      const ended = closesSession(method) ? open.get(exchange.session ?? '') : undefined;
      return ended && { session: close(ended, closed, method) };
    },
    updated(id: string, variant: string | undefined, update: unknown): void {
      if (variant === 'config_option_update') change(id, { configOptions: valueAt(update, 'configOptions') });
    },
    hasUnnamed: (): boolean => hasUnnamed,
    find: (id: string): Session | undefined => open.get(id),
    /** A session that was open on this connection and is closed now. */
    findClosed: (id: string): Session | undefined => past.get(id),
    open: (): Iterable<Session> => open.values(),
  };
}
