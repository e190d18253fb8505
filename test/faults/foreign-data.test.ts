import { chmodSync, chownSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SPOOL_FORMAT } from '../../proxy/shim/spool-format.ts';
import { sendEchoLines } from '../support/echo-conversation.ts';
import { isLong, someOf } from '../support/effort.ts';
import { spoolNames, temporaryFolder } from '../support/folders.ts';
import {
  acptap,
  answerOf,
  CLI,
  isGone,
  kill,
  peer,
  processesWith,
  processOf,
  start,
  startShim,
  stdoutHas,
  wrapped,
} from '../support/processes.ts';
import { list, rawBytes } from '../support/recorded.ts';

const LINES = 5;

/** Two users without any rights: ids without a name. */
const ALICE = 54_321;
const MALLORY = 54_322;

const as = (uid: number, words: readonly string[]): [string, ...string[]] => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${uid}`,
  '--clear-groups',
  '--',
  ...words,
];

/** Creates a data folder that Alice owns, in a folder open to all users. */
function homeOf(uid: number): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, uid, uid);
  return home;
}

/** Whether commands can run as another user: needs root, and a built program that others can read. */
const canSwitch =
  process.getuid?.() === 0 &&
  (await answerOf(start(as(ALICE, [process.execPath, CLI, '--version']), { lastly: () => {} }))).code === 0;

const NOT_ROOT = 'NOT TESTED: running as other users needs root, setpriv, and a build that others may read';

const asAlice = (home: string, ...words: readonly string[]) =>
  answerOf(start(as(ALICE, [process.execPath, CLI, ...words]), { home }));

const header = (more: object) =>
  `${JSON.stringify({
    'acptap-spool': SPOOL_FORMAT,
    id: 'planted',
    command: ['agent'],
    cwd: '/',
    startedAt: 1,
    acptap: '',
    node: '',
    shim: { pid: 2 ** 22 + 1, started: 'long ago' },
    ...more,
  })}\n`;

/** The line of `run`: the recording is made, but cannot be read. */
const refusedDatabase = (home: string, why: string) =>
  `acptap: ${join(home, 'acptap.db')} ${why}: move it away; until then recordings wait in ${join(home, 'spool')}, and no command can show them\n`;

/** A data folder of Alice in which one part belongs to Mallory. */
async function homeWithForeign(name: '' | 'spool' | 'acptap.db') {
  const home = homeOf(ALICE);
  await asAlice(home, 'list');
  mkdirSync(join(home, 'spool'), { recursive: true });
  chownSync(join(home, 'spool'), ALICE, ALICE);
  const foreign = join(home, name);
  chownSync(foreign, MALLORY, MALLORY);
  chmodSync(foreign, 0o777);
  return { home, foreign };
}

/** The bytes that a client gets through `run` as Alice, and the output of `run`. */
async function runAsAlice(home: string) {
  const shim = start(as(ALICE, wrapped(peer('echo'))), { home });
  const said = await sendEchoLines(shim, LINES);
  shim.child.stdin.end();
  const { code } = await shim.closed;
  return { said, code, isWhole: shim.stdout().equals(said), stderr: shim.stderr() };
}

const folders = [
  ['the data folder', ''],
  ['the spool folder', 'spool'],
] as const;

test.for(someOf([...folders, ['the database', 'acptap.db']] as const, 3))(
  '%s of another user is refused, and commands name the owner',
  async ([, name], { skip }) => {
    skip(!canSwitch, NOT_ROOT);
    const { home, foreign } = await homeWithForeign(name);
    const { code, stdout, stderr } = await asAlice(home, 'list');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      `acptap: ${foreign} belongs to another user (uid ${MALLORY}): move it away, or set ACPTAP_HOME to another folder\n`,
    );
  },
);

test.for(someOf(folders, 2, 1))(
  'with %s of another user, the agent runs unrecorded with one line on stderr',
  async ([, name], { skip }) => {
    skip(!canSwitch, NOT_ROOT);
    const { home } = await homeWithForeign(name);
    const { code, isWhole, stderr } = await runAsAlice(home);
    expect([code, isWhole]).toEqual([0, true]);
    expect(stderr).toMatch(/^acptap: not recording for now, [^\n]*belongs to another user \(uid 54322\)[^\n]*\n$/);
    expect(spoolNames(home)).toEqual([]);
  },
);

// In the gate the agent runs on beside a database that is not a file.
test.runIf(isLong)(
  'with the database of another user, the agent runs on with one line on stderr, and is recorded',
  async ({ skip }) => {
    skip(!canSwitch, NOT_ROOT);
    const { home, foreign } = await homeWithForeign('acptap.db');
    const { said, code, isWhole, stderr } = await runAsAlice(home);
    expect([code, isWhole]).toEqual([0, true]);
    expect(stderr).toBe(refusedDatabase(home, `belongs to another user (uid ${MALLORY})`));
    rmSync(foreign);
    expect((await asAlice(home, 'show', 'latest', '--raw', '--from', 'agent')).bytes.equals(said)).toBe(true);
  },
);

describe.skipIf(process.platform === 'win32')('a database that is', () => {
  const PLANTED: readonly [string, (path: string) => unknown][] = [
    ['not a file', (path) => start(['mkfifo', path]).closed],
    ['a symbolic link', (path) => symlinkSync(join(temporaryFolder(), 'elsewhere.db'), path)],
  ];

  test.each(someOf(PLANTED, 2))(
    '%s is refused: the agent runs on with one line on stderr, and is recorded',
    async (what, plant) => {
      const home = temporaryFolder();
      await plant(join(home, 'acptap.db'));
      const shim = startShim(peer('echo'), { home });
      const said = await sendEchoLines(shim, LINES);
      shim.child.stdin.end();
      expect(await shim.closed).toEqual({ code: 0, signal: null });
      expect([shim.stdout().equals(said), shim.stderr()]).toEqual([true, refusedDatabase(home, `is ${what}`)]);
      rmSync(join(home, 'acptap.db'));
      expect((await rawBytes(home, 'agent')).equals(said)).toBe(true);
    },
  );
});

test.each(someOf([0o777, 0o755], 2))(
  'a folder of ours with mode %o is closed to other users, with one line on stderr',
  async (mode) => {
    const home = temporaryFolder();
    const line = `acptap: other users of this machine had access to ${home}: their permissions were removed\n`;
    await list(home);
    chmodSync(home, mode);
    chmodSync(join(home, 'acptap.db'), 0o666);
    expect(await acptap(home, 'list')).toMatchObject({ code: 0, stderr: line });
    expect([home, join(home, 'acptap.db')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
    mkdirSync(join(home, 'spool'), { recursive: true });
    for (const path of [home, join(home, 'spool')]) chmodSync(path, mode);
    const shim = startShim(peer('echo'), { home });
    await sendEchoLines(shim, LINES);
    expect([home, join(home, 'spool')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
    expect(shim.stderr()).toBe(line);
  },
);

// In the gate test/shim/own-data.test.ts lets root use what others own.
test.runIf(isLong)('root may read what another user has recorded', async ({ skip }) => {
  skip(!canSwitch, NOT_ROOT);
  const home = homeOf(ALICE);
  await asAlice(home, 'list');
  expect(await list(home)).toEqual([]);
});

/** Starts a process as Alice. Other users can see its pid. */
async function processOfAlice() {
  const running = start(as(ALICE, ['setsid', '/bin/sh', '-c', 'echo $$; exec sleep 100']));
  await stdoutHas(running, '\n');
  const pid = Number.parseInt(running.stdout().toString(), 10);
  onTestFinished(() => kill(pid, 'SIGKILL'));
  return processOf(pid);
}

test('a spool planted by another user is refused, and the process it names lives on', async ({ skip }) => {
  skip(!canSwitch, NOT_ROOT);
  const home = homeOf(ALICE);
  const agent = await processOfAlice();
  const path = join(home, 'spool', 'planted.spool');
  mkdirSync(join(home, 'spool'));
  writeFileSync(path, header({ agent }), { mode: 0o644 });
  chownSync(join(home, 'spool'), ALICE, ALICE);
  chownSync(path, MALLORY, MALLORY);
  const { code, stderr } = await asAlice(home, 'list');
  expect(code).toBe(0);
  expect(stderr).toContain(`${path} belongs to another user (uid ${MALLORY})`);
  expect(isGone(agent)).toBe(false);
  expect(spoolNames(home)).toEqual(['planted.spool']);

  // Root may read files of others, but ends no process for them.
  const own = start(['setsid', '/bin/sh', '-c', 'echo $$; exec sleep 100']);
  await stdoutHas(own, '\n');
  const ofRoot = processOf(Number.parseInt(own.stdout().toString(), 10));
  writeFileSync(path, header({ id: 'planted2', agent: ofRoot }));
  await list(home);
  await expect.poll(() => processesWith(join(home, 'acptap.db'))).toEqual([]); // a recorder would end the process
  expect([agent, ofRoot].map(isGone)).toEqual([false, false]);
});

describe.skipIf(process.platform === 'win32')('a planted file in the spool folder is not opened:', () => {
  async function listed(home: string) {
    const { code, stderr } = await acptap(home, 'list');
    expect(code).toBe(0);
    return stderr;
  }

  function homeWithSpools(): string {
    const home = temporaryFolder();
    mkdirSync(join(home, 'spool'), { mode: 0o700 });
    return home;
  }

  test('a FIFO', async () => {
    const home = homeWithSpools();
    await start(['mkfifo', join(home, 'spool', 'x.spool'), join(home, 'watched')]).closed;
    expect(await listed(home)).toContain('x.spool is not a file');
  });

  test('a link to a file elsewhere', async () => {
    const home = homeWithSpools();
    const elsewhere = join(temporaryFolder(), 'elsewhere.spool');
    writeFileSync(elsewhere, header({}));
    symlinkSync(elsewhere, join(home, 'spool', 'x.spool'));
    expect(await listed(home)).toContain('x.spool is a symbolic link');
    expect(await list(home)).toEqual([]);
  });

  test.each([0, 1, -1, 2 ** 31, 2 ** 53, 1e300, '7', null])('a spool whose agent has the pid %j', async (pid) => {
    const home = homeWithSpools();
    writeFileSync(join(home, 'spool', 'x.spool'), header({ agent: { pid, started: '1' } }));
    expect(await listed(home)).toContain('has no usable agent');
  });

  test.each<[object, string]>([
    [{ agent: { pid: 7, started: 7 } }, 'agent'],
    [{ agent: { pid: 7, started: ['x'] } }, 'agent'],
    [{ agent: { pid: 7, started: '1', where: {} } }, 'agent'],
    [{ agent: 'agent' }, 'agent'],
    [{ shim: { pid: 7, started: null } }, 'shim'],
    [{ node: 24 }, 'node'],
    [{ acptap: [] }, 'acptap'],
  ])('a spool with members of a wrong type: %j', async (more, member) => {
    const home = homeWithSpools();
    writeFileSync(join(home, 'spool', 'x.spool'), header(more));
    expect(await listed(home)).toContain(`has no usable ${member}`);
  });

  test('a spool that names a process without its start time: the process lives on, and one line on stderr reports it', async () => {
    const home = homeWithSpools();
    const running = start(['setsid', '/bin/sh', '-c', 'echo $$; exec sleep 100']);
    await stdoutHas(running, '\n');
    const agent = processOf(Number.parseInt(running.stdout().toString(), 10));
    onTestFinished(() => kill(agent.pid, 'SIGKILL'));
    writeFileSync(join(home, 'spool', 'x.spool'), header({ agent: { pid: agent.pid } }));
    expect(await listed(home)).toBe(`acptap: cannot tell whether process ${agent.pid} is ours; end it yourself\n`);
    expect(await listed(home)).toBe('');
    await expect.poll(() => processesWith(join(home, 'acptap.db'))).toEqual([]);
    expect(isGone(agent)).toBe(false);
  });

  test.each(['acptap.db', 'spool'])('a link in place of %s', async (name) => {
    const home = temporaryFolder();
    symlinkSync(temporaryFolder(), join(home, name));
    const { code, stderr } = await acptap(home, 'list');
    expect(code).toBe(2);
    expect(stderr).toContain(`${join(home, name)} is a symbolic link: move it away`);
  });
});
