import { describe, expect, test } from 'vitest';
import { compared, END } from './compared.ts';

const call = (session: string, toolCallId: string, members: object) =>
  `< session/update ${JSON.stringify({ sessionId: session, update: { sessionUpdate: 'tool_call', toolCallId, ...members } })}`;

/** A command and an edit, as Codex reports them. */
const turn = (session: string, folder: string, run: string, command = 'npm test', file = 'src/a.ts') => [
  call(session, `call_${run}`, {
    kind: 'execute',
    title: command,
    rawInput: {
      turn_id: `019a4c3b-5a0e-7${run}2-9d41-2f6b0a7e4411`,
      process_id: `4${run}11`,
      started_at_ms: Number(`17638470${run}123`),
      command: ['bash', '-lc', command],
      cwd: folder,
    },
  }),
  call(session, `call_p${run}`, {
    kind: 'edit',
    title: `${folder.slice(1)}/${file}`,
    rawInput: { changes: { [`${folder}/${file}`]: { type: 'delete' } } },
  }),
  END,
];

const then = turn('then', '/home/me/app', '17');

describe('an input of a tool', () => {
  test('is equal with other ids, times, processes and folders, which the report names', async () => {
    const { outcome, messages, notes } = await compared(then, turn('now', '/live/app', '52'));
    expect({ outcome, messages }).toEqual({ outcome: 'same', messages: [] });
    expect(notes).toEqual([
      'Not compared, because every run has its own: rawInput.process_id, rawInput.started_at_ms, rawInput.turn_id.',
    ]);
  });

  test.each([
    [
      'a command',
      turn('now', '/live/app', '52', 'npm run build'),
      'tool call 1: expected execute "npm test", got execute "npm run build"',
    ],
    [
      'a file',
      turn('now', '/live/app', '52', 'npm test', 'src/b.ts'),
      'tool call 2: expected edit "$cwd/src/a.ts", got edit "$cwd/src/b.ts"',
    ],
  ])('differs by %s', async (_, now, message) => {
    expect((await compared(then, now)).messages).toEqual([message]);
  });

  test('differs by changed content below a file name', async () => {
    const [first = '', second = ''] = turn('now', '/live/app', '52');
    const { messages } = await compared(then, [first, second.replace('delete', 'add'), END]);
    expect(messages).toEqual([
      'tool call 2 (edit "$cwd/src/a.ts") input: /changes/$cwd~1src~1a.ts/type: expected "delete", got "add"',
    ]);
  });

  test('differs when one id names two things', async () => {
    const calls = (session: string, ...runs: readonly string[]) => [
      ...runs.map((run, index) =>
        call(session, `c${index}`, { title: 't', rawInput: { run: `019a4c3b-5a0e-7${run}2-9d41-2f6b0a7e4411` } }),
      ),
      END,
    ];
    expect((await compared(calls('then', '01', '02', '01'), calls('now', '05', '06', '05'))).messages).toEqual([]);
    expect((await compared(calls('then', '01', '02', '01'), calls('now', '05', '06', '06'))).messages).toEqual([
      'tool call 3 ("t") input: /run: expected "id 1", got "id 2"',
    ]);
  });
});

describe('the pairing of tool calls', () => {
  const plan = (session: string) => call(session, 'p', { kind: 'think', title: 'Set 3 todo(s)' });
  const edit = (session: string, title = 'Edit hello.js') => call(session, 'e', { kind: 'edit', title });

  test('prefers title and kind to position', async () => {
    const { messages } = await compared(
      [plan('then'), edit('then'), END],
      [edit('now', 'WriteFile hello.js'), call('now', 'r', { kind: 'read', title: 'Read a' }), END],
    );
    expect(messages).toEqual([
      'tool call 1: expected think "Set 3 todo(s)", got nothing',
      'tool call 2: expected edit "Edit hello.js", got edit "WriteFile hello.js"',
      'tool call 2: expected nothing, got read "Read a"',
    ]);
  });

  test('matches permission requests of the same tool call', async () => {
    const ask = (id: number, session: string, title: string, kind: string) =>
      `< ${id} session/request_permission ${JSON.stringify({ sessionId: session, toolCall: { toolCallId: title, title, kind }, options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }] })}`;
    const { messages } = await compared(
      [
        ask(8, 'then', 'Set 3 todo(s)', 'other'),
        '> 8 ok {}',
        ask(9, 'then', 'Edit hello.js', 'edit'),
        '> 9 ok {}',
        END,
      ],
      [ask(9, 'now', 'Edit hello.js', 'edit'), END],
    );
    expect(messages).toContain('permission request 1: expected other "Set 3 todo(s)" [allow_once], got nothing');
    expect(messages.filter((message) => message.startsWith('permission'))).toHaveLength(1);
  });

  test('never matches requests about tools of different kinds', async () => {
    const ask = (id: number, session: string, toolCallId: string, title: string, kind: string) =>
      `< ${id} session/request_permission ${JSON.stringify({ sessionId: session, toolCall: { toolCallId, title, kind }, options: [] })}`;
    const { messages } = await compared(
      [ask(8, 'then', 'a', 'Edit a', 'edit'), '> 8 ok {}', ask(9, 'then', 'b', 'Write b', 'edit'), '> 9 ok {}', END],
      [
        ask(6, 'now', 'x', 'Set 3 todo(s)', 'other'),
        ask(7, 'now', 'y', 'a: status', 'edit'),
        ask(8, 'now', 'z', 'Set 2 todo(s)', 'other'),
        call('now', 'w', { kind: 'edit', title: 'Writing to b' }),
        END,
      ],
    );
    expect(messages.filter((message) => message.startsWith('permission'))).toEqual([
      'permission request 1: expected nothing, got other "Set 3 todo(s)" []',
      'permission request 1: expected edit "Edit a" [], got edit "a: status" []',
      'permission request 2: expected edit "Write b" [], got nothing',
      'permission request 3: expected nothing, got other "Set 2 todo(s)" []',
    ]);
  });
});
