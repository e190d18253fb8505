import type { GroupedEntry } from '#core/grouping/grouping.ts';
import { valueAt } from '#core/json/json.ts';
import type { Cost, Stats, Traffic, TurnStats } from '#core/model/stats.ts';
import { isAnswered, type Exchange } from '#core/trace/exchanges.ts';
import type { Step, Trace, TraceEvent } from '#core/trace/trace.ts';
import { sizeOf } from '#core/wire/entry.ts';
import { createGaps } from './gaps.ts';
import { createMethodStats } from './method-stats.ts';
import { createTokenReports } from './token-reports.ts';
import { createToolStats } from './tool-stats.ts';
import { createTurnStats, withTokens } from './turn-stats.ts';
import { tokensIn, applyUsageUpdate, type ReportedUsage } from './reported-usage.ts';

type Growing = { -readonly [member in keyof Traffic]: Traffic[member] };

/** The most sessions with usage; usage of later sessions is not shown. */
const MAX_SESSIONS = 1000;

/**
 * Computes the stats of a recording in one pass over its steps. Memory grows with open items and methods, and with
 * turns up to a limit. `trace` must be the trace that makes the steps; it provides the open requests. Calls
 * `onTurn` with each turn at its end, with its tokens as read from the reports until then.
 */
export function createStats(trace: Pick<Trace, 'openRequests'>, onTurn: (turn: TurnStats) => void = () => {}) {
  const methods = createMethodStats();
  const turns = createTurnStats();
  const tools = createToolStats();
  const gaps = createGaps();
  const tokens = createTokenReports(MAX_SESSIONS);
  const usage = new Map<string, ReportedUsage>();
  const billed = new Map<string, Cost>();
  const traffic = new Map<Traffic['from'], Growing>();
  let first: number | undefined;
  let last = 0;

  function count({ entry }: Step): void {
    if (entry.kind === 'event') return;
    const counts = traffic.get(entry.from) ?? { from: entry.from, entries: 0, bytes: 0, largest: null };
    traffic.set(entry.from, counts);
    counts.entries += 1;
    const bytes = sizeOf(entry);
    counts.bytes += bytes;
    if (bytes > (counts.largest?.bytes ?? -1)) counts.largest = { bytes, seq: entry.seq };
  }

  function report(session: string, seq: number, change: (before: ReportedUsage) => ReportedUsage): void {
    const before = usage.get(session) ?? { session, context: null, cost: null, seq };
    if (usage.has(session) || usage.size < MAX_SESSIONS) usage.set(session, change(before));
  }

  /** Keeps the cost that a loaded session had before its first turn here out of that turn. */
  function ignoreCostBefore(session: string): void {
    const cost = usage.get(session)?.cost;
    if (cost) billed.set(session, cost);
  }

  /** The cost that a session added since its last turn ended. */
  function costSince(session: string): Cost | null {
    const cost = usage.get(session)?.cost;
    const before = billed.get(session);
    if (!cost || cost === before) return null;
    billed.set(session, cost);
    const isMore = before?.currency === cost.currency && cost.amount >= before.amount;
    return isMore ? { ...cost, amount: cost.amount - before.amount } : cost;
  }

  function applyEvent(event: TraceEvent, step: Step): void {
    switch (event.kind) {
      case 'request':
        return methods.asked(event.exchange);
      case 'answered':
        return methods.answered(event.exchange);
      case 'update':
        if (event.variant === 'usage_update')
          report(event.session, event.ref.seq, (before) => applyUsageUpdate(before, event.update, event.ref.seq));
        return undefined;
      case 'turn': {
        const { session, ended } = event.turn;
        if (!ended && !billed.has(session)) ignoreCostBefore(session);
        const { seq } = step.entry;
        const counted = ended && tokensIn(...endOf(step));
        const cost = ended ? costSince(session) : null;
        const measured = turns.turn(event.turn, counted && tokens.report(session, counted, seq), cost);
        if (measured) onTurn(withTokens(measured, tokens.ofTurn));
        if (counted) report(session, seq, (before) => ({ ...before, seq }));
        return undefined;
      }
      default:
        return undefined;
    }
  }

  /** Closes requests whose response the trace does not read: that of acptap itself, or a frame that is too large. */
  function applyDropped({ entry, dropped = [] }: Step): void {
    const isByAcptap = entry.kind === 'event';
    if (!isByAcptap && !(entry.kind === 'frame' && entry.cut)) return;
    for (const exchange of dropped) methods.dropped(exchange, isByAcptap);
  }

  /**
   * Returns the oldest request that was open before this entry. Prefers the agent's requests, because while one is
   * open, the client's requests wait for the client itself.
   */
  function oldestBefore({ entry, messages }: Step): Exchange | undefined {
    const closed = messages.flatMap(({ exchange }) => (isAnswered(exchange) ? [exchange] : []));
    const open = [...closed, ...trace.openRequests('agent'), ...trace.openRequests('client')]
      .filter(({ opened }) => opened.seq < entry.seq)
      .toSorted((a, b) => a.opened.seq - b.opened.seq);
    return open.find(({ opened }) => opened.from === 'agent') ?? open[0];
  }

  return {
    /** Adds an entry. */
    apply(grouped: GroupedEntry): void {
      const { step } = grouped;
      const { entry, messages } = step;
      first ??= entry.elapsed;
      last = entry.elapsed;
      count(step);
      gaps.apply(entry, grouped, () => oldestBefore(step));
      for (const event of step.events) applyEvent(event, step);
      applyDropped(step);
      turns.entry(grouped, entry);
      if (grouped.group.kind === 'tool-call')
        tools.entry(grouped.group, entry.seq, (messages[0]?.toolCall ?? messages[0]?.carries?.toolCall)?.kind);
    },
    stats: (): Stats => ({
      ...turns.turns(tokens.ofTurn, last),
      methods: methods.methods(),
      tools: tools.tools(),
      firstChunk: turns.firstChunk(),
      usage: [...usage.values()].map((of) => ({ ...of, ...tokens.ofSession(of.session) })),
      tokenReading: tokens.reading(),
      gaps: gaps.longest(),
      traffic: [...traffic.values()].map((of) => ({ ...of })),
      duration: last - (first ?? 0),
      silence: gaps.silence(),
    }),
  };
}

/** Returns the end of a turn, the prompt's result or a session update (version 2), and whether it is an update. */
function endOf({ messages: [traced] }: Step): [end: unknown, isState: boolean] {
  const message = traced?.message;
  if (message?.kind === 'response') return [message.outcome.ok ? message.outcome.result : undefined, false];
  return [message?.kind === 'notification' ? valueAt(message.params, 'update') : undefined, true];
}
