import { SpanKind, type Link } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { createFold } from '#core/fold/fold.ts';
import type { GroupedEntry } from '#core/grouping/grouping.ts';
import type { GroupState } from '#core/grouping/groups.ts';
import { stringAt } from '#core/json/json.ts';
import type { TurnStats } from '#core/model/stats.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import { createStats } from '#core/stats/stats.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { messageKey } from '#core/trace/message-ref.ts';
import type { ToolCall } from '#core/trace/tool-calls.ts';
import type { TraceEvent } from '#core/trace/trace.ts';
import type { Turn } from '#core/trace/turns.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { Outcome } from '#core/wire/jsonrpc.ts';
import {
  exchangeAttributes,
  FINDING,
  findingAttributes,
  sessionAttributes,
  toolCallAttributes,
  toolCallName,
  turnAttributes,
  turnName,
} from './attributes.ts';
import { createTurnContent, cutContent, toolCallContent } from './content.ts';
import { addEvent, beginSpan, endSpan, instant, type GrowingSpan, type SpanSource } from './growing-span.ts';
import type { createIds } from './ids.ts';

interface OpenTurn {
  readonly span: GrowingSpan;
  readonly content: ReturnType<typeof createTurnContent> | undefined;
  failure: string | undefined;
}

interface OpenCall {
  readonly span: GrowingSpan;
  call: ToolCall | undefined;
}

interface OpenExchange {
  readonly span: GrowingSpan;
  readonly exchange: Exchange;
  readonly group: GroupState;
}

export interface SpansOptions {
  readonly source: SpanSource;
  readonly ids: ReturnType<typeof createIds>;
  readonly fold: ReturnType<typeof createFold>;
  /** The name of an agent that sent no `agentInfo`. */
  readonly command: string;
  /** With texts of prompts, answers, tool calls, errors and findings. */
  readonly withContent: boolean;
  /** Called with the duration of a turn that has ended, and its first entry. */
  readonly onTurn: (duration: number, seq: number) => void;
}

/**
 * Makes spans of a recording: of each session, turn, tool call and other exchange, when it ends. Keeps what is open.
 * Findings are events of the span of their entry. A finding that comes after the end of that span is an event of the
 * session's.
 */
export function createSpans({ source, ids, fold, command, withContent, onTurn }: SpansOptions) {
  const { trace } = fold;
  const endedTurns: TurnStats[] = [];
  const stats = createStats(trace, (turn) => {
    endedTurns.push(turn);
    onTurn(turn.duration ?? 0, turn.seq);
  });
  const turns = new Map<number, OpenTurn>();
  const calls = new Map<GroupState, OpenCall>();
  const exchanges = new Map<string, OpenExchange>(); // by the place of the request
  const roots = new Map<string | undefined, { readonly span: GrowingSpan; until: number }>(); // by session
  let made: ReadableSpan[] = [];
  let last = 0;

  const agentName = () => trace.handshake().agent?.name ?? command;

  /** The span above all others of a session, or of the connection. */
  function rootOf(session: string | undefined, { seq, elapsed }: Pick<GrowingSpan, 'seq' | 'elapsed'>): GrowingSpan {
    const known = roots.get(session);
    if (known) {
      known.until = Math.max(known.until, last);
      return known.span;
    }
    const name = session === undefined ? 'connection' : 'session';
    const id = ids.span('root', session ?? '');
    const span = beginSpan({ id, seq, elapsed, name, session, parent: undefined });
    roots.set(session, { span, until: last });
    return span;
  }

  /** The id of the span for a group that has one, else that of the session. */
  function spanOf(group: GroupState | undefined, session: string | undefined, since: GrowingSpan): string {
    if (group?.kind === 'turn' && group.turn !== undefined) return ids.span('turn', group.turn);
    if (group?.kind === 'tool-call') return ids.span('tool-call', group.first);
    return rootOf(session, since).id;
  }

  function end(span: GrowingSpan, until: number, failure?: string): void {
    rootOf(span.session, span);
    made.push(endSpan(source, span, until, failure));
  }

  function begin({ step, group, turn }: GroupedEntry, entry: Entry): void {
    const started = step.events.flatMap((event) => (event.kind === 'turn' && !event.turn.ended ? [event.turn] : []));
    for (const event of step.events) {
      if (event.kind !== 'request') continue;
      if (event.reused) giveUp(event.reused);
      const prompted = started.find((each) => each.started === event.exchange.opened);
      if (prompted) beginTurn(prompted, event.exchange);
      else beginExchange(event.exchange, group);
    }
    for (const exchange of step.dropped ?? []) giveUp(exchange);
    const [message] = step.messages;
    if (group.kind === 'tool-call' && message) {
      if (group.first === entry.seq) calls.set(group, { span: beginCall(group), call: undefined });
      const open = calls.get(group); // undefined if it has ended before
      if (open) open.call = message.toolCall ?? message.carries?.toolCall ?? open.call;
      if (open && withContent) Object.assign(open.span.attributes, toolCallContent(message));
    }
    if (group.kind === 'message' && turn !== undefined) turns.get(turn)?.content?.add(message);
  }

  function beginTurn({ number, session }: Turn, { params, opened }: Exchange): void {
    const { seq, elapsed } = opened;
    const parent = rootOf(session, opened).id;
    const id = ids.span('turn', number);
    const span = beginSpan({ id, seq, elapsed, session, name: turnName(agentName()), kind: SpanKind.CLIENT, parent });
    span.links.push(...linksIn(params));
    turns.set(number, { span, content: withContent ? createTurnContent(params) : undefined, failure: undefined });
  }

  function beginCall({ first, elapsed, session }: GroupState): GrowingSpan {
    return beginSpan({ id: ids.span('tool-call', first), seq: first, elapsed, session, name: '', parent: undefined });
  }

  function beginExchange(exchange: Exchange, group: GroupState): void {
    const { method, session, params, opened } = exchange;
    const { seq, elapsed } = opened;
    const id = ids.span('exchange', messageKey(opened));
    const span = beginSpan({ id, seq, elapsed, session, name: method, kind: SpanKind.CLIENT, parent: undefined });
    span.links.push(...linksIn(params));
    exchanges.set(messageKey(opened), { span, exchange, group });
  }

  /** No response comes any more. */
  function giveUp({ opened }: Exchange): void {
    const open = exchanges.get(messageKey(opened));
    if (open) endExchange(open);
  }

  function endExchange({ span, exchange, group }: OpenExchange): void {
    const { opened, closed, outcome } = exchange;
    exchanges.delete(messageKey(opened));
    span.session ??= group.session;
    span.parent = spanOf(
      group.kind === 'tool-call' || group.kind === 'turn' ? group : group.parent,
      span.session,
      span,
    );
    Object.assign(span.attributes, common(span), exchangeAttributes(exchange));
    end(span, closed?.elapsed ?? last, failureOf(outcome));
  }

  function failureOf(outcome: Outcome | undefined): string | undefined {
    if (!outcome || outcome.ok) return undefined;
    return withContent ? cutContent(outcome.error.message) : `error ${outcome.error.code}`;
  }

  function endCall(group: GroupState, { span, call }: OpenCall, until: number): void {
    calls.delete(group);
    span.name = toolCallName(call);
    span.session ??= group.session;
    span.parent = spanOf(group.parent, span.session, span);
    Object.assign(span.attributes, common(span), toolCallAttributes(call, group));
    end(span, until, group.status === 'failed' ? 'failed' : undefined);
  }

  /** `turn` has the stats of the turn; undefined for an open turn after the first thousand. */
  function endTurn({ span, content, failure }: OpenTurn, turn: TurnStats | undefined, until: number): void {
    const attributes = turn && turnAttributes(turn, agentName(), trace.handshake().agent);
    Object.assign(span.attributes, common(span), attributes, content?.attributes());
    end(span, until, failure ?? (turn?.outcome === 'error' ? 'error' : undefined)); // acptap's own error is not traced
  }

  const common = ({ seq, session }: GrowingSpan) => ({ ...sessionAttributes(session), 'acp.seq': seq });

  /** The innermost open span that an entry belongs to. */
  function spanAt({ step, group, turn }: GroupedEntry, entry: Entry): GrowingSpan {
    for (const { exchange } of step.messages) {
      const open = exchange && exchanges.get(messageKey(exchange.opened));
      if (open) return open.span;
    }
    const open = calls.get(group) ?? (turn === undefined ? undefined : turns.get(turn));
    return open?.span ?? rootOf(group.session, entry);
  }

  function place(finding: Finding, at: { readonly span: GrowingSpan; readonly seq: number } | undefined): void {
    const isHere = finding.seq === at?.seq;
    const opened = isHere
      ? undefined
      : [...exchanges.values(), ...calls.values(), ...turns.values()].find(({ span }) => span.seq === finding.seq);
    const attributes = findingAttributes(finding, withContent);
    const span = opened?.span ?? at?.span ?? rootOf(undefined, { seq: 0, elapsed: 0 });
    const holder = isHere || opened ? span : rootOf(span.session, span);
    addEvent(holder, { name: FINDING, time: instant(source.startedAt, last), attributes });
  }

  function close(events: readonly TraceEvent[], groups: Iterable<GroupState>, at: number): void {
    for (const event of events) {
      if (event.kind !== 'answered') continue;
      const { opened, outcome } = event.exchange;
      const open = exchanges.get(messageKey(opened));
      if (open) endExchange(open);
      for (const turn of turns.values()) if (turn.span.seq === opened.seq) turn.failure = failureOf(outcome);
    }
    for (const group of groups) {
      const open = calls.get(group);
      if (open && group.until !== undefined) endCall(group, open, group.until);
    }
    for (const turn of endedTurns.splice(0)) {
      const open = turns.get(turn.number);
      if (open) endTurn(open, turn, at);
      turns.delete(turn.number);
    }
  }

  return {
    /** Adds an entry. `findings` became certain with it. Returns the span that it belongs to. */
    apply(grouped: GroupedEntry, findings: readonly Finding[], groups: Iterable<GroupState>): GrowingSpan {
      const { entry } = grouped.step;
      last = Math.max(last, entry.elapsed);
      stats.apply(grouped);
      begin(grouped, entry);
      const span = spanAt(grouped, entry);
      for (const finding of findings) place(finding, { span, seq: entry.seq });
      close(grouped.step.events, groups, entry.elapsed);
      return span;
    },
    /** Ends everything that is open. */
    finish(findings: readonly Finding[]): void {
      for (const finding of findings) place(finding, undefined);
      for (const open of exchanges.values()) endExchange(open);
      for (const [group, open] of calls) endCall(group, open, last);
      const turnStats = turns.size > 0 ? stats.stats().turns : [];
      for (const [number, open] of turns)
        endTurn(
          open,
          turnStats.find((turn) => turn.number === number),
          last,
        );
      for (const { span, until } of roots.values()) {
        Object.assign(span.attributes, common(span));
        made.push(endSpan(source, span, until));
      }
      roots.clear();
    },
    /** The spans that have ended since the last call. */
    take(): readonly ReadableSpan[] {
      const taken = made;
      made = [];
      return taken;
    },
    stats: stats.stats,
  };
}

/** `_meta.traceparent` of W3C Trace Context: the span in which the peer sent the request. */
function linksIn(params: unknown): readonly Link[] {
  const [, traceId = '', spanId = '', flags = ''] =
    TRACEPARENT.exec(stringAt(params, '_meta', 'traceparent') ?? '') ?? [];
  return traceId === ''
    ? []
    : [{ context: { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true } }];
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
