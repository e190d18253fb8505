import { notify, ok, request, text } from './message-lines.ts';
import { createPeer, type Peer, type Step, type Steps } from './peer.ts';
import { APP, SESSION } from './names.ts';

const prompt = (id: number, words: string): string =>
  request(id, 'session/prompt', { sessionId: SESSION, prompt: [text(words)] });

/** The steps of a conforming client of version 2. A defect replaces one. */
export const clientStepsV2 = {
  initializes: () => [
    request(0, 'initialize', {
      protocolVersion: 2,
      capabilities: {},
      info: { name: 'conforming-client', version: '2.0.0' },
    }),
  ],
  logsIn: () => [request(1, 'auth/login', { methodId: 'key' })],
  opens: () => [
    request(2, 'session/new', {
      cwd: APP,
      mcpServers: [{ type: 'stdio', name: 'files', command: '/usr/bin/files' }],
      additionalDirectories: ['/home/me/lib'],
    }),
  ],
  prompts: () => [prompt(3, 'Correct the greeting')],
  promptsToPublish: () => [prompt(4, 'Publish it')],
  lists: () => [request(5, 'session/list', { cwd: APP })],
  promptsInVain: () => [prompt(6, 'Thank you')],
  resumes: () => [request(7, 'session/resume', { sessionId: 'yesterday', cwd: APP })],
  resumesAnew: () => [
    request(8, 'session/resume', { sessionId: 'last-week', cwd: APP, replayFrom: { type: 'start' } }),
  ],
  closes: () => [request(9, 'session/close', { sessionId: 'yesterday' })],
  deletes: () => [request(10, 'session/delete', { sessionId: 'last-year' })],
  logsOut: () => [request(11, 'auth/logout', {})],

  'session/request_permission': ({ id }) => [
    notify('session/cancel', { sessionId: SESSION }),
    ok(id, { outcome: { outcome: 'cancelled' } }),
  ],
} as const satisfies Readonly<Record<string, Step>>;

export type ClientStepsV2 = Readonly<Record<keyof typeof clientStepsV2, Step>>;

/** A conforming client of version 2, except for the given steps. */
export const createClientV2 = (overrides: Steps = {}): Peer =>
  createPeer({
    steps: { ...clientStepsV2, ...overrides },
    begins: [
      'initializes',
      'logsIn',
      'opens',
      'prompts',
      'promptsToPublish',
      'lists',
      'promptsInVain',
      'resumes',
      'resumesAnew',
      'closes',
      'deletes',
      'logsOut',
    ] as const satisfies readonly (keyof typeof clientStepsV2)[],
    answers: {},
  });
