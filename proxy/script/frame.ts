import type {
  AgentNotifications,
  AgentRequests,
  ClientNotifications,
  ClientRequests,
} from '#core/protocol/types.gen.ts';
import type { ErrorObject } from '#core/wire/jsonrpc.ts';

interface Base<From> {
  /** Its sender. */
  readonly from: From;
  /** Of a response, that of its request unless it names one. */
  readonly sessionId: string | undefined;
  /** The whole line, with the changes so far. */
  readonly text: string;
}

interface Call<From, Kind, Method, Params> extends Base<From> {
  readonly kind: Kind;
  readonly method: Method;
  readonly params: Params;
  /** The frame with other params. Everything else keeps its bytes. */
  readonly withParams: (params: Params) => Frame;
}

interface RequestFrame<From, Method, Params> extends Call<From, 'request', Method, Params> {
  /** A number above 2^53 has lost digits here. The frame that acptap writes keeps them. */
  readonly id: string | number | null;
}

interface Response<From, Method, Params, Result> extends Base<From> {
  /** The method of the request; null if the request is unknown. */
  readonly method: Method;
  /** The params of the request, as its sender wrote them. */
  readonly params: Params;
  readonly id: string | number | null | undefined;
  readonly withResult: (result: Result) => Frame;
  readonly withError: (error: ErrorObject) => Frame;
}

interface ResultFrame<From, Method, Params, Result> extends Response<From, Method, Params, Result> {
  readonly kind: 'response';
  readonly result: Result;
}

interface ErrorFrame<From, Method, Params, Result> extends Response<From, Method, Params, Result> {
  readonly kind: 'error';
  readonly error: ErrorObject;
}

/** A batch, or a line that is not a message: it can be delayed, held and dropped, but not changed. */
interface OtherFrame<From> extends Base<From> {
  readonly kind: 'other';
  readonly method: null;
}

/** Methods that ACP does not have begin with an underscore. Those of unstable ACP have no types here. */
type Extension = `_${string}`;

interface Exchange {
  readonly params: unknown;
  readonly result: unknown;
}

type FramesOf<
  From,
  Requests extends { [Method in keyof Requests]: Exchange },
  Notifications extends { [Method in keyof Notifications]: { readonly params: unknown } },
  Answered extends { [Method in keyof Answered]: Exchange },
> =
  | { [Method in keyof Requests]: RequestFrame<From, Method, Requests[Method]['params']> }[keyof Requests]
  | {
      [Method in keyof Notifications]: Call<From, 'notification', Method, Notifications[Method]['params']>;
    }[keyof Notifications]
  | {
      [Method in keyof Answered]:
        | ResultFrame<From, Method, Answered[Method]['params'], Answered[Method]['result']>
        | ErrorFrame<From, Method, Answered[Method]['params'], Answered[Method]['result']>;
    }[keyof Answered]
  | RequestFrame<From, Extension, unknown>
  | Call<From, 'notification', Extension, unknown>
  | ResultFrame<From, Extension | null, unknown, unknown>
  | ErrorFrame<From, Extension | null, unknown, unknown>
  | OtherFrame<From>;

/** A frame on its way. `from`, `kind` and `method` decide the type of params or result; nothing checks the content. */
export type Frame =
  | FramesOf<'client', ClientRequests, ClientNotifications, AgentRequests>
  | FramesOf<'agent', AgentRequests, AgentNotifications, ClientRequests>;

type Answerable = Extract<Frame, { readonly kind: 'request' | 'response' | 'error' }>;

type ResultOf<Method> = Method extends keyof ClientRequests
  ? ClientRequests[Method]['result']
  : Method extends keyof AgentRequests
    ? AgentRequests[Method]['result']
    : unknown;

/** A session that was opened. */
export interface Session {
  readonly id: string;
  /** Its working folder, as the client named it. */
  readonly cwd: string;
}

/** An action for a frame. Made by `wire`. */
export type ScriptAction =
  | { readonly action: 'drop' | 'hold' }
  | { readonly action: 'delay'; readonly ms: number }
  | { readonly action: 'answer'; readonly text: string }
  | { readonly action: 'inject'; readonly toward: 'client' | 'agent'; readonly text: string };

/** Actions for a frame, besides changing it. */
export interface Wire {
  /** Never delivers the frame. */
  readonly drop: () => ScriptAction;
  /** Answers this request, and does not deliver it. Of a response, delivers this one instead. */
  readonly answer: <Request extends Answerable>(
    frame: Request,
    outcome: { readonly result: ResultOf<Request['method']> } | { readonly error: ErrorObject },
  ) => ScriptAction;
  /** Holds the frame for `acptap held`; needs `run --interactive`, and somebody who watches. */
  readonly hold: () => ScriptAction;
  /** Delays the frame. The frames behind it wait. */
  readonly delay: (ms: number) => ScriptAction;
  /** Writes a message of its own: toward the receiver behind the frame, toward the sender in the other direction. */
  readonly inject: (toward: 'client' | 'agent', message: object) => ScriptAction;
  /** Undefined before the session was opened. */
  readonly session: (id: string | undefined) => Session | undefined;
}

type Decision = Frame | ScriptAction | undefined;

/** The result of `frame`: nothing to pass the frame, a changed frame, an action, or several of them. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- a function without `return` has this type
export type ScriptResult = void | Decision | readonly Decision[];

export interface Script {
  /**
   * The outcome of a frame whose script throws or takes more than a second. `pass` (the default) delivers it. `refuse`
   * answers a request with an error and drops a notification. A script that guards something needs `refuse`.
   */
  readonly onFailure?: 'pass' | 'refuse';
  /** Called for each frame in the order of arrival, and not before the last call has ended. */
  readonly frame: (frame: Frame, wire: Wire) => ScriptResult | Promise<ScriptResult>;
}
