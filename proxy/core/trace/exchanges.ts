import { formOf } from '#core/protocol/method-form.ts';
import { opposite, type Side } from '#core/wire/entry.ts';
import type { ErrorObject, Outcome, Request, Response } from '#core/wire/jsonrpc.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import type { Place } from './place.ts';

/** One request and its response. Open while `closed` is missing. */
export interface Exchange {
  readonly method: string;
  readonly id: IdToken;
  readonly params: unknown;
  readonly session: string | undefined;
  readonly opened: Place;
  /** True for a method that only the other side may send: it is paired and means nothing else. */
  readonly astray?: true;
  readonly closed?: Place;
  readonly outcome?: Outcome;
}

type Opening = { -readonly [member in keyof Exchange]: Exchange[member] };

/** What a response turned out to answer. An orphan's `near` is what it seems to be about, where something is. */
export type Answer =
  | { readonly kind: 'answered'; readonly exchange: Exchange & { readonly closed: Place; readonly outcome: Outcome } }
  | { readonly kind: 'orphan'; readonly why: 'no-id' | 'null-id' | 'never-asked'; readonly error?: ErrorObject }
  | { readonly kind: 'orphan'; readonly why: 'answered-before'; readonly near: Exchange }
  | { readonly kind: 'orphan'; readonly why: 'other-id-type'; readonly near: Exchange };

/** How many answered requests of each side are remembered, to tell a second answer from one to nothing. */
const REMEMBERED = 1024;

/**
 * Pairs requests with responses. Each side has its own id space: both peers count from 0, so an id alone names nothing.
 * Keeps what is open, and a bounded memory of what was answered.
 */
export function createExchanges() {
  const open = { client: new Map<IdToken, Opening>(), agent: new Map<IdToken, Opening>() };
  const answered = { client: new Map<IdToken, Exchange>(), agent: new Map<IdToken, Exchange>() };

  function remember(side: Side, exchange: Exchange): void {
    const past = answered[side];
    past.delete(exchange.id);
    const { outcome: _, ...kept } = { ...exchange, params: undefined }; // whole files may be in either
    past.set(exchange.id, kept);
    if (past.size > REMEMBERED) past.delete(past.keys().next().value ?? exchange.id);
  }

  return {
    /** Opens an exchange. `reused` is the one that still was open under this id: the newer wins, a rule reports it. */
    request(request: Request, opened: Place, session: string | undefined): { exchange: Exchange; reused?: Exchange } {
      const { method, id, params } = request;
      const isAstray = formOf(method, opened.from) === 'other-side';
      const exchange: Opening = { method, id, params, session, opened, ...(isAstray ? { astray: true } : {}) };
      const reused = open[opened.from].get(id);
      open[opened.from].set(id, exchange);
      return reused ? { exchange, reused } : { exchange };
    },

    response(response: Response, closed: Place): Answer {
      const { id, outcome } = response;
      const error = outcome.ok ? {} : { error: outcome.error };
      if (id === undefined) return { kind: 'orphan', why: 'no-id', ...error };
      const asker = opposite(closed.from);
      const exchange = open[asker].get(id);
      if (exchange) {
        open[asker].delete(id);
        const whole = Object.assign(exchange, { closed, outcome });
        remember(asker, whole);
        return { kind: 'answered', exchange: whole };
      }
      if (id === 'null') return { kind: 'orphan', why: 'null-id', ...error };
      const twin = open[asker].get(otherSpelling(id));
      if (twin) return { kind: 'orphan', why: 'other-id-type', near: twin };
      const past = answered[asker].get(id);
      if (past) return { kind: 'orphan', why: 'answered-before', near: past };
      return { kind: 'orphan', why: 'never-asked', ...error };
    },

    /** Forgets an open request: its id went to another one that is not of this connection. */
    drop: (asker: Side, id: IdToken): boolean => open[asker].delete(id),
    /** The request that waits for an answer under this id. */
    find: (asker: Side, id: IdToken): Exchange | undefined => open[asker].get(id),
    /** The request that was answered last under this id, as far as answered ones are remembered. */
    past: (asker: Side, id: IdToken): Exchange | undefined => answered[asker].get(id),
    /** What waits for an answer from the other side, oldest first. */
    open: (asker: Side): Iterable<Exchange> => open[asker].values(),
  };
}

/** `1` ↔ `"1"`. */
const otherSpelling = (id: IdToken): IdToken =>
  (id.startsWith('"') ? String(JSON.parse(id)) : JSON.stringify(id)) as IdToken; // a token made from a token
