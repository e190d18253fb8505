import { describe, expect, test } from 'vitest';
import { result } from '../../../proxy/replay/drive/answer.ts';
import { after, chose, OPTIONS, permission, prompt } from './opened.ts';

describe('a request of the agent', () => {
  const turnWith = (asks: string) => `\n${prompt(2, 'then', 'Do')}\n${asks}\n< 2 ok {"stopReason":"end_turn"}`;
  const answersTo = async (recorded: string, live: string, options = {}) => {
    const { said, drive } = await after(
      turnWith(recorded),
      `\n${live}\n< 2 ok {"stopReason":"end_turn"}\n+300`,
      options,
    );
    return { answers: said.filter((line) => line.startsWith('> ')).slice(1), notes: drive?.notes };
  };

  const EDIT_AND_RUN = `
    ${permission(0, 'then', 'Edit a', 'edit', OPTIONS)}
    ${chose(0, 'yes')}
    ${permission(1, 'then', 'ls', 'execute', OPTIONS)}
    ${chose(1, 'no')}`;

  test('gets the recorded answer, even in another order', async () => {
    const live = `${permission('x', 'now', 'ls', 'execute', OPTIONS)}\n${permission('y', 'now', 'Edit a', 'edit', OPTIONS)}`;
    expect(await answersTo(EDIT_AND_RUN, live)).toEqual({ answers: [chose('x', 'no'), chose('y', 'yes')], notes: [] });
  });

  test('is matched by the tool’s input where titles are equal', async () => {
    const bash = (id: number, session: string, command: string) =>
      permission(id, session, 'bash', 'execute', OPTIONS).replace(
        '"kind"',
        `"rawInput":{"command":"${command}"},"kind"`,
      );
    const recorded = `${bash(0, 'then', 'ls')}\n${chose(0, 'yes')}\n${bash(1, 'then', 'rm -r .')}\n${chose(1, 'no')}`;
    const live = `${bash(3, 'now', 'rm -r .')}\n${bash(4, 'now', 'ls')}`;
    expect((await answersTo(recorded, live)).answers).toEqual([chose(3, 'no'), chose(4, 'yes')]);
  });

  test('is answered with an option of the same kind when ids differ', async () => {
    const others = OPTIONS.replace('"yes"', '"proceed"').replace('"no"', '"stop"');
    const live = permission(5, 'now', 'Edit a', 'edit', others);
    expect((await answersTo(EDIT_AND_RUN, live)).answers).toEqual([chose(5, 'proceed')]);
  });

  test('is answered with a choice that was not offered, if the recorded client did so', async () => {
    const recorded = `${permission(0, 'then', 'Edit a', 'edit', OPTIONS)}\n${chose(0, 'allow_once')}`;
    const { answers } = await answersTo(recorded, permission(1, 'now', 'Edit a', 'edit', OPTIONS));
    expect(answers).toEqual([chose(1, 'allow_once')]);
  });

  test('is rejected if it was not recorded', async () => {
    const live = permission(5, 'now', 'Remove all', 'delete', OPTIONS);
    expect(await answersTo(EDIT_AND_RUN, live)).toEqual({
      answers: [chose(5, 'no')],
      notes: ['the recording has no answer to this permission request: "Remove all" was rejected'],
    });
  });

  test('is cancelled if it was not recorded and offers no rejection', async () => {
    const allow = '[{"optionId":"yes","name":"Y","kind":"allow_once"}]';
    expect(await answersTo(EDIT_AND_RUN, permission(5, 'now', 'Remove all', 'delete', allow))).toEqual({
      answers: ['> 5 ok {"outcome":{"outcome":"cancelled"}}'],
      notes: ['the recording has no answer to this permission request: "Remove all" was cancelled'],
    });
  });

  test.each([
    ['allow', [chose(0, 'yes'), chose(1, 'yes')]],
    ['reject', [chose(0, 'no'), chose(1, 'no')]],
  ] as const)('is answered with %s when that is wanted', async (permissions, answers) => {
    const live = `${permission(0, 'now', 'Edit a', 'edit', OPTIONS)}\n${permission(1, 'now', 'ls', 'execute', OPTIONS)}`;
    expect((await answersTo(EDIT_AND_RUN, live, { permissions })).answers).toEqual(answers);
  });

  const READ = `
    < 0 fs/read_text_file {"sessionId":"then","path":"/home/me/app/a"}
    > 0 ok {"content":"one\\ntwo\\nthree\\n"}`;
  const read = (id: number, members: string) => `< ${id} fs/read_text_file {"sessionId":"now",${members}}`;

  test('reads the recorded file at its live path, repeatedly and by lines', async () => {
    const live = [
      read(0, '"path":"/live/app/a"'),
      read(1, '"path":"/live/app/a"'),
      read(2, '"path":"/live/app/a","line":2,"limit":1'),
    ].join('\n');
    expect(await answersTo(READ, live)).toEqual({
      answers: [
        '> 0 ok {"content":"one\\ntwo\\nthree\\n"}',
        '> 1 ok {"content":"one\\ntwo\\nthree\\n"}',
        '> 2 ok {"content":"two\\n"}',
      ],
      notes: [],
    });
  });

  test('gets "not found" for a file that was never read', async () => {
    const { answers, notes } = await answersTo(READ, read(0, '"path":"/live/app/b"'));
    expect(answers).toEqual(['> 0 error {"code":-32002,"message":"Resource not found","data":{"uri":"/live/app/b"}}']);
    expect(notes?.[0]).toContain('/live/app/b');
  });

  test('reads what it has written, without any file on disk', async () => {
    const live = `< 0 fs/write_text_file {"sessionId":"now","path":"/live/app/new","content":"x"}\n${read(1, '"path":"/live/app/new"')}`;
    expect((await answersTo(READ, live)).answers).toEqual(['> 0 ok {}', '> 1 ok {"content":"x"}']);
  });

  test.each([
    ['write', 'content', '"path":"/live/app/a"'],
    ['write', 'path', '"path":5,"content":"x"'],
    ['read', 'path', '"path":5'],
  ])('gets an error for a %s without its %s, and no file is emptied', async (what, name, params) => {
    const live = `< 0 fs/${what}_text_file {"sessionId":"now",${params}}\n${read(1, '"path":"/live/app/a"')}`;
    expect(await answersTo(READ, live)).toEqual({
      answers: [
        `> 0 error {"code":-32602,"message":"Invalid params: ${name} has to be a string"}`,
        '> 1 ok {"content":"one\\ntwo\\nthree\\n"}',
      ],
      notes: [],
    });
  });

  const RAN = `
    < 0 terminal/create {"sessionId":"then","command":"npm","args":["test"],"cwd":"/home/me/app"}
    > 0 ok {"terminalId":"term-1"}
    < 1 terminal/wait_for_exit {"sessionId":"then","terminalId":"term-1"}
    > 1 ok {"exitCode":1}
    < 2 terminal/output {"sessionId":"then","terminalId":"term-1"}
    > 2 ok {"output":"1 failed","truncated":false,"exitStatus":{"exitCode":1}}
    < 3 terminal/release {"sessionId":"then","terminalId":"term-1"}
    > 3 ok {}`;
  const run = (id: number, args: string) =>
    `< ${id} terminal/create {"sessionId":"now","command":"npm","args":${args},"cwd":"/live/app"}`;
  const terminal = (id: number, method: string) =>
    `< ${id} terminal/${method} {"sessionId":"now","terminalId":"term-1"}`;

  test('gets the recorded output of a command', async () => {
    const live = [run(4, '["test"]'), terminal(5, 'output'), terminal(6, 'wait_for_exit'), terminal(7, 'release')].join(
      '\n',
    );
    expect((await answersTo(RAN, live)).answers).toEqual([
      '> 4 ok {"terminalId":"term-1"}',
      '> 5 ok {"output":"1 failed","truncated":false,"exitStatus":{"exitCode":1}}',
      '> 6 ok {"exitCode":1}',
      '> 7 ok {}',
    ]);
  });

  test('runs no command that was not recorded', async () => {
    const { answers, notes } = await answersTo(RAN, run(0, '["publish"]'));
    expect(answers).toEqual([
      '> 0 error {"code":-32603,"message":"acptap drive: the recorded client never ran npm publish"}',
    ]);
    expect(notes).toEqual(['the recording has no command "npm publish": it was not run. With --workspace it would be']);
  });

  test('waits for a command’s end until it kills the command, if it was killed', async () => {
    const recorded = `
      < 0 terminal/create {"sessionId":"then","command":"sleep","args":["9"]}
      > 0 ok {"terminalId":"term-1"}
      < 1 terminal/kill {"sessionId":"then","terminalId":"term-1"}
      > 1 ok {}`;
    const live = `< 0 terminal/create {"sessionId":"now","command":"sleep","args":["9"]}
      ${terminal(1, 'wait_for_exit')}
      ${terminal(2, 'kill')}
      +1`;
    const { answers } = await answersTo(recorded, live);
    expect(answers.toSorted()).toEqual([
      '> 0 ok {"terminalId":"term-1"}',
      '> 1 ok {"exitCode":null,"signal":"SIGTERM"}',
      '> 2 ok {}',
    ]);
  });

  test('is served for real in a workspace', async () => {
    const workspace = (method: string) =>
      method === 'fs/read_text_file' ? Promise.resolve(result({ content: 'real' })) : undefined;
    expect((await answersTo(READ, `${read(0, '"path":"/live/app/a"')}\n+1`, { workspace })).answers).toEqual([
      '> 0 ok {"content":"real"}',
    ]);
  });

  test('gets the recorded answer for an extension method, and an error for an unknown one', async () => {
    const live = '< 8 _mine {"path":"/live/app/x"}\n< 9 _other';
    expect(await answersTo('< 0 _mine {"path":"/home/me/app/x"}\n> 0 ok {"seen":"/home/me/app/x"}', live)).toEqual({
      answers: ['> 8 ok {"seen":"/live/app/x"}', '> 9 error {"code":-32601,"message":"Method not found: _other"}'],
      notes: ['the recording has no answer to _other: the agent got the error that the method does not exist'],
    });
  });

  const ASKED = `
    < 0 elicitation/create {"sessionId":"then","mode":"form","message":"Title?","requestedSchema":{"type":"object"}}
    > 0 ok {"action":"accept","content":{"title":"A"}}`;

  test.each([
    ['Title?', 'recorded', '> 3 ok {"action":"accept","content":{"title":"A"}}'],
    ['Title?', 'reject', '> 3 ok {"action":"decline"}'],
    ['Password?', 'recorded', '> 3 ok {"action":"decline"}'],
  ] as const)('for a form with "%s" is answered with the policy %s as then', async (message, permissions, answer) => {
    const schema = message === 'Title?' ? '{"type":"object"}' : '{"type":"string"}';
    const live = `< 3 elicitation/create {"sessionId":"now","mode":"form","message":"${message}","requestedSchema":${schema}}`;
    expect((await answersTo(ASKED, live, { permissions })).answers).toEqual([answer]);
  });

  test('is not answered after it was withdrawn', async () => {
    const workspace = (method: string) => (method === '_slow' ? new Promise<never>(() => {}) : undefined);
    const { answers } = await answersTo('', '< "q" _slow\n< $/cancel_request {"requestId":"q"}', { workspace });
    expect(answers).toEqual(['> "q" error {"code":-32800,"message":"Request cancelled"}']);
  });
});
