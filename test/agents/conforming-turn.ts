import { notify, ok, request, text, update } from './message-lines.ts';
import { APP, FILE, SESSION, TERMINAL } from './names.ts';
import type { Step } from './peer.ts';

const tell = (sessionUpdate: string, members: Readonly<Record<string, unknown>>): string =>
  update(SESSION, sessionUpdate, members);

/** A plan with three entries, the first `done` of them completed. */
export const plan = (done: number): string =>
  tell('plan', {
    entries: ['Read the greeting', 'Correct it', 'Run the tests'].map((content, index) => ({
      content,
      priority: 'medium',
      status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
    })),
  });

export const toolCall = (toolCallId: string, members: Readonly<Record<string, unknown>>): string =>
  tell('tool_call', { toolCallId, ...members });

export const toolCallUpdate = (toolCallId: string, members: Readonly<Record<string, unknown>>): string =>
  tell('tool_call_update', { toolCallId, ...members });

/** Chunks of the agent's message. */
export const says = (...words: readonly string[]): readonly string[] =>
  words.map((word) => tell('agent_message_chunk', { content: text(word) }));

const OPTIONS = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

const DIFF = { type: 'diff', path: FILE, oldText: 'helo', newText: 'hello' };

const inTerminal = (id: number, method: string): readonly string[] => [
  request(id, method, { sessionId: SESSION, terminalId: TERMINAL }),
];

/** The steps of the agent's turns. */
export const turnSteps = {
  thinks: () => [tell('agent_thought_chunk', { content: text('There is a slip in it.') })],
  plans: () => [plan(0)],
  reports: () => says('I read ', 'the greeting.'),

  startsReading: () => [
    toolCall('read', { title: 'Read', kind: 'read', status: 'in_progress', locations: [{ path: FILE, line: 1 }] }),
  ],
  reads: () => [request(1, 'fs/read_text_file', { sessionId: SESSION, path: FILE, line: 1, limit: 2 })],
  hasRead: () => [
    toolCallUpdate('read', { status: 'completed', content: [{ type: 'content', content: text('helo') }] }),
    plan(1),
  ],

  proposesEdit: () => [toolCall('edit', { title: 'Edit', kind: 'edit', status: 'pending', content: [DIFF] })],
  asksToEdit: () => [
    request(2, 'session/request_permission', {
      sessionId: SESSION,
      toolCall: { toolCallId: 'edit', title: 'Edit', content: [DIFF] },
      options: OPTIONS,
    }),
  ],
  writes: () => [request(3, 'fs/write_text_file', { sessionId: SESSION, path: FILE, content: 'hello\n' })],
  hasWritten: () => [toolCallUpdate('edit', { status: 'completed' }), plan(2)],

  createsTerminal: () => [
    toolCall('run', { title: 'npm test', kind: 'execute', status: 'in_progress' }),
    request(4, 'terminal/create', {
      sessionId: SESSION,
      command: 'npm',
      args: ['test'],
      cwd: APP,
      outputByteLimit: 20,
    }),
  ],
  showsTerminal: () => [toolCallUpdate('run', { content: [{ type: 'terminal', terminalId: TERMINAL }] })],
  waitsForExit: () => inTerminal(5, 'terminal/wait_for_exit'),
  readsOutput: () => inTerminal(6, 'terminal/output'),
  releasesTerminal: () => inTerminal(7, 'terminal/release'),
  hasRun: () => [toolCallUpdate('run', { status: 'completed' }), plan(3)],

  asksByForm: () => [
    request(8, 'elicitation/create', {
      sessionId: SESSION,
      mode: 'form',
      message: 'How shall the commit be called?',
      requestedSchema: {
        type: 'object',
        properties: { title: { type: 'string', maxLength: 50 } },
        required: ['title'],
      },
    }),
  ],
  asksByUrl: () => [
    request(9, 'elicitation/create', {
      sessionId: SESSION,
      mode: 'url',
      elicitationId: 'sign',
      url: 'https://example.com/sign',
      message: 'Please sign the commit',
    }),
  ],
  completesUrl: () => [notify('elicitation/complete', { elicitationId: 'sign' })],
  triesAnExtension: () => [request(10, '_craft/beep', { times: 1 })],
  warns: () => [tell('notice', { severity: 'info', title: 'Out of credit soon' })],
  compacts: () => [
    tell('compaction_update', { compactionId: 'first', status: 'in_progress' }),
    tell('compaction_update', { compactionId: 'first', status: 'completed' }),
  ],
  namesSession: () => [tell('session_info_update', { title: 'The greeting' })],
  ends: ({ id }) => [...says('It is corrected.'), ok(id, { stopReason: 'end_turn' })],

  // the second turn: the client cancels it when the agent asks for permission
  asksToPublish: () => [
    toolCall('publish', { title: 'Publish', kind: 'execute', status: 'pending' }),
    request(11, 'session/request_permission', {
      sessionId: SESSION,
      toolCall: { toolCallId: 'publish' },
      options: OPTIONS,
    }),
  ],
  stopsPublishing: ({ id }) => [toolCallUpdate('publish', { status: 'failed' }), ok(id, { stopReason: 'cancelled' })],

  // the third turn: the client cancels its request
  counts: () => says('One, '),
} as const satisfies Readonly<Record<string, Step>>;

/** The agent's steps for each prompt. */
export const TURNS = [
  [
    'thinks',
    'plans',
    'reports',
    'startsReading',
    'reads',
    'hasRead',
    'proposesEdit',
    'asksToEdit',
    'writes',
    'hasWritten',
    'createsTerminal',
    'showsTerminal',
    'waitsForExit',
    'readsOutput',
    'releasesTerminal',
    'hasRun',
    'asksByForm',
    'asksByUrl',
    'completesUrl',
    'triesAnExtension',
    'warns',
    'compacts',
    'namesSession',
    'ends',
  ],
  ['asksToPublish', 'stopsPublishing'],
  ['counts'],
] as const satisfies readonly (readonly (keyof typeof turnSteps)[])[];
