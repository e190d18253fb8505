import { homedir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../proxy/shim/data-folder.ts';
import { canReadRecordings } from '../../proxy/shim/reader-node.ts';
import { resolveCommand } from '../../proxy/shim/resolve-command.ts';
import { parseRunArguments, takesPart } from '../../proxy/shim/run-arguments.ts';

const AGENT = {
  name: undefined,
  record: true,
  faults: [],
  scripts: [],
  seed: undefined,
  interactive: false,
  breaks: [],
  holdTimeout: undefined,
  onTimeout: 'pass',
  holdAlone: false,
  command: ['agent'],
};

describe('the words after run', () => {
  test.each([
    ['agent', {}],
    ['-- agent', {}],
    ['-- --agent -x --', { command: ['--agent', '-x', '--'] }],
    ['agent --name=x -- --help', { command: ['agent', '--name=x', '--', '--help'] }],
    ['--name=x --no-record -- agent', { name: 'x', record: false }],
    ['--name x --name= -- agent', { name: '' }],
    ['--fault drop --fault=bom --seed 7 agent', { faults: ['drop', 'bom'], seed: 7 }],
    ['--script a.js --script=b.js -- agent', { scripts: ['a.js', 'b.js'] }],
    ['--interactive --hold-alone agent', { interactive: true, holdAlone: true }],
    ['--break a --break=b=c --hold-timeout 9s agent', { breaks: ['a', 'b=c'], interactive: true, holdTimeout: '9s' }],
    ['--on-timeout refuse --interactive agent', { onTimeout: 'refuse', interactive: true }],
    ['--on-timeout pass agent', {}],
    ['x--name', { command: ['x--name'] }],
    ['--fault= --name=-- agent', { faults: [''], name: '--' }],
  ])('%s', (line, expected) => {
    expect(parseRunArguments(line.split(' '))).toEqual({ ...AGENT, ...expected });
  });

  test.each([
    ['', /^no agent command/],
    ['--', /^no agent command/],
    ['--no-record', /^no agent command/],
    ['--nam x agent', /^unknown option --nam; put -- before/],
    ['-x agent', /^unknown option -x;/],
    ['--name', /^--name needs a value: acptap run --name NAME -- COMMAND$/],
    ['--script -- agent', /--script FILE -- COMMAND$/],
    ['--seed 7 agent', /^--seed repeats the choices of faults/],
    ['--seed x7 --fault drop agent', /^--seed x7 is not a whole number/],
    ['--seed 7x --fault drop agent', /^--seed 7x is not a whole number/],
    ['--on-timeout drop agent', /^--on-timeout drop: give pass or refuse/],
    ['--on-timeout refuse agent', /^--hold-timeout, --on-timeout and --hold-alone are for frames that are held/],
    ['--hold-alone agent', /are for frames that are held/],
    ['--hold-timeout 9s agent', /are for frames that are held/],
  ])('%s: a mistake', (line, error) => {
    expect(parseRunArguments(line.split(' '))).toEqual({ error: expect.stringMatching(error) as string });
  });

  test('--help and -h before the command ask for help', () => {
    expect(
      ['--help', '--name x -h', '-- agent -h', 'agent --help'].map(
        (line) => parseRunArguments(line.split(' ')) === 'help',
      ),
    ).toEqual([true, true, false, false]);
  });

  test('faults, scripts and --interactive each take part', () => {
    const none = { ...AGENT, onTimeout: 'pass', command: ['agent'] } as const;
    expect(
      [{}, { faults: ['drop'] }, { scripts: ['a.js'] }, { interactive: true }].map((more) =>
        takesPart({ ...none, ...more }),
      ),
    ).toEqual([false, true, true, true]);
  });
});

describe('a command on Windows', () => {
  const env = { Path: String.raw`C:\node;;D:\npm`, PATHEXT: '.EXE;.CMD', ComSpec: 'cmd!' };
  const on = (files: readonly string[], command: readonly [string, ...string[]], given: NodeJS.ProcessEnv = env) => {
    const { file, args, verbatim } = resolveCommand(command, 'win32', given, (path) => files.includes(path));
    return [file, ...args, ...(verbatim ? ['verbatim'] : [])];
  };
  const CMD = ['cmd!', '/d', '/s', '/c'];

  test.each([
    [
      'is found in the folders of PATH, in order',
      [String.raw`C:\node\a.exe`, String.raw`D:\npm\a.exe`],
      ['a', 'x'],
      [String.raw`C:\node\a.exe`, 'x'],
    ],
    [
      'keeps its own extension',
      [String.raw`C:\node\a.js.exe`, String.raw`D:\npm\a.js`],
      ['a.js'],
      [String.raw`C:\node\a.js.exe`],
    ],
    ['needs one where it has none', [String.raw`C:\node\a`], ['a'], ['a']],
    [
      'is found by its path alone',
      [String.raw`bin\a.exe`, String.raw`C:\node\bin\a.exe`],
      [String.raw`bin\a`],
      [String.raw`bin\a.exe`],
    ],
    ['is found by a path with slashes', ['bin/a.cmd'], ['bin/a'], [...CMD, String.raw`"bin\a.cmd"`, 'verbatim']],
    [
      'of a .cmd file is run by cmd.exe',
      [String.raw`D:\npm\a.cmd`],
      ['a', 'x y', String.raw`"q\"`],
      [...CMD, String.raw`"D:\npm\a.cmd ^^^"x^^^ y^^^" ^^^"\^^^"q\\\^^^"^^^""`, 'verbatim'],
    ],
    ['that is not found stays as it is', [], ['a', 'x'], ['a', 'x']],
  ] as const)('%s', (_name, files, command, expected) => {
    expect(on(files, command)).toEqual(expected);
  });

  test('is looked for by PATH, the usual extensions and cmd.exe where others are not set', () => {
    expect(on([String.raw`C:\a.bat`], ['a'], { PATH: 'C:\\' })).toEqual([
      'cmd.exe',
      '/d',
      '/s',
      '/c',
      String.raw`"C:\a.bat"`,
      'verbatim',
    ]);
    expect(on([String.raw`C:\a.bat`], ['a'], { PATH: 'C:\\', comspec: 'c!' })[0]).toBe('c!');
    expect(on(['a.exe'], ['a'], {})).toEqual(['a']);
  });

  test('is unchanged on other systems', () => {
    expect(resolveCommand(['a.cmd', 'x y'], 'linux', env, () => true)).toEqual({
      file: 'a.cmd',
      args: ['x y'],
      verbatim: false,
    });
  });
});

test('the data folder is that of ACPTAP_HOME, or of the system', () => {
  const rootOf = (env: NodeJS.ProcessEnv, platform: string) => dataFolder(env, platform).root.replace(homedir(), '~');
  expect(dataFolder({ ACPTAP_HOME: '/data' }, 'linux')).toEqual({
    root: '/data',
    database: '/data/acptap.db',
    spool: '/data/spool',
    watched: '/data/watched',
  });
  expect(rootOf({ XDG_DATA_HOME: '/share', ACPTAP_HOME: '' }, 'linux')).toBe('/share/acptap');
  expect(rootOf({ XDG_DATA_HOME: '' }, 'linux')).toBe('~/.local/share/acptap');
  expect(rootOf({ XDG_DATA_HOME: '/share' }, 'darwin')).toBe('~/Library/Application Support/acptap');
  expect(rootOf({ LOCALAPPDATA: '/local' }, 'win32')).toBe('/local/acptap');
  expect(rootOf({}, 'win32')).toBe('~/AppData/Local/acptap');
});

test('recordings are read by Node 22.14 and later', () => {
  const versions = ['20.20.0', '22.13.9', '22.14.0', '22.15.1', '23.0.0', '24'];
  expect(versions.map((version) => canReadRecordings(version))).toEqual([false, false, true, true, true, true]);
});
