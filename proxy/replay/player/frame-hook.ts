import { inspect } from 'node:util';
import { valueAt, stringAt } from '#core/json/json.ts';
import type { AgentNotifications, AgentRequests, ClientRequests } from '#core/protocol/types.gen.ts';
import type { Seq } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { ErrorObject, Message } from '#core/wire/jsonrpc.ts';

interface Base {
  readonly from: 'agent';
  /** The number of its entry in the recording. */
  readonly seq: Seq;
  /** The session's id as the live client knows it. An answer without an id has that of the request it answers. */
  readonly sessionId: string | undefined;
  readonly bytes: Uint8Array;
}

interface Call<Kind, Method, Params> extends Base {
  readonly kind: Kind;
  readonly method: Method;
  readonly params: Params;
  readonly withParams: (params: Params) => AgentFrame;
}

interface Answer<Method, Params, Result> extends Base {
  /** The method of the client's request. */
  readonly method: Method;
  /** The params of that request, as the live client wrote them. */
  readonly params: Params;
  readonly withResult: (result: Result) => AgentFrame;
  readonly withError: (error: ErrorObject) => AgentFrame;
}

interface ResultFrame<Method, Params, Result> extends Answer<Method, Params, Result> {
  readonly kind: 'response';
  readonly result: Result;
}

interface ErrorFrame<Method, Params, Result> extends Answer<Method, Params, Result> {
  readonly kind: 'error';
  readonly error: ErrorObject;
}

/** A batch, or a line that is not a message. A hook can delay and drop it, but not change it. */
interface OtherFrame extends Base {
  readonly kind: 'other';
  readonly method: null;
}

/** Methods that ACP does not have begin with an underscore. Methods of unstable ACP have no types here. */
type Extension = `_${string}`;

/** A recorded frame before the client gets it. `kind` and `method` decide the type of params or result. */
export type AgentFrame =
  | { [Method in keyof AgentRequests]: Call<'request', Method, AgentRequests[Method]['params']> }[keyof AgentRequests]
  | {
      [Method in keyof AgentNotifications]: Call<'notification', Method, AgentNotifications[Method]['params']>;
    }[keyof AgentNotifications]
  | {
      [Method in keyof ClientRequests]:
        | ResultFrame<Method, ClientRequests[Method]['params'], ClientRequests[Method]['result']>
        | ErrorFrame<Method, ClientRequests[Method]['params'], ClientRequests[Method]['result']>;
    }[keyof ClientRequests]
  | Call<'request' | 'notification', Extension, unknown>
  | ResultFrame<Extension, unknown, unknown>
  | ErrorFrame<Extension, unknown, unknown>
  | OtherFrame;

/** The actions of a hook on a frame, besides changes. */
export interface FrameWire {
  /** Keeps the frame from the client. */
  readonly drop: () => FrameAction;
  /** Delays the frame, by the clock of the replay. The frames behind it wait. */
  readonly delay: (ms: number) => FrameAction;
}

export type FrameAction = { readonly action: 'drop' } | { readonly action: 'delay'; readonly ms: number };

/**
 * Decides on one frame of the agent. Returns nothing to pass it, a changed frame, `wire.drop()`, `wire.delay(ms)`, or a
 * list of a changed frame and a delay. Called once for each frame that becomes due, in that order; not for frames that
 * `dropGated` leaves out.
 */
export type FrameHook = (
  frame: AgentFrame,
  wire: FrameWire,
) => void | AgentFrame | FrameAction | readonly (AgentFrame | FrameAction)[];

/** The decision of a hook on a frame. */
export interface FrameDecision {
  readonly bytes: Uint8Array;
  /** The changed params of a request. */
  readonly params?: unknown;
  readonly isDropped: boolean;
  /** Milliseconds. */
  readonly delay: number;
}

const wire: FrameWire = {
  drop: () => ({ action: 'drop' }),
  delay(ms) {
    if (typeof ms !== 'number' || !Number.isFinite(ms) || ms < 0)
      throw new TypeError(`wire.delay takes milliseconds, not ${inspect(ms)}`);
    return { action: 'delay', ms };
  },
};

/** The client's request that a frame answers. */
interface Answered {
  readonly method: string | undefined;
  readonly params: unknown;
  /** The client's id of its session. */
  readonly session: string | undefined;
}

/**
 * Calls a hook with a frame.
 * @throws what the hook throws, and {TypeError} when it returns an invalid value.
 */
export function decide(hook: FrameHook, seq: Seq, bytes: Uint8Array, answered: Answered): FrameDecision {
  const made = new Map<unknown, Message | undefined>(); // the frame and its changed versions, with the message of each
  const toFrame = (content: Uint8Array): AgentFrame => {
    const decoded = decodeFrame(content);
    const message = decoded.kind === 'json' && !decoded.batch ? decoded.parts[0]?.message : undefined;
    const frame = frameOf(message, { from: 'agent', seq, bytes: content }, answered, toFrame);
    made.set(frame, message);
    return frame;
  };
  const frame = toFrame(bytes);
  const returned: unknown = hook(frame, wire);
  const decision = { bytes, isDropped: false, delay: 0 };
  let changed: object = {};
  for (const one of returned === undefined
    ? []
    : Array.isArray(returned)
      ? (returned as readonly unknown[])
      : [returned])
    if (made.has(one)) {
      decision.bytes = (one as AgentFrame).bytes;
      const message = made.get(one);
      if (one !== frame && message?.kind === 'request') changed = { params: message.params };
    } else if (isAction(one)) {
      if (one.action === 'drop') decision.isDropped = true;
      else decision.delay += one.ms;
    } else
      throw new TypeError(
        `it returned ${one instanceof Promise ? 'a promise' : inspect(one, { depth: 0 })}: it may return nothing, a changed frame, wire.drop(), wire.delay(ms), or a list of them`,
      );
  return { ...decision, ...changed };
}

const isAction = (value: unknown): value is FrameAction =>
  typeof value === 'object' &&
  value !== null &&
  'action' in value &&
  (value.action === 'drop' || value.action === 'delay');

/** Frame types depend on the method; the content of a recording is not checked against them. */
function frameOf(
  message: Message | undefined,
  base: Omit<Base, 'sessionId'>,
  answered: Answered,
  toFrame: (bytes: Uint8Array) => AgentFrame,
): AgentFrame {
  if (!message) return { ...base, kind: 'other', method: null, sessionId: undefined };
  const id = message.kind === 'notification' || message.id === undefined ? {} : { id: message.id };
  const change = (member: string, value: unknown, more: object) => {
    const text = JSON.stringify(value) as string | undefined; // undefined for values without JSON
    if (text === undefined) throw new TypeError(`a frame cannot have ${inspect(value)} for its ${member}`);
    return toFrame(encodeUtf8(envelope({ ...id, ...more }, member, text)));
  };
  const frame =
    message.kind === 'response'
      ? {
          ...base,
          ...(message.outcome.ok
            ? { kind: 'response', result: message.outcome.result }
            : { kind: 'error', error: message.outcome.error }),
          method: answered.method,
          params: answered.params,
          sessionId:
            (message.outcome.ok ? stringAt(message.outcome.result, 'sessionId') : undefined) ?? answered.session,
          withResult: (result: unknown) => change('result', result, {}),
          withError: (error: unknown) => change('error', error, {}),
        }
      : {
          ...base,
          kind: message.kind,
          method: message.method,
          params: message.params,
          sessionId: stringAt(valueAt(message, 'params'), 'sessionId'),
          withParams: (params: unknown) => change('params', params, { method: message.method }),
        };
  return frame as AgentFrame; // the method decides the type; the content is not checked
}

/** Writes a frame. `id` is JSON text already, so large numbers keep every digit. */
function envelope({ id, method }: { readonly id?: string; readonly method?: string }, member: string, value: string) {
  const head = `{"jsonrpc":"2.0"${id === undefined ? '' : `,"id":${id}`}${method === undefined ? '' : `,"method":${JSON.stringify(method)}`}`;
  return `${head},${JSON.stringify(member)}:${value}}\n`;
}

/** The same hook, with a callback for what it throws. */
export const watched =
  (hook: FrameHook, onThrow: (cause: unknown) => void): FrameHook =>
  (...args) => {
    try {
      return hook(...args);
    } catch (cause) {
      onThrow(cause);
      throw cause;
    }
  };
