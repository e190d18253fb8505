import { describe, expect, test } from 'vitest';
import { compared, END } from './compared.ts';
import { chunk } from './opened.ts';
import { play } from './play.ts';

const update = (session: string, sessionUpdate: string, members: object) =>
  `< session/update ${JSON.stringify({ sessionId: session, update: { sessionUpdate, ...members } })}`;

const call = (session: string, toolCallId: string, members: object) =>
  update(session, 'tool_call', { toolCallId, status: 'pending', ...members });
const done = (session: string, toolCallId: string, members: object = { status: 'completed' }) =>
  update(session, 'tool_call_update', { toolCallId, ...members });

const READ = { kind: 'read', title: 'Read a.ts', rawInput: { path: '/home/me/app/a.ts' } };
const READ_NOW = { ...READ, rawInput: { path: '/live/app/a.ts' } };
const EDIT = { kind: 'edit', title: 'Edit a.ts', rawInput: { path: '/home/me/app/a.ts', text: 'x' } };
const EDIT_NOW = { ...EDIT, rawInput: { path: '/live/app/a.ts', text: 'x' } };

describe('a turn is equal', () => {
  test('with other ids of tool calls, pieces of text and folder', async () => {
    const report = await compared(
      [
        chunk('then', 'See /home/me/app/a.ts, '),
        chunk('then', 'please.'),
        call('then', 'a', READ),
        done('then', 'a'),
        END,
      ],
      [
        call('now', 'x', {}),
        done('now', 'x', READ_NOW),
        chunk('now', 'See  /live/app/a.ts,\\nplease.'),
        done('now', 'x'),
        END,
      ],
    );
    expect(report).toMatchObject({
      outcome: 'same',
      differences: [],
      textDifferences: [],
      turns: [{ turn: 1, same: true, text: 'same', live: { end: 'end_turn', toolCalls: 1, permissions: 0 } }],
    });
  });

  test('with other text, unless it must be exact', async () => {
    const [then, now] = [
      [chunk('then', 'Yes, done.'), END],
      [chunk('now', 'Yes, all done.'), END],
    ];
    const message = 'text: expected "Yes, done.", got "Yes, all done."';
    expect(await compared(then, now)).toMatchObject({
      outcome: 'same',
      turns: [{ same: true, text: 'different' }],
      textDifferences: [{ what: 'text', message }],
    });
    expect(await compared(then, now, { text: 'exact' })).toMatchObject({
      outcome: 'different',
      turns: [{ same: false, text: 'different' }],
      messages: [message],
    });
  });

  test('with another title, if the tool is named', async () => {
    const named = { kind: 'execute', name: 'Bash', rawInput: { command: 'ls' } };
    const { outcome } = await compared(
      [call('then', 'a', { ...named, title: 'List' }), END],
      [call('now', 'x', { ...named, title: 'Look around' }), END],
    );
    expect(outcome).toBe('same');
  });
});

describe('a difference in a turn', () => {
  const plan = (session: string, ...statuses: readonly string[]) =>
    update(session, 'plan', { entries: statuses.map((status) => ({ content: 'c', priority: 'low', status })) });
  const write = (session: string, content: string) =>
    `< 7 fs/write_text_file ${JSON.stringify({ sessionId: session, path: session === 'now' ? '/live/app/a' : '/home/me/app/a', content })}`;
  const run = (session: string, command: string) =>
    `< 8 terminal/create ${JSON.stringify({ sessionId: session, command })}`;
  const ask = (session: string, ...kinds: readonly string[]) =>
    `< 9 session/request_permission ${JSON.stringify({ sessionId: session, toolCall: { toolCallId: 't', ...READ, rawInput: {} }, options: kinds.map((kind) => ({ optionId: kind, name: kind, kind })) })}`;

  const cases: readonly (readonly [string, readonly string[], readonly string[], readonly string[]])[] = [
    [
      'the stop reason',
      [END],
      ['< 2 ok {"stopReason":"max_tokens"}'],
      ['stop reason: expected end_turn, got max_tokens'],
    ],
    [
      'an error instead of a result',
      [END],
      ['< 2 error {"code":-32603,"message":"No model in /live/app"}'],
      ['stop reason: expected end_turn, got error -32603 (No model in $cwd)'],
    ],
    [
      'one tool call less',
      [call('then', 'a', READ), call('then', 'b', EDIT), END],
      [call('now', 'b', EDIT_NOW), END],
      ['tool call 1: expected read "Read a.ts", got nothing'],
    ],
    [
      'one tool call more',
      [call('then', 'b', EDIT), END],
      [call('now', 'a', READ_NOW), call('now', 'b', EDIT_NOW), END],
      ['tool call 1: expected nothing, got read "Read a.ts"'],
    ],
    [
      'another tool call',
      [call('then', 'a', READ), END],
      [call('now', 'a', EDIT_NOW), END],
      ['tool call 1: expected read "Read a.ts", got nothing', 'tool call 1: expected nothing, got edit "Edit a.ts"'],
    ],
    [
      'the order of tool calls',
      [call('then', 'a', READ), call('then', 'b', EDIT), END],
      [call('now', 'b', EDIT_NOW), call('now', 'a', READ_NOW), END],
      [expect.stringMatching(/^tool call \d \((read|edit) "\w+ a\.ts"\): in another order$/) as string],
    ],
    [
      'the name of a tool',
      [call('then', 'a', { ...READ, name: 'Read' }), END],
      [call('now', 'a', { ...READ_NOW, name: 'Grep' }), END],
      ['tool call 1: expected read Read "Read a.ts", got read Grep "Read a.ts"'],
    ],
    [
      'the input of a tool call',
      [call('then', 'a', EDIT), END],
      [call('now', 'a', { ...EDIT_NOW, rawInput: { path: '/live/app/b.ts', text: 'x' } }), END],
      ['tool call 1 (edit "Edit a.ts") input: /path: expected "$cwd/a.ts", got "$cwd/b.ts"'],
    ],
    [
      'how a tool call ended',
      [call('then', 'a', READ), done('then', 'a'), END],
      [call('now', 'a', READ_NOW), done('now', 'a', { status: 'failed' }), END],
      ['tool call 1 (read "Read a.ts") status: expected completed, got failed'],
    ],
    [
      'a missing permission request',
      [call('then', 't', READ), ask('then', 'allow_once'), '> 9 ok {"outcome":{"outcome":"cancelled"}}', END],
      [call('now', 't', READ_NOW), END],
      ['permission request 1: expected read "Read a.ts" [allow_once], got nothing'],
    ],
    [
      'the options of a permission',
      [ask('then', 'allow_once', 'reject_once'), '> 9 ok {"outcome":{"outcome":"cancelled"}}', END],
      [ask('now', 'allow_always', 'reject_once'), END],
      [
        'permission request 1: expected read "Read a.ts" [allow_once reject_once], got read "Read a.ts" [allow_always reject_once]',
      ],
    ],
    [
      'the plan',
      [plan('then', 'pending', 'pending'), plan('then', 'completed', 'completed'), END],
      [plan('now', 'completed', 'pending'), END],
      ['plan: expected 2 completed, got 1 completed, 1 pending'],
    ],
    [
      'the mode',
      [update('then', 'current_mode_update', { currentModeId: 'code' }), END],
      [update('now', 'current_mode_update', { currentModeId: 'ask' }), END],
      ['modes it went into: expected code, got ask'],
    ],
    [
      'the configuration',
      [update('then', 'config_option_update', { configOptions: [{ id: 'model', currentValue: 'big' }] }), END],
      [update('now', 'config_option_update', { configOptions: [{ id: 'model', currentValue: 'small' }] }), END],
      ['configuration: expected model=big, got model=small'],
    ],
    [
      'the content of a written file',
      [write('then', 'one'), '> 7 ok {}', END],
      [write('now', 'two'), END],
      ['asked of the client: write $cwd/a: expected "one", got "two"'],
    ],
    [
      'another command',
      [run('then', 'npm test'), '> 8 ok {"terminalId":"t"}', END],
      [run('now', 'npm publish'), END],
      ['asked of the client: expected run npm test, got run npm publish'],
    ],
  ];

  test.each(cases)('is %s', async (_what, then, now, messages) => {
    const report = await compared(then, now);
    expect(report.messages).toEqual(messages);
    expect(report).toMatchObject({ outcome: 'different', failure: null, turns: [{ turn: 1, same: false }] });
  });

  test('is reported, however many there are', async () => {
    const calls = (session: string, name: string) =>
      Array.from({ length: 1100 }, (_, index) =>
        call(session, `${index}`, { kind: 'read', title: `${name} ${index}` }),
      );
    const { differences } = await compared([...calls('then', 'A'), END], [...calls('now', 'B'), END]);
    expect(differences).toHaveLength(1100);
  });

  test('has its entry in both recordings', async () => {
    const { differences } = await compared(
      [chunk('then'), call('then', 'a', READ), END],
      [call('now', 'a', { ...READ_NOW, title: 'Read b.ts' }), END],
    );
    expect(differences).toEqual([
      {
        turn: 1,
        what: 'tool-call',
        seq: 6,
        liveSeq: 5,
        expected: 'read "Read a.ts"',
        received: 'read "Read b.ts"',
        message: 'tool call 1: expected read "Read a.ts", got read "Read b.ts"',
      },
    ]);
  });
});

describe('a difference outside of turns', () => {
  const handshake = (result: object) => `< 0 ok ${JSON.stringify({ protocolVersion: 1, ...result })}`;
  const differences = async (then: string, now: string) =>
    (await play(`> 0 initialize {}\n${then}`, `${now}\n+300`)).report?.differences.map(({ message }) => message);

  test('is a capability of the agent, or a way to log in', async () => {
    const then = handshake({
      agentCapabilities: { loadSession: true, promptCapabilities: { image: true }, _meta: { a: 1 } },
      authMethods: [{ id: 'key' }],
    });
    const now = handshake({
      agentCapabilities: {
        loadSession: false,
        promptCapabilities: { image: true, audio: true },
        sessionCapabilities: { list: {} },
      },
      authMethods: [{ id: 'login' }],
    });
    expect(await differences(then, now)).toEqual([
      'capability lost: loadSession',
      'capability gained: promptCapabilities.audio',
      'capability gained: sessionCapabilities.list',
      'authentication method lost: key',
      'authentication method gained: login',
    ]);
    expect(await differences(then, then)).toEqual([]);
  });

  test('is another protocol version', async () => {
    const words = 'initialize protocol version: expected 1, got 2';
    expect(await differences(handshake({}), handshake({ protocolVersion: 2 }))).toEqual([words]);
  });

  test('is another offer of a session', async () => {
    const session = (modes: readonly string[], model: string) => ({
      sessionId: 's',
      modes: { currentModeId: modes[0], availableModes: modes.map((id) => ({ id })) },
      configOptions: [{ id: 'model', currentValue: model }],
    });
    const then = `< 0 ok ${JSON.stringify(session(['ask', 'code'], 'big'))}`;
    const now = `< 0 ok ${JSON.stringify(session(['code'], 'small'))}`;
    const { report } = await play(`> 0 session/new {"cwd":"/a"}\n${then}`, `${now}\n+300`);
    expect(report?.differences.map(({ message }) => message)).toEqual([
      'mode lost: ask',
      'session/new current mode: expected ask, got code',
      'session/new option model: expected big, got small',
    ]);
  });

  test('is an error in place of a result, or a missing answer', async () => {
    const recorded = '> 1 _a\n< 1 ok {}\n> 2 _b\n< 2 error {"code":-32601,"message":"no"}\n> 3 _c';
    const { report } = await play(recorded, '< 1 error {"code":-32603,"message":"oh"}\n< 2 ok {}\n< 3 ok {}\n+300');
    expect(report?.differences.map(({ message }) => message)).toEqual([
      'answer to _a: expected a result, got error -32603',
      'answer to _b: expected error -32601, got a result',
      'answer to _c: expected nothing, got a result',
    ]);
  });

  test('is not the agent’s version, which is a note', async () => {
    const report = (
      await play(
        `> 0 initialize {}\n${handshake({ agentInfo: { name: 'a', version: '1' } })}`,
        `${handshake({ agentInfo: { name: 'a', version: '2' } })}\n+300`,
      )
    ).report;
    expect(report).toMatchObject({
      outcome: 'same',
      agents: { recorded: 'a 1', live: 'a 2' },
      notes: ['the recording is of a 1, this is a 2'],
    });
  });
});
