import { createTrace, type TraceEvent } from '#core/trace/trace.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { Implementation } from '#core/trace/handshake.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { Seq } from '#core/wire/units.ts';
import { factsOf, type Facts } from './facts.ts';
import { createTurnDigest, type TurnDigest } from './turn-digest.ts';

/** What a conversation came to, without what differs from one run to the next: ids, folders, times, how text was cut. */
export interface Digest {
  readonly agent: Implementation | undefined;
  /** The client's requests but for prompts, by their entry. */
  readonly requests: ReadonlyMap<Seq, RequestDigest>;
  /** By the entry of the prompt. */
  readonly turns: ReadonlyMap<Seq, TurnDigest>;
}

export interface RequestDigest {
  readonly seq: Seq;
  readonly method: string;
  /** `a result`, `error -32601`, or undefined where there was no answer. */
  readonly answer: string | undefined;
  /** What its result says of the agent or the session. */
  readonly facts: Facts;
}

/** Folds a conversation. `neutral` puts one word in place of the working directory, so that two machines give the same. */
export function digest(entries: Iterable<Entry>, neutral: (text: string) => string): Digest {
  const trace = createTrace();
  const requests = new Map<Seq, RequestDigest>();
  const turns = new Map<Seq, ReturnType<typeof createTurnDigest>>();

  function apply(event: TraceEvent): void {
    if (event.kind === 'turn') {
      const { turn } = event;
      const folded = turns.get(turn.started.seq) ?? createTurnDigest(turn, neutral);
      turns.set(turn.started.seq, folded);
      if (turn.ended) folded.end(turn.outcome ?? '');
    }
    if (event.kind === 'update' && event.turn)
      turns.get(event.turn.started.seq)?.update(event.variant, event.update, event.place);
    if (event.kind === 'request' && event.exchange.opened.from === 'client') add(event.exchange);
    if (event.kind === 'request' && event.exchange.opened.from === 'agent') asked(event.exchange);
    if (event.kind === 'answered' && event.exchange.opened.from === 'client') add(event.exchange);
  }

  function add(exchange: Exchange): void {
    const { method, opened, outcome } = exchange;
    if (method === 'session/prompt') {
      if (outcome && !outcome.ok) turns.get(opened.seq)?.fail(outcome.error);
      return;
    }
    const answer = outcome && (outcome.ok ? 'a result' : `error ${outcome.error.code}`);
    requests.set(opened.seq, { seq: opened.seq, method, answer, facts: factsOf(exchange) });
  }

  function asked(exchange: Exchange): void {
    const turn = trace.currentTurn(exchange.session ?? '');
    if (turn) turns.get(turn.started.seq)?.ask(exchange);
  }

  for (const entry of entries) for (const event of trace.apply(entry).events) apply(event);
  return {
    agent: trace.handshake().agent,
    requests,
    turns: new Map([...turns].map(([seq, turn]) => [seq, turn.current()])),
  };
}
