import { failed, ok, request, text, update, type Params } from './message-lines.ts';
import { createPeer, type Peer, type Step, type Steps } from './peer.ts';
import { APP, FILE, SESSION } from './names.ts';

const tell = (sessionUpdate: string, members: Params): string => update(SESSION, sessionUpdate, members);

export const state = (name: string, members: Params = {}): string => tell('state_update', { state: name, ...members });

/** The user's message as the agent reports it, and the agent's own. */
export const echo = (messageId: string, words: string): string =>
  tell('user_message', { messageId, content: [text(words)] });
const says = (messageId: string, words: string): string =>
  tell('agent_message_chunk', { messageId, content: text(words) });

export const introductionV2 = {
  protocolVersion: 2,
  capabilities: { session: { delete: {}, additionalDirectories: {}, prompt: { image: {} }, mcp: { stdio: {} } } },
  info: { name: 'conforming-agent', version: '2.0.0' },
  authMethods: [{ methodId: 'key', name: 'Key', type: 'agent' }],
};

/** The steps of a conforming agent of version 2. A defect replaces one. */
export const agentStepsV2 = {
  initialize: ({ id }) => [ok(id, introductionV2)],
  'auth/login': ({ id }) => [ok(id, {})],
  'auth/logout': ({ id }) => [ok(id, {})],
  'session/new': ({ id }) => [ok(id, { sessionId: SESSION })],
  'session/list': ({ id }) => [ok(id, { sessions: [{ sessionId: 'yesterday', cwd: APP }] })],

  accepts: ({ id }) => [ok(id, { messageId: 'm1' })],
  echoes: () => [echo('m1', 'Correct the greeting')],
  begins: () => [state('running')],
  works: () => [
    says('m2', 'I look at it.'),
    tell('tool_call_update', {
      toolCallId: 'read',
      title: 'Read',
      kind: 'read',
      status: 'in_progress',
      locations: [{ path: FILE }],
    }),
    tell('tool_call_update', { toolCallId: 'read', status: 'completed' }),
  ],
  startsServer: () => [tell('terminal_update', { terminalId: 'server', command: 'npm start', cwd: APP })],
  ends: () => [state('idle', { stopReason: 'end_turn', background: [{ type: 'terminal', terminalId: 'server' }] })],

  acceptsToPublish: ({ id }) => [echo('m3', 'Publish it'), ok(id, { messageId: 'm3' }), state('running')],
  asks: () => [
    request(1, 'session/request_permission', {
      sessionId: SESSION,
      title: 'Publish?',
      options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
    }),
  ],
  stops: () => [state('idle', { stopReason: 'cancelled' })],

  refuses: ({ id }) => [failed(id, -32603, 'The model is not there')],

  resumes: ({ id }) => [update('yesterday', 'state_update', { state: 'idle' }), ok(id, {})],
  replays: ({ id }) => [
    update('last-week', 'user_message', { messageId: 'm1', content: [text('What is tested?')] }),
    update('last-week', 'state_update', { state: 'idle' }),
    ok(id, {}),
  ],
  'session/close': ({ id }) => [ok(id, {})],
  'session/delete': ({ id }) => [ok(id, {})],
} as const satisfies Readonly<Record<string, Step>>;

export type AgentStepsV2 = Readonly<Record<keyof typeof agentStepsV2, Step>>;

/** A conforming agent of version 2, except for the given steps. */
export const createAgentV2 = (overrides: Steps = {}): Peer =>
  createPeer({
    steps: { ...agentStepsV2, ...overrides },
    begins: [],
    answers: {
      'session/prompt': [
        ['accepts', 'echoes', 'begins', 'works', 'startsServer', 'ends'],
        ['acceptsToPublish', 'asks', 'stops'],
        ['refuses'],
      ],
      'session/resume': [['resumes'], ['replays']],
    },
  });
