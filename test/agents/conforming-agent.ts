import { TURNS, turnSteps } from './conforming-turn.ts';
import { failed, ok, text, update } from './message-lines.ts';
import { createPeer, type Peer, type Step, type Steps } from './peer.ts';
import { APP, FILE, SESSION } from './names.ts';

/** The agent's `initialize` result. */
export const agentCapabilities = {
  loadSession: true,
  promptCapabilities: { image: true, embeddedContext: true },
  mcpCapabilities: { http: true },
  sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
  auth: { logout: {} },
};

export const introduction = {
  protocolVersion: 1,
  agentCapabilities,
  agentInfo: { name: 'conforming-agent', version: '1.0.0' },
  authMethods: [
    { id: 'key', name: 'Key' },
    { id: 'browser', name: 'Log in', type: 'terminal' },
  ],
};

const CHOICES = [
  { id: 'ask', name: 'Ask' },
  { id: 'code', name: 'Code' },
];

export const modes = (currentModeId: string) => ({ currentModeId, availableModes: CHOICES });

/** The mode as an option, a model to choose, and a switch. */
export const configOptions = (mode: string, model: string) => [
  {
    id: 'mode',
    name: 'Mode',
    category: 'mode',
    type: 'select',
    currentValue: mode,
    options: CHOICES.map(({ id, name }) => ({ value: id, name })),
  },
  {
    id: 'model',
    name: 'Model',
    category: 'model',
    type: 'select',
    currentValue: model,
    options: [
      { value: 'small', name: 'Small' },
      { value: 'large', name: 'Large' },
    ],
  },
  { id: 'fast', name: 'Fast', type: 'boolean', currentValue: false },
];

const PAGES = [
  { sessions: [{ sessionId: 'yesterday', cwd: APP, title: 'Tests' }], nextCursor: 'page-2' },
  { sessions: [{ sessionId: 'last-week', cwd: APP }] },
] as const;

/** The steps of a conforming agent of version 1. A defect replaces one. */
export const agentSteps = {
  ...turnSteps,
  initialize: ({ id }) => [ok(id, introduction)],
  authenticate: ({ id }) => [ok(id, {})],
  logout: ({ id }) => [ok(id, {})],
  'session/list': ({ id, params }) => [ok(id, PAGES[params['cursor'] === 'page-2' ? 1 : 0])],
  opensToday: ({ id }) => [
    ok(id, { sessionId: SESSION, modes: modes('ask'), configOptions: configOptions('ask', 'small') }),
  ],
  listsCommands: () => [
    update(SESSION, 'available_commands_update', {
      availableCommands: [{ name: 'test', description: 'Run the tests' }],
    }),
  ],
  opensAnother: ({ id }) => [ok(id, { sessionId: 'another' })],
  'session/set_mode': ({ id }) => [
    ok(id, {}),
    update(SESSION, 'current_mode_update', { currentModeId: 'code' }),
    update(SESSION, 'config_option_update', { configOptions: configOptions('code', 'small') }),
  ],
  'session/set_config_option': ({ id, params }) => [
    params['configId'] === 'model'
      ? ok(id, { configOptions: configOptions('code', 'large') })
      : failed(id, -32602, 'No such option'),
  ],
  '_craft/ping': ({ id }) => [failed(id, -32601, 'Method not found')],
  '$/cancel_request': ({ params }) => [ok(JSON.stringify(params['requestId']), { stopReason: 'cancelled' })],

  replays: () => [
    update('yesterday', 'user_message_chunk', { content: text('What is tested?') }),
    update('yesterday', 'tool_call', {
      toolCallId: 'look',
      title: 'Look',
      kind: 'search',
      status: 'completed',
      locations: [{ path: FILE }],
    }),
    update('yesterday', 'agent_message_chunk', { content: text('The greeting.') }),
  ],
  hasReplayed: ({ id }) => [ok(id, { modes: modes('ask') })],
  lacksSession: ({ id, params: { sessionId } }) => [failed(id, -32002, 'No such session', { sessionId })],
  'session/resume': ({ id }) => [ok(id, {})],
  'session/close': ({ id }) => [ok(id, {})],
  'session/delete': ({ id }) => [ok(id, {})],
} as const satisfies Readonly<Record<string, Step>>;

export type AgentSteps = Readonly<Record<keyof typeof agentSteps, Step>>;

/** A conforming agent of version 1, except for the given steps. */
export const createAgent = (overrides: Steps = {}): Peer =>
  createPeer({
    steps: { ...agentSteps, ...overrides },
    begins: [],
    answers: {
      'session/prompt': TURNS,
      'session/new': [['opensToday', 'listsCommands'], ['opensAnother']],
      'session/load': [['replays', 'hasReplayed'], ['lacksSession']],
    },
  });
