import { setNewest } from '#core/set-newest.ts';
import { formOf } from '#core/protocol/method-form.ts';
import { opposite, type Side } from '#core/wire/entry.ts';
import type { ErrorObject, Outcome, Request, Response } from '#core/wire/jsonrpc.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import type { MessageRef } from './message-ref.ts';

/** One request and its response. Open while `closed` is missing. */
export interface Exchange {
  readonly method: string;
  readonly id: IdToken;
  readonly params: unknown;
  readonly session: string | undefined;
  readonly opened: MessageRef;
  /** True for a method that only the other side may send: the request is paired but otherwise ignored. */
  readonly astray?: true;
  readonly closed?: MessageRef;
  readonly outcome?: Outcome;
}

/** An exchange with its response. */
export type AnsweredExchange = Exchange & Required<Pick<Exchange, 'closed' | 'outcome'>>;

export const isAnswered = (exchange: Exchange | undefined): exchange is AnsweredExchange =>
  exchange?.closed !== undefined;

type Opening = { -readonly [member in keyof Exchange]: Exchange[member] };

/**
 * The result of matching a response with a request. The `near` of an orphan is the request that it is probably about.
 */
export type Answer =
  | {
      readonly kind: 'answered';
      readonly exchange: AnsweredExchange;
    }
  | { readonly kind: 'orphan'; readonly why: 'no-id' | 'null-id' | 'never-asked'; readonly error?: ErrorObject }
  | { readonly kind: 'orphan'; readonly why: 'answered-before'; readonly near: Exchange }
  | { readonly kind: 'orphan'; readonly why: 'other-id-type'; readonly near: Exchange };

/** The number of answered requests per side that are remembered, to recognise a second response to one of them. */
const MAX_REMEMBERED = 1024;

/**
 * Pairs requests with responses. Each side has its own id space, because both peers may count from 0. Keeps
 * open requests and a bounded memory of answered ones.
 */
export function createExchanges() {
  const open = { client: new Map<IdToken, Opening>(), agent: new Map<IdToken, Opening>() };
  const answered = { client: new Map<IdToken, Exchange>(), agent: new Map<IdToken, Exchange>() };

  function remember(side: Side, exchange: Exchange): void {
    const { outcome: _, ...kept } = { ...exchange, params: undefined }; // params and outcome may hold whole files
    setNewest(answered[side], exchange.id, kept, MAX_REMEMBERED);
  }

  return {
    /**
     * Opens an exchange. `reused` is the exchange still open under this id: the newer one replaces it, and a
     * rule reports it.
     */
    request(
      request: Request,
      opened: MessageRef,
      session: string | undefined,
    ): { exchange: Exchange; reused?: Exchange } {
      const { method, id, params } = request;
      const isAstray = formOf(method, opened.from) === 'other-side';
      const exchange: Opening = { method, id, params, session, opened, ...(isAstray ? { astray: true } : {}) };
      const reused = open[opened.from].get(id);
      open[opened.from].set(id, exchange);
      return reused ? { exchange, reused } : { exchange };
    },

    /** Closes the exchange of a response, or returns why it closes none. */
    response(response: Response, closed: MessageRef): Answer {
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

    /** Forgets and returns an open request that will get no response in this fold. */
    drop(asker: Side, id: IdToken): Exchange | undefined {
      const exchange = open[asker].get(id);
      open[asker].delete(id);
      return exchange;
    },
    /** The open request with this id. */
    find: (asker: Side, id: IdToken): Exchange | undefined => open[asker].get(id),
    /** The request that was answered last under this id, if it is still remembered. */
    past: (asker: Side, id: IdToken): Exchange | undefined => answered[asker].get(id),
    /** The open requests of `asker`, oldest first. */
    open: (asker: Side): Iterable<Exchange> => open[asker].values(),
  };
}

/** `1` ↔ `"1"`. */
const otherSpelling = (id: IdToken): IdToken =>
  (id.startsWith('"') ? String(JSON.parse(id)) : JSON.stringify(id)) as IdToken; // a token made from a token
