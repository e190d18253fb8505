import { stringAt } from '#core/json/json.ts';
import { namesSession, opensSession } from '#core/protocol/method-traits.ts';
import { createExchanges } from '#core/trace/exchanges.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import type { Side } from '#core/wire/entry.ts';
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
  const exchanges = createExchanges();

  return (from: Side, message: Message | undefined): Belonging => {
    if (!message) return NOTHING;
    const place = { from, seq: seqOf(0), part: 0, elapsed: elapsedUs(0) }; // pairing needs only the side
    if (message.kind === 'response') {
      const answer = exchanges.response(message, place);
      const request = answer.kind === 'answered' ? answer.exchange : undefined;
      const named = message.outcome.ok ? stringAt(message.outcome.result, 'sessionId') : undefined;
      const sessionId = named ?? request?.session;
      const cwd = message.outcome.ok && request ? folderOf(request) : undefined;
      const opened = sessionId === undefined || cwd === undefined ? undefined : { id: sessionId, cwd };
      return { answered: request?.method, askedParams: request?.params, sessionId, opened };
    }
    const sessionId = stringAt(message.params, 'sessionId');
    if (message.kind === 'request') exchanges.request(message, place, sessionId);
    // An agent may use a session that it loads before it answers.
    const cwd = namesSession(message.method) ? undefined : folderOf(message);
    const opened = sessionId === undefined || cwd === undefined ? undefined : { id: sessionId, cwd };
    return { ...NOTHING, sessionId, opened };
  };
}

/** The folder of the session that a request opens. */
const folderOf = ({ method, params }: { readonly method: string; readonly params: unknown }): string | undefined =>
  opensSession(method) ? stringAt(params, 'cwd') : undefined;
