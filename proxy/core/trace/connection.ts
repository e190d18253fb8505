import { valueAt, stringAt } from '#core/json/json.ts';
import { formOf } from '#core/protocol/method-form.ts';
import { asksPermission, updatesSession } from '#core/protocol/method-traits.ts';
import { isInitialize } from '#core/protocol/methods.ts';
import { opposite, type EventEntry, type Side } from '#core/wire/entry.ts';
import type { Message, Notification, Response } from '#core/wire/jsonrpc.ts';
import { createExchanges, type Answer, type AnsweredExchange, type Exchange } from './exchanges.ts';
import { createHandshake, type Handshake } from './handshake.ts';
import { permissionSubject, toPermission, type Permission } from './permissions.ts';
import type { MessageRef } from './message-ref.ts';
import { createSessions, type Session } from './sessions.ts';
import { createTerminals, type Terminal } from './terminals.ts';
import { createToolCalls, type ToolCall } from './tool-calls.ts';
import { createTurns, type Turn } from './turns.ts';

/** A message, where it stands, and the facts of the fold about it. */
export interface TracedMessage {
  readonly message: Message;
  readonly ref: MessageRef;
  /** A response has the method of the request it answers; undefined for an orphan. */
  readonly method: string | undefined;
  readonly session: string | undefined;
  /** The exchange that the message opens or closes. */
  readonly exchange?: Exchange;
  /** The tool call of the message, in its state after the message. */
  readonly toolCall?: ToolCall;
  /** For an envelope or the response to one: the enveloped methods from the outermost in, and their tool call. */
  readonly carries?: { readonly methods: readonly string[]; readonly toolCall?: ToolCall };
}

/**
 * A `session/update`: `variant` is its `sessionUpdate`, undefined if that is not a string. `turn` is the open
 * turn of the session, if any.
 */
export interface SessionUpdate {
  readonly session: string;
  readonly variant: string | undefined;
  readonly update: unknown;
  readonly ref: MessageRef;
  readonly turn: Turn | undefined;
}

/** One meaning of an entry. Other folds and rules read these events, so that they need not read messages again. */
export type TraceEvent =
  | { readonly kind: 'request'; readonly exchange: Exchange; readonly reused?: Exchange }
  | {
      readonly kind: 'notification';
      readonly notification: Notification;
      readonly ref: MessageRef;
      readonly session: string | undefined;
      /** True for a method that only the other side may send. */
      readonly astray?: true;
    }
  | { readonly kind: 'answered'; readonly exchange: AnsweredExchange }
  | {
      readonly kind: 'orphan';
      readonly response: Response;
      readonly ref: MessageRef;
      readonly answer: Answer & { kind: 'orphan' };
    }
  | { readonly kind: 'handshake'; readonly handshake: Handshake }
  | { readonly kind: 'session'; readonly session: Session; readonly duplicate?: Session }
  | { readonly kind: 'terminal'; readonly terminal: Terminal; readonly duplicate?: Terminal }
  | ({ readonly kind: 'update' } & SessionUpdate)
  | { readonly kind: 'turn'; readonly turn: Turn }
  | {
      readonly kind: 'tool-call';
      readonly toolCall: ToolCall;
      /** The tool call before this entry; undefined the first time. */
      readonly before: ToolCall | undefined;
      /** The update's variant, or `permission` for a permission request. */
      readonly by: string;
      readonly ref: MessageRef;
    }
  | { readonly kind: 'permission'; readonly permission: Permission };

/**
 * Folds the messages of one connection between a client and an agent. Keeps what is open (requests, turns, tool calls,
 * sessions, terminals) and a bounded memory of the rest, so its memory does not grow with the recording.
 *
 * A request in the wrong direction is paired with its response. Otherwise such a method has no effect, because its
 * receiver does not have it.
 */
export function createConnection() {
  const exchanges = createExchanges();
  const handshake = createHandshake();
  const sessions = createSessions();
  const turns = createTurns();
  const terminals = createTerminals();
  const toolCalls = createToolCalls();
  let hasBeginning = false;
  let hasGap = false;

  // Reads an unknown version as version 1, the only version that peers use without negotiating it.
  const version = () => handshake.version() ?? 1;

  function applyProcessEvent(event: EventEntry['event']): void {
    if (event.event === 'spawn') hasBeginning = true;
    if (event.event === 'gap' && 'of' in event && event.of !== 'stderr') hasGap = true;
  }

  function apply(message: Message, ref: MessageRef, events: TraceEvent[]): TracedMessage {
    if (ref.from === 'client' && message.kind === 'request' && isInitialize(message.method)) hasBeginning = true;
    switch (message.kind) {
      case 'request': {
        const session = stringAt(message.params, 'sessionId');
        const opened = exchanges.request(message, ref, session);
        const { exchange } = opened;
        events.push({ kind: 'request', ...opened });
        const meaning = exchange.astray ? { exchange } : applyRequest(exchange, events);
        return { message, ref, method: message.method, session, ...meaning };
      }
      case 'notification': {
        const session = stringAt(message.params, 'sessionId');
        const isAstray = formOf(message.method, ref.from) === 'other-side';
        events.push({ kind: 'notification', notification: message, ref, session, ...(isAstray ? ASTRAY : {}) });
        if (isAstray) return { message, ref, method: message.method, session };
        const toolCall = applyUpdate(message, ref, session, events);
        return { message, ref, method: message.method, session, ...(toolCall ? { toolCall } : {}) };
      }
      case 'response': {
        const answer = exchanges.response(message, ref);
        if (answer.kind === 'answered') return applyAnswer(message, answer.exchange, events);
        events.push({ kind: 'orphan', response: message, ref, answer });
        // For a second response, or an id of the other type: the method of the request that it probably answers.
        return { message, ref, method: 'near' in answer ? answer.near.method : undefined, session: undefined };
      }
    }
  }

  function applyRequest(exchange: Exchange, events: TraceEvent[]) {
    if (handshake.requested(exchange)) events.push({ kind: 'handshake', handshake: handshake.current() });
    const turn = turns.started(exchange);
    if (turn) events.push({ kind: 'turn', turn });
    const terminal = terminals.requested(exchange);
    if (terminal) events.push({ kind: 'terminal', terminal });
    const asked = asksPermission(exchange.method) ? permissionSubject(exchange.params) : undefined;
    const toolCall = asked ? applyToolCall(exchange.session, asked, 'permission', exchange.opened, events) : undefined;
    return toolCall ? { exchange, toolCall } : { exchange };
  }

  function applyUpdate(message: Notification, ref: MessageRef, session: string | undefined, events: TraceEvent[]) {
    if (!updatesSession(message.method) || session === undefined) return undefined;
    const update = valueAt(message.params, 'update');
    const variant = stringAt(update, 'sessionUpdate');
    events.push({ kind: 'update', session, variant, update, ref, turn: turns.current(session) });
    sessions.updated(session, variant, update);
    for (const turn of turns.updated(session, update, ref, version())) events.push({ kind: 'turn', turn });
    const isToolCall = variant?.startsWith('tool_call') ?? false;
    return isToolCall ? applyToolCall(session, update, variant ?? '', ref, events) : undefined;
  }

  function applyToolCall(
    session: string | undefined,
    patch: unknown,
    by: string,
    ref: MessageRef,
    events: TraceEvent[],
  ) {
    const applied = toolCalls.apply(session ?? '', patch, ref);
    if (applied) events.push({ kind: 'tool-call', ...applied, by, ref });
    return applied?.toolCall;
  }

  function applyAnswer(message: Response, exchange: AnsweredExchange, events: TraceEvent[]): TracedMessage {
    events.push({ kind: 'answered', exchange });
    if (exchange.astray) return { ...tracedAnswer(message, exchange), session: exchange.session };
    if (handshake.answered(exchange)) events.push({ kind: 'handshake', handshake: handshake.current() });
    const session = sessions.answered(exchange);
    if (session) events.push({ kind: 'session', ...session });
    const terminal = terminals.answered(exchange);
    if (terminal) events.push({ kind: 'terminal', ...terminal });
    const turn = turns.answered(exchange, version());
    if (turn) events.push({ kind: 'turn', turn });
    const permission = toPermission(exchange);
    if (permission) events.push({ kind: 'permission', permission });
    const toolCall =
      permission?.toolCallId === undefined ? undefined : toolCalls.find(permission.session, permission.toolCallId);
    return {
      ...tracedAnswer(message, exchange),
      session: exchange.session ?? session?.session.id,
      ...(toolCall ? { toolCall } : {}),
    };
  }

  /**
   * Forgets and returns the open request that acptap itself answers. Adds the end of its turn to `events`: it ends as if the
   * other side had answered.
   */
  function dropAnswered({ id, outcome }: Response, closed: MessageRef, events: TraceEvent[]): Exchange | undefined {
    const exchange = id === undefined ? undefined : exchanges.drop(opposite(closed.from), id);
    const turn = exchange && turns.answered(exchange, version(), { outcome, closed });
    if (turn) events.push({ kind: 'turn', turn });
    return exchange;
  }

  return {
    /** Returns the meaning of a message, and adds its events to `events`. */
    apply,
    dropAnswered,
    applyProcessEvent,
    /** Forgets an open request; see `createExchanges`. */
    drop: exchanges.drop,
    /** The facts known so far. */
    facts: {
      /** The negotiated version; undefined before the handshake and for versions unknown to acptap. */
      version: handshake.version,
      handshake: handshake.current,
      /** True if the recording has the agent's start or the request `initialize`, and no gap of client or agent. */
      isComplete: (): boolean => hasBeginning && !hasGap,
      /** Requests of `asker` without a response so far, oldest first. */
      openRequests: (asker: Side): Iterable<Exchange> => exchanges.open(asker),
      /** The open request of `asker` with this id. */
      openRequest: exchanges.find,
      /** The request of `asker` that was answered last under this id. Only a limited number is remembered. */
      answeredRequest: exchanges.past,
      openTurns: turns.open,
      currentTurn: turns.current,
      session: sessions.find,
      closedSession: sessions.findClosed,
      /** True once the agent has opened a session without a readable id. Any unknown id may then be that session. */
      hasUnnamedSession: sessions.hasUnnamed,
      openSessions: sessions.open,
      terminal: terminals.find,
      /** True once the client has created a terminal without a readable id. */
      hasUnnamedTerminal: terminals.hasUnnamed,
      openTerminals: terminals.open,
      toolCall: toolCalls.find,
    },
  };
}

export type ConnectionFacts = ReturnType<typeof createConnection>['facts'];

const ASTRAY = { astray: true } as const;

const tracedAnswer = (message: Response, exchange: AnsweredExchange) => ({
  message,
  ref: exchange.closed,
  method: exchange.method,
  exchange,
});
