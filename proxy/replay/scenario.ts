import type {
  AgentRequests,
  ClientRequests,
  ContentBlock,
  InitializeRequest,
  InitializeResponse,
  NewSessionRequest,
  NewSessionResponse,
  PermissionOption,
  PlanEntry,
  SessionUpdate,
  StopReason,
  ToolCall,
  ToolCallUpdate,
} from '#core/protocol/types.gen.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { elapsedUs, epochMs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, RecordingHeader, Side } from '#core/wire/entry.ts';
import type { ErrorObject } from '#core/wire/jsonrpc.ts';

/** The answer to a request: its result or an error. */
export type Reply<Result> = Result | { readonly error: ErrorObject };

type InSession<Params> = Omit<Params, 'sessionId'>;

/** A recording of protocol version 1 that a test builds in code. `replayAgent` plays it, `toConform` checks it. */
export interface Scenario {
  readonly id: string;
  readonly header: RecordingHeader;
  /** Grows with each call. */
  readonly entries: readonly Entry[];
  /** The handshake; given members replace the defaults. By default the first request of the client adds a handshake. */
  readonly initialize: (given?: {
    readonly client?: Partial<InitializeRequest>;
    readonly agent?: Partial<InitializeResponse>;
  }) => void;
  /** The client opens a session. */
  readonly session: (params?: Partial<NewSessionRequest>, result?: Partial<NewSessionResponse>) => ScenarioSession;
  /** A request of the client that names no session, and the agent's reply. */
  readonly request: <Method extends keyof ClientRequests>(
    method: Method,
    params: ClientRequests[Method]['params'],
    reply: Reply<ClientRequests[Method]['result']>,
  ) => void;
  /** Any message, or a line of text that is not a message. */
  readonly say: (from: Side, message: object | string) => void;
  /** Time until the next message, for a replay at `recorded` speed. */
  readonly pause: (ms: number) => void;
  /** The text of a recording file, `*.acp.jsonl`. */
  readonly toText: () => string;
}

export interface ScenarioSession {
  readonly sessionId: string;
  /** A prompt of the client, its turn, and the agent's answer: `end_turn`, or `cancelled` after `cancel()`. */
  readonly turn: (prompt: string | readonly ContentBlock[], act?: (turn: ScenarioTurn) => void) => void;
  /** A request of the client in the session, and the agent's reply. */
  readonly request: <Method extends keyof ClientRequests>(
    method: Method,
    params: InSession<ClientRequests[Method]['params']>,
    reply: Reply<ClientRequests[Method]['result']>,
  ) => void;
  /** A `session/update` of the agent. */
  readonly update: (update: SessionUpdate) => void;
}

/** The messages between a prompt and its answer. */
export interface ScenarioTurn {
  readonly update: (update: SessionUpdate) => void;
  /** A piece of the agent's message. */
  readonly chunk: (content: string | ContentBlock) => void;
  readonly thought: (content: string | ContentBlock) => void;
  /** The agent's plan. An entry given as text is `pending` and of `medium` priority. */
  readonly plan: (entries: readonly (string | PlanEntry)[]) => void;
  readonly toolCall: (call: Omit<ToolCall, 'toolCallId'> & { readonly toolCallId?: string }) => ScenarioToolCall;
  /** A request of the agent in the session, and the client's reply. */
  readonly request: <Method extends keyof AgentRequests>(
    method: Method,
    params: InSession<AgentRequests[Method]['params']>,
    reply: Reply<AgentRequests[Method]['result']>,
  ) => void;
  /** The client cancels the turn. */
  readonly cancel: () => void;
  /** Ends the turn with this stop reason. Nothing of the turn may follow. */
  readonly stop: (reason: StopReason) => void;
  /** Ends the turn with an error in answer to the prompt. Nothing of the turn may follow. */
  readonly error: (error: ErrorObject) => void;
}

export interface ScenarioToolCall {
  readonly toolCallId: string;
  readonly update: (fields: Omit<ToolCallUpdate, 'toolCallId'>) => void;
  /**
   * The agent asks for permission. The client chooses an option by its id or kind, or answers `cancelled`. The default
   * options are `allow_once` and `reject_once`.
   */
  readonly permission: (
    choice: PermissionOption['kind'] | 'cancelled' | (string & {}),
    options?: readonly PermissionOption[],
  ) => void;
}

const OPTIONS: readonly PermissionOption[] = [
  { optionId: 'allow_once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'reject_once', name: 'Reject', kind: 'reject_once' },
];

const CLIENT: InitializeRequest = {
  protocolVersion: 1,
  clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
  clientInfo: { name: 'scenario-client', version: '1.0.0' },
};
const AGENT: InitializeResponse = {
  protocolVersion: 1,
  agentCapabilities: {},
  authMethods: [],
  agentInfo: { name: 'scenario-agent', version: '1.0.0' },
};

/** From one message to the next, in microseconds. */
const STEP_US = 1000;

/** Begins a recording in code. `cwd` is the project's folder: an absolute path. */
export function scenario({
  id = 'scenario',
  cwd = '/project',
}: { readonly id?: string; readonly cwd?: string } = {}): Scenario {
  const header: RecordingHeader = { id, startedAt: epochMs(0), command: ['scenario'], cwd, redacted: false };
  const entries: Entry[] = [];
  const ids = { client: 0, agent: 0 };
  let [sessions, toolCalls, now] = [0, 0, 0];
  let isInitialized = false;

  function say(from: Side, message: object | string): void {
    const text = typeof message === 'string' ? message.replace(/\n?$/, '\n') : `${JSON.stringify(message)}\n`;
    entries.push({ kind: 'frame', seq: seqOf(entries.length), elapsed: elapsedUs(now), from, bytes: encodeUtf8(text) });
    now += STEP_US;
  }

  /** Adds a request; returns a function that adds its answer. */
  function ask(from: Side, method: string, params: object): (reply: object) => void {
    const rpcId = ids[from]++;
    say(from, { jsonrpc: '2.0', id: rpcId, method, params });
    return (reply) =>
      say(from === 'client' ? 'agent' : 'client', {
        jsonrpc: '2.0',
        id: rpcId,
        ...('error' in reply ? { error: reply.error } : { result: reply }),
      });
  }

  function initialize({ client = {}, agent = {} }: Parameters<Scenario['initialize']>[0] = {}): void {
    isInitialized = true;
    ask('client', 'initialize', { ...CLIENT, ...client })({ ...AGENT, ...agent });
  }

  /** Adds a request of the client, after the handshake. */
  function request(method: string, params: object): (reply: object) => void {
    if (!isInitialized) initialize();
    return ask('client', method, params);
  }

  function inSession(sessionId: string): ScenarioSession {
    const update = (one: SessionUpdate) =>
      say('agent', { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: one } });
    return {
      sessionId,
      update,
      request: (method, params, reply) => request(method, { sessionId, ...params })(reply),
      turn(prompt, act = () => {}) {
        const blocks = typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt;
        const answer = request('session/prompt', { sessionId, prompt: blocks });
        const turn = createTurn(sessionId, update, answer);
        act(turn);
        turn.finish();
      },
    };
  }

  function createTurn(sessionId: string, send: (update: SessionUpdate) => void, answer: (reply: object) => void) {
    let isOver = false;
    let isCancelled = false;
    const check = () => {
      if (isOver) throw new TypeError('the turn has ended: nothing follows stop() or error() in it');
    };
    const update = (one: SessionUpdate) => {
      check();
      send(one);
    };
    const fromAgent = (method: string, params: object, reply: object) => {
      check();
      ask('agent', method, { sessionId, ...params })(reply);
    };
    const end = (reply: object) => {
      check();
      isOver = true;
      answer(reply);
    };
    const chunk = (sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk') => (content: string | ContentBlock) =>
      update({ sessionUpdate, content: typeof content === 'string' ? { type: 'text', text: content } : content });

    return {
      update,
      chunk: chunk('agent_message_chunk'),
      thought: chunk('agent_thought_chunk'),
      plan: (steps) =>
        update({
          sessionUpdate: 'plan',
          entries: steps.map((step) =>
            typeof step === 'string' ? { content: step, priority: 'medium', status: 'pending' } : step,
          ),
        }),
      toolCall({ toolCallId = `call-${++toolCalls}`, ...call }) {
        update({ sessionUpdate: 'tool_call', toolCallId, status: 'pending', ...call });
        return {
          toolCallId,
          update: (fields) => update({ sessionUpdate: 'tool_call_update', toolCallId, ...fields }),
          permission(choice, options = OPTIONS) {
            const outcome = choice === 'cancelled' ? { outcome: choice } : selected(choice, options);
            fromAgent('session/request_permission', { toolCall: { toolCallId }, options }, { outcome });
          },
        };
      },
      request: fromAgent,
      cancel() {
        check();
        isCancelled = true;
        say('client', { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId } });
      },
      stop: (stopReason) => end({ stopReason }),
      error: (error) => end({ error }),
      finish: () => (isOver ? undefined : end({ stopReason: isCancelled ? 'cancelled' : 'end_turn' })),
    } satisfies ScenarioTurn & { readonly finish: () => void };
  }

  return {
    id,
    header,
    entries,
    initialize,
    say,
    request: (method, params, reply) => request(method, params)(reply),
    session(params = {}, result = {}) {
      const sessionId = result.sessionId ?? `session-${++sessions}`;
      request('session/new', { cwd, mcpServers: [], ...params })({ sessionId, ...result });
      return inSession(sessionId);
    },
    pause(ms) {
      if (!(ms >= 0 && Number.isFinite(ms))) throw new TypeError(`pause takes milliseconds, not ${ms}`);
      now += Math.round(ms * 1000);
    },
    toText: () => [encodeHeader(header), ...entries.map(encodeEntry)].join(''),
  };
}

/** @throws {TypeError} when no option has the id or kind. */
function selected(choice: string, options: readonly PermissionOption[]) {
  const option = options.find(({ optionId }) => optionId === choice) ?? options.find(({ kind }) => kind === choice);
  if (option) return { outcome: 'selected', optionId: option.optionId };
  const known = options.map(({ optionId, kind }) => (optionId === kind ? optionId : `${optionId} (${kind})`));
  throw new TypeError(`no permission option is "${choice}": choose ${[...known, 'cancelled'].join(', ')}`);
}
