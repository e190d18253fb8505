import { createNormalisedText } from '#core/compare/normaliser.ts';
import { replaysHistory } from '#core/protocol/method-traits.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { Implementation } from '#core/trace/handshake.ts';
import { createTrace, type TraceEvent } from '#core/trace/trace.ts';
import type { Seq } from '#core/units.ts';
import type { Entry } from '#core/wire/entry.ts';
import { hasNoRecordedAnswer } from '../player/unanswered.ts';
import { answeredExtra, askedExtra, type Extra } from './extras.ts';
import { factsOf, type Facts } from './facts.ts';
import { createHistoryDigest, type HistoryDigest } from './history-digest.ts';
import { createTurnDigest, type TurnDigest } from './turn-digest.ts';

/** The outcome of a conversation without what differs from run to run: ids, folders, times, how text was cut. */
export interface Digest {
  readonly agent: Implementation | undefined;
  /** The client's requests except prompts, by their entry. */
  readonly requests: ReadonlyMap<Seq, RequestDigest>;
  /** Turns by the entry of their prompt. */
  readonly turns: ReadonlyMap<Seq, TurnDigest>;
  /** Other actions of the agent. */
  readonly extras: readonly Extra[];
}

export interface RequestDigest {
  readonly seq: Seq;
  readonly method: string;
  /** `a result`, `error -32601`, or undefined when unanswered. A replay's "no recorded answer" counts as unanswered. */
  readonly answer: string | undefined;
  /** What the result says about the agent or the session. */
  readonly facts: Facts;
  /** For a request that reopened a session: the replayed history. */
  readonly history?: HistoryDigest;
}

/** Folds a conversation. `neutral` replaces the working directory by one word, so that two machines give the same. */
export function digest(entries: Iterable<Entry>, neutral: (text: string) => string): Digest {
  const forms = { text: neutral, piece: createNormalisedText({ text: neutral, path: (path) => path }) };
  const trace = createTrace();
  const requests = new Map<Seq, RequestDigest>();
  const turns = new Map<Seq, ReturnType<typeof createTurnDigest>>();
  const histories = new Map<Seq, ReturnType<typeof createHistoryDigest>>(); // by request
  const extras: Extra[] = [];
  const replayed = new Map<string, Seq>(); // by session: the request that reopened it, until its first prompt

  function apply(event: TraceEvent): void {
    if (event.kind === 'turn') {
      const { turn } = event;
      const folded = turns.get(turn.started.seq) ?? createTurnDigest(turn, forms);
      turns.set(turn.started.seq, folded);
      replayed.delete(turn.session);
      if (turn.ended) folded.end(turn.outcome ?? '');
    }
    if (event.kind === 'update') {
      const { turn, session, variant, update, place } = event;
      const opened = replayed.get(session);
      const folded = turn ? turns.get(turn.started.seq) : opened === undefined ? undefined : histories.get(opened);
      folded?.update(variant, update, place);
    }
    if (event.kind === 'request' && event.exchange.opened.from === 'client') {
      openAgain(event.exchange);
      add(event.exchange);
    }
    if (event.kind === 'request' && event.exchange.opened.from === 'agent') asked(event.exchange);
    const answered = event.kind === 'orphan' ? answeredExtra(event) : undefined;
    if (answered) extras.push(answered);
    if (event.kind === 'answered' && event.exchange.opened.from === 'client') add(event.exchange);
  }

  function openAgain({ method, opened, session }: Exchange): void {
    if (!replaysHistory(method) || session === undefined) return;
    histories.set(opened.seq, createHistoryDigest(opened, session, forms));
    replayed.set(session, opened.seq);
  }

  function add({ method, opened, outcome: said }: Exchange): void {
    const isNone = said?.ok === false && hasNoRecordedAnswer(said.error);
    const outcome = isNone ? undefined : said;
    if (method === 'session/prompt') {
      const turn = turns.get(opened.seq);
      if (isNone) turn?.neverEnds();
      else if (outcome?.ok === false) turn?.fail(outcome.error);
      return;
    }
    const answer = outcome && (outcome.ok ? 'a result' : `error ${outcome.error.code}`);
    requests.set(opened.seq, { seq: opened.seq, method, answer, facts: factsOf(method, outcome) });
  }

  function asked(exchange: Exchange): void {
    const turn = trace.currentTurn(exchange.session ?? '');
    if (turn) turns.get(turn.started.seq)?.ask(exchange);
    const extra = askedExtra(exchange, turn?.started.seq, neutral);
    if (extra) extras.push(extra);
  }

  function historyOf(seq: Seq): Pick<RequestDigest, 'history'> {
    const history = histories.get(seq)?.current();
    return history ? { history } : {};
  }

  for (const entry of entries) for (const event of trace.apply(entry).events) apply(event);
  return {
    agent: trace.handshake().agent,
    requests: new Map([...requests].map(([seq, request]) => [seq, { ...request, ...historyOf(seq) }])),
    turns: new Map([...turns].map(([seq, turn]) => [seq, turn.current()])),
    extras,
  };
}
