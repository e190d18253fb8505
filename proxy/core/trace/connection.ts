import { formOf } from '#core/protocol/method-form.ts';
import { isInitialize } from '#core/protocol/methods.ts';
import type { EventEntry, Side } from '#core/wire/entry.ts';
import { at, stringAt } from '#core/wire/json.ts';
import type { Message, Notification, Response } from '#core/wire/jsonrpc.ts';
import { createExchanges, type Answer, type Exchange } from './exchanges.ts';
import { createHandshake, type Handshake } from './handshake.ts';
import { toPermission, type Permission } from './permissions.ts';
import type { Place } from './place.ts';
import { createSessions, type Session } from './sessions.ts';
import { createTerminals, type Terminal } from './terminals.ts';
import { createToolCalls, type ToolCall } from './tool-calls.ts';
import { createTurns, type Turn } from './turns.ts';

/** A message where it stands, with what the fold knows of it. */
export interface PlacedMessage {
  readonly message: Message;
  readonly place: Place;
  /** A response has the method of the request it answers; undefined for an orphan. */
  readonly method: string | undefined;
  readonly session: string | undefined;
  /** The exchange it opens or closes. */
  readonly exchange?: Exchange;
  /** The tool call it speaks of, as it is after this message. */
  readonly toolCall?: ToolCall;
  /** What it carries, if it is an envelope or the answer to one: the methods from the outermost in, and the tool call they speak of. */
  readonly carries?: { readonly methods: readonly string[]; readonly toolCall?: ToolCall };
}

/** A `session/update`: `variant` is its `sessionUpdate`, undefined where that is no string. `turn` is the one it fell into, if one was open. */
export interface SessionUpdate {
  readonly session: string;
  readonly variant: string | undefined;
  readonly update: unknown;
  readonly place: Place;
  readonly turn: Turn | undefined;
}

/** What an entry meant. Rules, store and page are told these; none of them folds anything again. */
export type TraceEvent =
  | { readonly kind: 'request'; readonly exchange: Exchange; readonly reused?: Exchange }
  | {
      readonly kind: 'notification';
      readonly notification: Notification;
      readonly place: Place;
      readonly session: string | undefined;
      /** True for a method that only the other side may send. */
      readonly astray?: true;
    }
  | { readonly kind: 'answered'; readonly exchange: Exchange & { readonly closed: Place } }
  | {
      readonly kind: 'orphan';
      readonly response: Response;
      readonly place: Place;
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
      /** As it was before; undefined at first sight. */
      readonly before: ToolCall | undefined;
      /** The update's variant, or `permission` where a permission request speaks of it. */
      readonly by: string;
      readonly place: Place;
    }
  | { readonly kind: 'permission'; readonly permission: Permission };

/**
 * A connection: what a client and an agent have said to each other so far, from one handshake on. It keeps what is open (requests, turns, tool
 * calls, sessions) and nothing that has passed, so a recording without end needs no more memory than a short one.
 *
 * A method that went the wrong way has no meaning here: its receiver does not have it, so it opens nothing and changes nothing.
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

  // An unknown version is read as version 1, the only one ever spoken without being asked for.
  const version = () => handshake.version() ?? 1;

  function applyProcessEvent(event: EventEntry['event']): void {
    if (event.event === 'spawn') hasBeginning = true;
    if (event.event === 'gap' && 'of' in event && event.of !== 'stderr') hasGap = true;
  }

  function apply(message: Message, place: Place, events: TraceEvent[]): PlacedMessage {
    if (place.from === 'client' && message.kind === 'request' && isInitialize(message.method)) hasBeginning = true;
    switch (message.kind) {
      case 'request': {
        const session = stringAt(message.params, 'sessionId');
        const opened = exchanges.request(message, place, session);
        const { exchange } = opened;
        events.push({ kind: 'request', ...opened });
        const meaning = exchange.astray ? { exchange } : applyRequest(exchange, events);
        return { message, place, method: message.method, session, ...meaning };
      }
      case 'notification': {
        const session = stringAt(message.params, 'sessionId');
        const isAstray = formOf(message.method, place.from) === 'other-side';
        events.push({ kind: 'notification', notification: message, place, session, ...(isAstray ? ASTRAY : {}) });
        if (isAstray) return { message, place, method: message.method, session };
        const toolCall = applyUpdate(message, place, session, events);
        return { message, place, method: message.method, session, ...(toolCall ? { toolCall } : {}) };
      }
      case 'response': {
        const answer = exchanges.response(message, place);
        if (answer.kind === 'answered') return applyAnswer(message, answer.exchange, events);
        events.push({ kind: 'orphan', response: message, place, answer });
        // A second answer, or one with the id misspelt: what it is about can be told, though it answers nothing.
        return { message, place, method: 'near' in answer ? answer.near.method : undefined, session: undefined };
      }
    }
  }

  function applyRequest(exchange: Exchange, events: TraceEvent[]) {
    if (handshake.requested(exchange)) events.push({ kind: 'handshake', handshake: handshake.current() });
    const turn = turns.started(exchange);
    if (turn) events.push({ kind: 'turn', turn });
    const terminal = terminals.requested(exchange);
    if (terminal) events.push({ kind: 'terminal', terminal });
    const asked = exchange.method === 'session/request_permission' ? permissionSubject(exchange.params) : undefined;
    const toolCall = asked ? applyToolCall(exchange.session, asked, 'permission', exchange.opened, events) : undefined;
    return toolCall ? { exchange, toolCall } : { exchange };
  }

  function applyUpdate(message: Notification, place: Place, session: string | undefined, events: TraceEvent[]) {
    if (message.method !== 'session/update' || session === undefined) return undefined;
    const update = at(message.params, 'update');
    const variant = stringAt(update, 'sessionUpdate');
    events.push({ kind: 'update', session, variant, update, place, turn: turns.current(session) });
    sessions.updated(session, variant, update);
    for (const turn of turns.updated(session, update, place, version())) events.push({ kind: 'turn', turn });
    const isToolCall = variant?.startsWith('tool_call') ?? false;
    return isToolCall ? applyToolCall(session, update, variant ?? '', place, events) : undefined;
  }

  function applyToolCall(session: string | undefined, patch: unknown, by: string, place: Place, events: TraceEvent[]) {
    const applied = toolCalls.apply(session ?? '', patch, place);
    if (applied) events.push({ kind: 'tool-call', ...applied, by, place });
    return applied?.toolCall;
  }

  function applyAnswer(
    message: Response,
    exchange: Exchange & { readonly closed: Place },
    events: TraceEvent[],
  ): PlacedMessage {
    events.push({ kind: 'answered', exchange });
    if (exchange.astray) return { ...placedAnswer(message, exchange), session: exchange.session };
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
      ...placedAnswer(message, exchange),
      session: exchange.session ?? session?.session.id,
      ...(toolCall ? { toolCall } : {}),
    };
  }

  return {
    /** Says what a message means; what happened by it goes to `events`. */
    apply,
    applyProcessEvent,
    /** Forgets an open request whose id went to a message of another connection on the same wire. */
    drop: exchanges.drop,
    /** What is known so far. */
    facts: {
      /** The rules of which version hold; undefined before the handshake and for versions acptap does not know. */
      version: handshake.version,
      handshake: handshake.current,
      /** True when all that passed is in the recording: the agent's start or the handshake was seen, and no gap. */
      isComplete: (): boolean => hasBeginning && !hasGap,
      /** Requests of `asker` without an answer so far, oldest first. */
      openRequests: (asker: Side): Iterable<Exchange> => exchanges.open(asker),
      /** The request of `asker` that waits for an answer under this id. */
      openRequest: exchanges.find,
      /** The request of `asker` that was answered last under this id. Not all that were ever answered are remembered. */
      answeredRequest: exchanges.past,
      openTurns: turns.open,
      currentTurn: turns.current,
      session: sessions.find,
      closedSession: sessions.findClosed,
      /** True once the agent has brought a session without its id, or not where receivers look: then any id may be that one. */
      hasUnnamedSession: sessions.hasUnnamed,
      openSessions: sessions.open,
      terminal: terminals.find,
      /** True once the client has made a terminal without saying its id, or not where receivers look. */
      hasUnnamedTerminal: terminals.hasUnnamed,
      openTerminals: terminals.open,
      toolCall: toolCalls.find,
    },
  };
}

export type Facts = ReturnType<typeof createConnection>['facts'];

const ASTRAY = { astray: true } as const;

const placedAnswer = (message: Response, exchange: Exchange & { readonly closed: Place }) => ({
  message,
  place: exchange.closed,
  method: exchange.method,
  exchange,
});

const permissionSubject = (params: unknown): unknown =>
  at(params, 'toolCall') ?? at(params, 'subject', 'toolCall') ?? at(params, 'subject');
