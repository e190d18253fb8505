import { failed, notify, ok, request, text } from './message-lines.ts';
import { createPeer, type Peer, type Step, type Steps } from './peer.ts';
import { APP, FILE, SESSION, TERMINAL } from './names.ts';

/** The client's `initialize` params. */
export const clientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  elicitation: { form: {}, url: {} },
  auth: { terminal: true },
};

export const clientIntroduction = {
  protocolVersion: 1,
  clientCapabilities,
  clientInfo: { name: 'conforming-client', version: '1.0.0' },
};

const SERVERS = [
  { name: 'files', command: '/usr/bin/files', args: [], env: [] },
  { type: 'http', name: 'docs', url: 'https://example.com/mcp', headers: [] },
];

const PROMPT = [
  text('Correct the greeting'),
  { type: 'resource_link', uri: `file://${FILE}`, name: 'greeting.ts' },
  { type: 'resource', resource: { uri: 'file:///home/me/app/NOTES', text: 'Be brief.' } },
  { type: 'image', data: 'AAAA', mimeType: 'image/png' },
];

const prompt = (id: number, ...content: readonly unknown[]): string =>
  request(id, 'session/prompt', { sessionId: SESSION, prompt: content });

export const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** The steps of a conforming client of version 1. A defect replaces one. */
export const clientSteps = {
  initializes: () => [request(0, 'initialize', clientIntroduction)],
  logsIn: () => [request(1, 'authenticate', { methodId: 'key' })],
  opensToday: () => [
    request(2, 'session/new', { cwd: APP, mcpServers: SERVERS, additionalDirectories: ['/home/me/lib'] }),
  ],
  lists: () => [request(3, 'session/list', { cwd: APP, _meta: { traceparent: TRACEPARENT } })],
  listsFurther: () => [request(4, 'session/list', { cwd: APP, cursor: 'page-2' })],
  setsMode: () => [request(5, 'session/set_mode', { sessionId: SESSION, modeId: 'code' })],
  setsModel: () => [request(6, 'session/set_config_option', { sessionId: SESSION, configId: 'model', value: 'large' })],
  prompts: () => [prompt(7, ...PROMPT)],
  promptsToPublish: () => [prompt(8, text('Publish it'))],
  promptsToCount: () => [prompt(9, text('Count to a million'))],
  triesAnExtension: () => [request('ten', '_craft/ping', {})],
  loads: () => [request(11, 'session/load', { sessionId: 'yesterday', cwd: APP, mcpServers: [] })],
  resumes: () => [request(12, 'session/resume', { sessionId: 'last-week', cwd: APP })],
  opensAnother: () => [request(13, 'session/new', { cwd: APP, mcpServers: [] })],
  closesAnother: ({ result }) => [request(14, 'session/close', { sessionId: result['sessionId'] })],
  deletesOldOne: () => [request(15, 'session/delete', { sessionId: 'last-year' })],
  loadsDeletedOne: () => [request(16, 'session/load', { sessionId: 'last-year', cwd: APP, mcpServers: [] })],
  logsOut: () => [request(17, 'logout', {})],

  'fs/read_text_file': ({ id }) => [ok(id, { content: 'helo\n' })],
  'fs/write_text_file': ({ id }) => [ok(id, {})],
  'terminal/create': ({ id }) => [ok(id, { terminalId: TERMINAL })],
  'terminal/wait_for_exit': ({ id }) => [ok(id, { exitCode: 0 })],
  'terminal/output': ({ id }) => [ok(id, { output: 'passed ✓', truncated: true, exitStatus: { exitCode: 0 } })],
  'terminal/release': ({ id }) => [ok(id, {})],
  allowsEdit: ({ id }) => [ok(id, { outcome: { outcome: 'selected', optionId: 'yes' } })],
  cancelsInstead: ({ id }) => [
    notify('session/cancel', { sessionId: SESSION }),
    ok(id, { outcome: { outcome: 'cancelled' } }),
  ],
  fillsForm: ({ id }) => [ok(id, { action: 'accept', content: { title: 'Correct the greeting' } })],
  opensUrl: ({ id }) => [ok(id, { action: 'accept' })],
  '_craft/beep': ({ id }) => [failed(id, -32601, 'Method not found')],
  'session/update': ({ params }) =>
    JSON.stringify(params).includes('One, ') ? [notify('$/cancel_request', { requestId: 9 })] : [],
} as const satisfies Readonly<Record<string, Step>>;

export type ClientSteps = Readonly<Record<keyof typeof clientSteps, Step>>;

/** A conforming client of version 1, except for the given steps. */
export const createClient = (overrides: Steps = {}): Peer =>
  createPeer({
    steps: { ...clientSteps, ...overrides },
    begins: [
      'initializes',
      'logsIn',
      'opensToday',
      'lists',
      'listsFurther',
      'setsMode',
      'setsModel',
      'prompts',
      'promptsToPublish',
      'promptsToCount',
      'triesAnExtension',
      'loads',
      'resumes',
      'opensAnother',
      'closesAnother',
      'deletesOldOne',
      'loadsDeletedOne',
      'logsOut',
    ] as const satisfies readonly (keyof typeof clientSteps)[],
    answers: {
      'session/request_permission': [['allowsEdit'], ['cancelsInstead']],
      'elicitation/create': [['fillsForm'], ['opensUrl']],
    },
  });
