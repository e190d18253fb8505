import { createCache } from '#core/cache.ts';
import { permissionOutcome } from '#core/protocol/permission-outcome.ts';
import { valueAt, stringAt } from '#core/json/json.ts';
import type { GroupKind } from '#core/model/group.ts';
import {
  asksPermission,
  copiesSession,
  isElicitation,
  isFileMethod,
  isTerminalMethod,
  opensSession,
  updatesSession,
} from '#core/protocol/method-traits.ts';
import { isAnswered, type AnsweredExchange, type Exchange } from '#core/trace/exchanges.ts';
import type { TracedMessage, Step, TraceEvent } from '#core/trace/trace.ts';
import type { Entry, FrameEntry } from '#core/wire/entry.ts';
import type { Axis } from './axis.ts';
import { createExchangeWaits } from './exchange-waits.ts';
import { endGroup, type GrowingGroup, type Groups } from './groups.ts';
import type { KeptFrames } from './kept-frames.ts';
import { createOpenGroups, placeOfNewGroup, endTexts, type OpenGroups } from './open-groups.ts';
import { answerTerminal, terminalOf } from './terminal-groups.ts';
import { createUpdateGrouping } from './updates.ts';

/** The parts of a step that are grouped. It has at least one message. */
export type GroupableStep = Pick<Step, 'messages' | 'events'>;

/** How many sessions to remember, open or not. Includes ids that were never opened. */
const MANY_SESSIONS = 1024;

interface ConnectionGroupingOptions {
  readonly groups: Groups;
  readonly axis: Axis;
  readonly keptFrames: KeptFrames;
  /** False for the successor's, whose turns get no number. */
  readonly countsTurns: boolean;
}

/** Groups the entries of one connection. */
export function createConnectionGrouping({ groups, axis, keptFrames, countsTurns }: ConnectionGroupingOptions) {
  const bySession = createCache<string, OpenGroups>(MANY_SESSIONS);
  const exchanges = new WeakMap<Exchange, GrowingGroup>(); // kept as long as the trace keeps the exchange
  const waits = createExchangeWaits(groups, axis, keptFrames);
  const updates = createUpdateGrouping(groups);

  const openGroupsOf = (session: string): OpenGroups =>
    bySession.get(session) ?? bySession.set(session, createOpenGroups());

  /**
   * A frame belongs to the group of its first message. The other messages of a batch still open and close exchanges.
   */
  function apply(entry: Entry, { messages, events }: GroupableStep) {
    let group: GrowingGroup | undefined;
    let turn: number | undefined;
    for (const traced of messages) {
      const open = traced.session === undefined ? undefined : openGroupsOf(traced.session);
      if (!group) {
        group = groupOf(traced, entry, open, events);
        turn = group.kind === 'turn' ? group.turn : (open?.turns.at(-1)?.group.turn ?? group.turn);
      }
      const { exchange } = traced;
      if (isAnswered(exchange)) answer(exchange, entry, events);
      else if (exchange) ask(exchange, group, entry);
    }
    endTurns({ entry, events });
    for (const event of events)
      if (event.kind === 'session' && event.session.closed) bySession.delete(event.session.id);
    return { group: group ?? groups.begin('orphan', entry), turn };
  }

  function endTurns({ entry, events }: Pick<Step, 'entry' | 'events'>): void {
    for (const event of events)
      if (event.kind === 'turn' && event.turn.ended)
        endTurn(event.turn.session, event.turn.number, entry, event.turn.outcome);
  }

  function groupOf(traced: TracedMessage, entry: Entry, open: OpenGroups | undefined, events: readonly TraceEvent[]) {
    const { message, exchange, session } = traced;
    switch (message.kind) {
      case 'request':
        return exchange ? groupOfRequest(traced, exchange, entry, open, events) : groups.begin('exchange', entry);
      case 'response': {
        const asked = exchange && exchanges.get(exchange);
        return asked ? groups.extend(asked, entry) : groups.begin('orphan', entry);
      }
      case 'notification': {
        if (!open || session === undefined) return groups.begin('notification', entry);
        const update = updatesSession(message.method) ? valueAt(message.params, 'update') : undefined;
        if (update === undefined) return groups.begin('notification', entry, placeOfNewGroup(open, session));
        const ended = open.turns.find(({ number }) => endsTurn(events, number));
        return ended ? groups.extend(ended.group, entry) : updates.apply(traced, update, entry, open, session);
      }
    }
  }

  function groupOfRequest(
    traced: TracedMessage,
    exchange: Exchange,
    entry: Entry,
    open: OpenGroups | undefined,
    events: readonly TraceEvent[],
  ): GrowingGroup {
    const { session } = exchange;
    const turn = events.find((event) => event.kind === 'turn' && event.turn.started === exchange.opened);
    const kind = turn ? 'turn' : kindOf(exchange);
    if (!open || session === undefined) return groups.begin(kind, entry);
    if (kind === 'session') return openSession(exchange, entry, open);
    if (turn?.kind === 'turn') return beginTurn(turn.turn.number, session, entry, open);
    const group =
      continueGroup(traced, exchange, kind, entry, open) ?? groups.begin(kind, entry, placeOfNewGroup(open, session));
    open.text = undefined;
    return group;
  }

  /**
   * Opens the session with its request, because the agent sends a loaded session's history before the
   * response. The request of a fork names the session that it copies.
   */
  function openSession({ method, session }: Exchange, entry: Entry, open: OpenGroups): GrowingGroup {
    const group = groups.begin('session', entry, { session });
    if (!copiesSession(method)) open.session = group;
    return group;
  }

  function beginTurn(number: number, session: string, entry: Entry, open: OpenGroups): GrowingGroup {
    endTexts(open);
    if (countsTurns) axis.beginTurn(number, entry.elapsed);
    const group = groups.begin('turn', entry, {
      session,
      parent: open.session,
      ...(countsTurns ? { turn: number } : {}),
    });
    open.turns.push({ number, group });
    return group;
  }

  function endTurn(session: string, number: number, entry: Entry, outcome: string | undefined): void {
    const open = openGroupsOf(session);
    const index = open.turns.findIndex((turn) => turn.number === number);
    const [ended] = index === -1 ? [] : open.turns.splice(index, 1);
    if (!ended) return;
    if (countsTurns) axis.endTurn(number, entry.elapsed);
    waits.endTurn(ended.group, entry);
    endGroup(ended.group, entry.elapsed, outcome);
    groups.touch(ended.group);
    for (const call of open.running) {
      if (call.parent !== ended.group) continue;
      endGroup(call, entry.elapsed); // the turn has ended, so nothing works on the call any more
      open.running.delete(call);
      groups.touch(call);
    }
    endTexts(open);
  }

  /** Adds a request of the agent to the group of its tool call or terminal. Undefined if it begins a group of its own. */
  function continueGroup(message: TracedMessage, exchange: Exchange, kind: GroupKind, entry: Entry, open: OpenGroups) {
    const { toolCall } = message;
    if (kind === 'permission') return toolCall && updates.toolCall(toolCall, undefined, entry, open);
    const group = groupToContinue(exchange, kind, open);
    return group && groups.extend(group, entry);
  }

  function groupToContinue({ method, params }: Exchange, kind: GroupKind, open: OpenGroups): GrowingGroup | undefined {
    const [first, ...more] = open.running;
    const onlyRunning = more.length === 0 ? first : undefined;
    if (kind === 'terminal') return terminalOf(open, params) ?? onlyRunning;
    if (kind === 'file') return onlyRunning;
    return isElicitation(method) ? open.toolCalls.get(stringAt(params, 'toolCallId') ?? '') : undefined;
  }

  function ask(exchange: Exchange, group: GrowingGroup, entry: Entry): void {
    exchanges.set(exchange, group);
    axis.ask();
    waits.ask(exchange, group, entry);
  }

  function answer(exchange: AnsweredExchange, entry: Entry, events: readonly TraceEvent[]): void {
    const group = exchanges.get(exchange);
    if (!group) return;
    const { method, outcome, opened } = exchange;
    axis.answer();
    waits.answer(exchange, entry);
    const status = outcome.ok ? 'ok' : 'error';
    if (ENDS_ANSWERED.has(group.kind)) endGroup(group, entry.elapsed, status);
    if (group.kind === 'permission')
      endGroup(group, entry.elapsed, outcome.ok ? permissionOutcome(outcome.result) : status);
    if (exchange.session !== undefined && isTerminalMethod(method))
      answerTerminal(openGroupsOf(exchange.session), exchange, group, entry);
    if (group.kind === 'session')
      for (const event of events)
        if (event.kind === 'session' && event.session.opened === opened) {
          group.session = event.session.id;
          openGroupsOf(event.session.id).session = group;
        }
    groups.touch(group);
  }

  /** Ends the wait for a request that gets no response. Ignores requests of other connections. */
  function forget(exchange: Exchange, entry: Entry): void {
    if (!exchanges.has(exchange)) return;
    axis.answer();
    waits.end(exchange, entry);
  }

  /** Ends the groups of requests that acptap did not deliver, if acptap answers them with this line. */
  function answerKept(line: FrameEntry): void {
    for (const group of waits.answerKept(line))
      if (ENDS_ANSWERED.has(group.kind) || group.kind === 'permission') {
        endGroup(group, line.elapsed);
        groups.touch(group);
      }
  }

  return { apply, endTurns, forget, answerKept, keptFrame: waits.keptFrame };
}

function kindOf({ method, opened }: Exchange): GroupKind {
  if (opened.from === 'client') return opensSession(method) ? 'session' : 'exchange';
  if (asksPermission(method)) return 'permission';
  if (isFileMethod(method)) return 'file';
  return isTerminalMethod(method) ? 'terminal' : 'exchange';
}

/** Groups that end with the response, whose status is whether it succeeded. */
const ENDS_ANSWERED: ReadonlySet<GroupKind> = new Set<GroupKind>(['session', 'file', 'exchange']);

const endsTurn = (events: readonly TraceEvent[], number: number): boolean =>
  events.some((event) => event.kind === 'turn' && event.turn.number === number && event.turn.ended !== undefined);
