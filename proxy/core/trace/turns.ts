import { stringAt } from '#core/json/json.ts';
import { beginsTurn } from '#core/protocol/method-traits.ts';
import type { ProtocolVersion } from '#core/protocol/methods.ts';
import type { Exchange } from './exchanges.ts';
import { createOrderedSet } from './ordered-set.ts';
import type { MessageRef } from './message-ref.ts';
import { stopReason } from './turn-end.ts';

/** One prompt turn. `number` counts the turns of the recording from 1. */
export interface Turn {
  readonly number: number;
  readonly session: string;
  readonly started: MessageRef;
  readonly ended?: MessageRef;
  /** The stop reason; `error` when the prompt was answered with an error. Any string: rules judge it. */
  readonly outcome?: string;
}

/**
 * Groups the traffic of sessions into prompt turns. Keeps only the open turns.
 */
export function createTurns() {
  let count = 0;
  const open = new Map<Exchange, Turn>();
  const bySession = new Map<string, ReturnType<typeof createOrderedSet<Turn>>>(); // their open turns

  function start(exchange: Exchange, turn: Turn): void {
    open.set(exchange, turn);
    const others = bySession.get(turn.session) ?? createOrderedSet<Turn>();
    others.add(turn);
    bySession.set(turn.session, others);
  }

  function end(exchange: Exchange, turn: Turn, ended: MessageRef, outcome: string): Turn {
    open.delete(exchange);
    const others = bySession.get(turn.session);
    others?.delete(turn);
    if (others?.size() === 0) bySession.delete(turn.session);
    return { ...turn, ended, outcome };
  }

  return {
    started(exchange: Exchange): Turn | undefined {
      if (!beginsTurn(exchange.method) || exchange.session === undefined) return undefined;
      const turn = { number: ++count, session: exchange.session, started: exchange.opened };
      start(exchange, turn);
      return turn;
    },

    /** The turn that the response to a prompt ends. `answer`: the response that acptap itself gave. */
    answered(
      exchange: Exchange,
      version: ProtocolVersion,
      answer: Pick<Exchange, 'outcome' | 'closed'> = exchange,
    ): Turn | undefined {
      const turn = open.get(exchange);
      const { outcome, closed } = answer;
      if (!turn || !outcome || !closed) return undefined;
      if (!outcome.ok) return end(exchange, turn, closed, 'error');
      const reason = stopReason(version, { kind: 'prompt-answered', result: outcome.result });
      return reason === undefined ? undefined : end(exchange, turn, closed, reason);
    },

    /** The turns that a session update ends: all open turns of the session, oldest first. */
    updated(session: string, update: unknown, ref: MessageRef, version: ProtocolVersion): readonly Turn[] {
      if (stringAt(update, 'sessionUpdate') !== 'state_update') return [];
      const reason = stopReason(version, { kind: 'session-updated', update });
      if (reason === undefined) return [];
      return [...open]
        .filter(([, turn]) => turn.session === session)
        .map(([exchange, turn]) => end(exchange, turn, ref, reason));
    },

    /** The latest open turn of a session. */
    current: (session: string): Turn | undefined => bySession.get(session)?.newest(),

    open: (): Iterable<Turn> => open.values(),
  };
}
