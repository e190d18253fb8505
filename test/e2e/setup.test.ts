import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { someOf } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, answerOf, CLI, peer, start, stdoutHas } from '../support/processes.ts';
import { list } from '../support/recorded.ts';

const FILES = {
  zed: '.config/zed/settings.json',
  jetbrains: '.jetbrains/acp.json',
  code: '.config/Code/User/settings.json',
};

/** A person's home folder with settings. `setup` runs the command there, without a terminal. */
function person(settings: Readonly<Partial<Record<keyof typeof FILES, string>>>) {
  const home = temporaryFolder();
  const path = (name: keyof typeof FILES) => join(home, FILES[name]);
  for (const [name, text] of Object.entries(settings)) {
    const file = path(name as keyof typeof FILES);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const env = { HOME: home, XDG_CONFIG_HOME: '', XDG_DATA_HOME: '' };
  const data = join(home, 'data');
  return {
    path,
    data,
    env,
    textOf: (name: keyof typeof FILES) => readFileSync(path(name), 'utf8'),
    setup: (...words: readonly string[]) => acptap({ home: data, env }, 'setup', ...words),
  };
}

const [program, args] = ['env', peer('echo')] as const;
const ZED = `// mine\n${JSON.stringify({ agent_servers: { Echo: { command: program, args }, claude: { type: 'registry' } } }, undefined, 2)}\n`;

test('a wrapped agent is recorded when the editor starts it, and undo restores the settings byte for byte', async () => {
  const { setup, textOf, path, data } = person({ zed: ZED });
  const wrapped = await setup('zed', '--agent', 'Echo', '--yes');
  expect(wrapped).toMatchObject({ code: 0, stderr: '' });
  expect(wrapped.stdout).toContain(`-       "command": ${JSON.stringify(program)},`);
  expect(wrapped.stdout).toContain('Take it back: acptap setup zed --undo --agent Echo');
  const { command, args: words } = JSON.parse(textOf('zed').replace('// mine', '')).agent_servers.Echo;
  const agent = start([command, ...words], { home: data, env: { PATH: '/usr/bin:/bin' } });
  agent.child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"x"}\n');
  await answerOf(agent);
  expect(await list(data)).toMatchObject([{ command: [program, ...args] }]);
  expect(await setup('zed', '--agent', 'Echo', '--yes')).toMatchObject({
    code: 0,
    stderr: `acptap: Echo is wrapped already in ${path('zed')}: nothing to do\n`,
  });
  expect(await setup('zed', '--undo', '--yes')).toMatchObject({ code: 0, stderr: '' });
  expect([textOf('zed'), readdirSync(dirname(path('zed')))]).toEqual([ZED, ['settings.json']]);
  expect((await setup('zed', '--undo', '--yes')).code).toBe(1);
});

test('without a terminal and without --yes the difference is printed and nothing is written', async () => {
  const { setup, textOf, path } = person({ zed: ZED });
  const { code, stdout, stderr } = await setup('zed', '--agent', 'Echo', '--copy');
  expect([code, stderr]).toEqual([
    2,
    'acptap: nothing was changed, because there is no terminal to ask on: add --yes\n',
  ]);
  expect(stdout).toContain('+     "Echo (acptap)": {');
  expect([textOf('zed'), readdirSync(dirname(path('zed')))]).toEqual([ZED, ['settings.json']]);
});

test('setup lists editors, agents and their state', async () => {
  const { setup, path } = person({ zed: ZED, jetbrains: '{}', code: '{"editor.fontSize": 1}' });
  const { code, stdout } = await setup();
  expect(code).toBe(0);
  expect(stdout).toContain(
    `Zed  ${path('zed')}\n  Echo    not wrapped        ${program} ${args.join(' ')}\n  claude  cannot be wrapped\n`,
  );
  expect(stdout).not.toContain('VS Code');
  const agents = [
    { name: 'Echo', state: 'not wrapped', command: [program, ...args], problem: null },
    { name: 'claude', state: 'cannot be wrapped', command: null, problem: null },
  ];
  expect(JSON.parse((await setup('--json')).stdout)).toEqual([
    { editor: 'zed', files: [{ path: path('zed'), problem: null, agents }] },
    { editor: 'jetbrains', files: [{ path: path('jetbrains'), problem: null, agents: [] }] },
  ]);
});

test('a broken file is left alone', async () => {
  const broken = '{\n  "agent_servers": {\n    "Echo": {"command" "x"}\n  }\n}\n';
  const { setup, textOf, path } = person({ zed: broken });
  const problem = `${path('zed')}:3:24: colon expected: correct it in the editor; acptap does not change a file that it cannot read`;
  expect(await setup('zed', '--agent', 'Echo', '--yes')).toMatchObject({ code: 2, stderr: `acptap: ${problem}\n` });
  expect((await setup('zed', '--undo', '--yes')).code).toBe(1); // it was never wrapped
  expect(await setup()).toMatchObject({ code: 2, stdout: expect.stringContaining(problem) as string });
  expect([textOf('zed'), readdirSync(dirname(path('zed')))]).toEqual([broken, ['settings.json']]);
});

test('a file that broke after wrapping is left alone by undo, which works again when it is corrected', async () => {
  const { setup, textOf, path } = person({ zed: ZED });
  await setup('zed', '--agent', 'Echo', '--yes');
  const wrapped = textOf('zed');
  const broken = `${wrapped}}`;
  writeFileSync(path('zed'), broken);
  expect(await setup('zed', '--undo', '--yes')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('end of file expected') as string,
  });
  expect(textOf('zed')).toBe(broken);
  writeFileSync(path('zed'), wrapped);
  expect((await setup('zed', '--undo', '--yes')).code).toBe(0);
  expect(textOf('zed')).toBe(ZED);
});

test('an agent that the editor installs by itself is named, with the entry that would do', async () => {
  const { setup, textOf } = person({ zed: ZED });
  const { code, stdout, stderr } = await setup('zed', '--agent', 'claude', '--yes');
  expect([code, textOf('zed')]).toEqual([1, ZED]);
  expect(stderr).toContain('claude cannot be wrapped: its entry');
  expect(JSON.parse(`{${stdout}}`)).toMatchObject({ 'Claude (acptap)': { type: 'custom' } });
});

test('one of several files is chosen with --file', async () => {
  const { setup, path, textOf } = person({ jetbrains: ZED, zed: ZED });
  expect((await setup('zed', '--agent', 'Echo', '--file', path('jetbrains'), '--yes')).code).toBe(0);
  expect([textOf('zed') === ZED, textOf('jetbrains') === ZED]).toEqual([true, false]);
});

const ANSWERS = [
  ['y', true],
  ['n', false],
] as const;

// In the gate test/cli/ask-yes-or-no.test.ts has the other answers.
test.for(someOf(ANSWERS, 2))(
  'on a terminal the answer %j to the question decides',
  async ([answer, isWritten], { skip }) => {
    const { code: missing } = await start(['bash', '-c', 'command -v script']).closed;
    skip(missing !== 0, 'NOT TESTED: there is no program `script` to make a terminal with');
    const { path, textOf, data, env } = person({ zed: ZED });
    const command = `'${process.execPath}' '${CLI}' setup zed --agent Echo`;
    const terminal = start(['script', '-qec', command, '/dev/null'], { home: data, env });
    await stdoutHas(terminal, 'Write this? [y/N]');
    terminal.child.stdin.write(`${answer}\n`);
    expect((await terminal.exited).code).toBe(isWritten ? 0 : 1);
    expect([textOf('zed') !== ZED, readdirSync(dirname(path('zed'))).length]).toEqual([isWritten, isWritten ? 3 : 1]);
  },
);
