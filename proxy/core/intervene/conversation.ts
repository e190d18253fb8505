import { stringAt } from '#core/json/json.ts';
import { namesSession, opensSession } from '#core/protocol/method-traits.ts';
import { opposite, type Side } from '#core/wire/entry.ts';
import type { Message } from '#core/wire/jsonrpc.ts';

/** The session and request of a message. */
export interface Belonging {
  /** The method of the request that a response answers. */
  readonly answered: string | undefined;
  /** The params of that request. */
  readonly askedParams: unknown;
  readonly sessionId: string | undefined;
  /** The session that is open from now on. */
  readonly opened: { readonly id: string; readonly cwd: string } | undefined;
}

const NOTHING: Belonging = { answered: undefined, askedParams: undefined, sessionId: undefined, opened: undefined };

/** Follows requests and sessions of a connection. Call it for every message, in order. */
export function createConversation() {
  const asked = new Map<
    string,
    {
      readonly method: string;
      readonly params: unknown;
      readonly sessionId: string | undefined;
      readonly cwd: string | undefined;
    }
  >();

  return (from: Side, message: Message | undefined): Belonging => {
    if (!message) return NOTHING;
    if (message.kind === 'response') {
      const key = `${opposite(from)} ${message.id ?? ''}`;
      const request = asked.get(key);
      asked.delete(key);
      const named = message.outcome.ok ? stringAt(message.outcome.result, 'sessionId') : undefined;
      const sessionId = named ?? request?.sessionId;
      const isOpen = message.outcome.ok && sessionId !== undefined && request?.cwd !== undefined;
      const opened = isOpen && request.cwd !== undefined ? { id: sessionId, cwd: request.cwd } : undefined;
      return { answered: request?.method, askedParams: request?.params, sessionId, opened };
    }
    const { method, params } = message;
    const sessionId = stringAt(params, 'sessionId');
    const cwd = opensSession(method) ? stringAt(params, 'cwd') : undefined;
    if (message.kind === 'request') asked.set(`${from} ${message.id}`, { method, params, sessionId, cwd });
    // An agent may use a session that it loads before it answers.
    const isKnown = sessionId !== undefined && cwd !== undefined && !namesSession(method);
    const opened = isKnown ? { id: sessionId, cwd } : undefined;
    return { ...NOTHING, sessionId, opened };
  };
}
