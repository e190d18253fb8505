import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  groupIsAlive,
  identify,
  isAlive,
  isUnknown,
  signalGroup,
  type ProcessIdentity,
} from '../../proxy/shim/process-identity.ts';
import { processStat, psTable } from '../../proxy/shim/process-table.ts';
import { someOf } from '../support/effort.ts';
import { endAfterTest, kill, peer, processesWith, processOf, start, stdoutHas } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

/** A process that leads a group of its own, and its output. */
async function leader(words: readonly [string, ...string[]]) {
  const [file, ...args] = words;
  const child = spawn(file, args, { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  const pid = child.pid ?? 0;
  onTestFinished(() => kill(-pid, 'SIGKILL'));
  const identity = identify(pid);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, identity, line: line.toString() };
}

const SLEEPER = ['/bin/sh', '-c', 'echo ready; exec sleep 100'] as const;

describe.skipIf(process.platform !== 'linux')('a process group is ended only', () => {
  test('when its leader is the process that was meant', async () => {
    const { identity } = await leader(SLEEPER);
    expect(groupIsAlive(identity)).toBe(true);
    const later = { ...identity, started: String(Number(identity.started) + 1) };
    const earlier = { ...identity, started: '1' }; // of this pid in former times
    const unknown = { pid: identity.pid, started: undefined };
    expect([later, earlier, unknown].map((each) => groupIsAlive(each))).toEqual([false, false, false]);
  });

  test('after the leader’s death when a member began after it', async () => {
    const { child, identity, line } = await leader(['/bin/sh', '-c', 'sleep 100 & echo $!']);
    if (child.exitCode === null) await once(child, 'exit');
    expect(isAlive(identity)).toBe(false);
    expect(isAlive(processOf(Number(line)))).toBe(true);
    expect(groupIsAlive(identity)).toBe(true);
    expect(groupIsAlive({ ...identity, started: String(Number(identity.started) + 10_000_000) })).toBe(false);
  });

  test('when its user is the given one', async () => {
    const { identity } = await leader(SLEEPER);
    const us = process.getuid?.() ?? 0;
    expect([us, us + 1].map((owner) => groupIsAlive({ ...identity, owner }))).toEqual([true, false]);
  });

  test('when it is not our own, and never where the pid means everybody', () => {
    const own = processOf(processStat(process.pid)?.group ?? 0);
    const all = [0, 1, -1, 1.5, Number.NaN, process.pid].map((pid) => ({ pid, started: '1' }));
    expect([own, ...all].map((each) => groupIsAlive(each))).toEqual([own, ...all].map(() => false));
    expect([own, ...all].map((each) => signalGroup(each, 'SIGCONT'))).toEqual([own, ...all].map(() => false));
  });
});

/** macOS has no /proc; the same ps is on Linux. */
describe.skipIf(process.platform === 'win32')('where only ps tells about processes, a group is ended only', () => {
  const later = (started: string | undefined) => new Date(Date.parse(`${started} UTC`) + 86_400_000).toUTCString();
  /** `Tue, 24 Nov 2026 04:01:07 GMT` as ps writes it. */
  const asPs = (date: string) => date.replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/, '$1 $3 $2 $5 $4');

  test('when its leader is the process that was meant, and of the user that is given', async () => {
    const { identity } = await leader(SLEEPER);
    const shown = { pid: identity.pid, started: psTable.startOf(identity.pid) };
    const us = process.getuid?.() ?? 0;
    const ask = (each: ProcessIdentity) => groupIsAlive(each, psTable);
    expect(ask(shown)).toBe(true);
    expect([us, us + 1].map((owner) => ask({ ...shown, owner }))).toEqual([true, false]);
    expect([undefined, 'nonsense', asPs(later(shown.started))].map((started) => ask({ ...shown, started }))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('after the leader’s death when a member began after it', async () => {
    const { child, identity } = await leader(['/bin/sh', '-c', 'sleep 100 & echo $!; read line']);
    const started = psTable.startOf(identity.pid);
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
    const pid = identity.pid;
    expect(groupIsAlive({ pid, started }, psTable)).toBe(true);
    expect(groupIsAlive({ pid, started: asPs(later(started)) }, psTable)).toBe(false);
  });
});

test.skipIf(process.platform === 'win32')(
  'on a system without /proc only a living process with its start runs',
  async () => {
    const { identity, child } = await leader(SLEEPER);
    const { pid, started } = identity;
    const platform = process.platform;
    const asked = (...all: readonly ProcessIdentity[]) => {
      Object.defineProperty(process, 'platform', { value: 'darwin' });
      try {
        return all.map((each) => isAlive(each));
      } finally {
        Object.defineProperty(process, 'platform', { value: platform });
      }
    };
    expect(asked({ pid, started }, { pid, started: undefined }, { pid, started: 'another' })).toEqual([
      true,
      true,
      false,
    ]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(asked({ pid, started }, { pid, started: undefined })).toEqual([false, false]);
  },
);

test('a process whose start or owner is unknown may be anybody’s', async () => {
  const { identity } = await leader(SLEEPER);
  const known = { ...identity, started: identity.started ?? 'known', owner: 1 };
  const gone = { pid: 2 ** 22 + 1, started: undefined };
  expect(
    [known, { ...known, started: undefined }, { ...known, owner: undefined }, gone].map((each) => isUnknown(each)),
  ).toEqual([false, true, true, false]);
});

const WARDEN = fileURLToPath(new URL('../../proxy/shim/start-warden.ts', import.meta.url));

describe.skipIf(process.platform !== 'linux')('after kill -9 of the shim the shell that is its warden', () => {
  /** Resolves when the shell has ended, which waits for the group of `pid` on behalf of a process that ends without a word. */
  async function guarded(pid: number, started: string | undefined): Promise<void> {
    const agent = JSON.stringify({ pid, started });
    const script = `import { startWarden } from ${JSON.stringify(WARDEN)}; startWarden(${agent}); process.kill(process.pid, 'SIGKILL')`;
    await start([process.execPath, '--input-type=module-typescript', '-e', script]).closed;
    await waitFor('the end of the shell', () => processesWith(`acptap-warden\0${pid}\0`).length === 0);
  }

  test('ends the agent’s group', async () => {
    const stubborn = start([process.execPath, '-e', DETACHED, ...peer('stubborn')]);
    await stdoutHas(stubborn, '\n');
    const agent = processOf(Number.parseInt(stubborn.stdout().toString(), 10));
    endAfterTest(agent);
    await guarded(agent.pid, agent.started);
    await expect.poll(() => isAlive(agent), { timeout: 20_000 }).toBe(false);
  });

  test('ends a group whose leader has ended, and which only ps tells about', async () => {
    for (const isPs of someOf([true, false], 2)) {
      const { child, identity, line } = await leader(['/bin/sh', '-c', 'sleep 100 & echo $!; read line']);
      const started = isPs ? psTable.startOf(identity.pid) : identity.started;
      const member = processOf(Number(line));
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
      await guarded(identity.pid, started);
      await expect.poll(() => isAlive(member), { timeout: 20_000 }).toBe(false);
    }
  });

  test.each(someOf(['1', '', 'Mon Jan  1 00:00:00 1990'], 3))(
    'leaves a process alone that has the agent’s pid by then, with the start %j',
    async (started) => {
      const { identity } = await leader(SLEEPER);
      await guarded(identity.pid, started);
      expect(isAlive(identity)).toBe(true);
    },
  );

  test.each(someOf(['9'.repeat(15), 'Fri Jan  1 00:00:00 2100'], 2))(
    'leaves a group without its leader alone that began before the agent (%s)',
    async (started) => {
      const { child, identity, line } = await leader(['/bin/sh', '-c', 'sleep 100 & echo $!']);
      if (child.exitCode === null) await once(child, 'exit');
      await guarded(identity.pid, started);
      expect(isAlive(processOf(Number(line)))).toBe(true);
    },
  );
});

/** Starts its arguments as the leader of a group and forwards its output. */
const DETACHED = `const [file, ...args] = process.argv.slice(1);
require('node:child_process').spawn(file, args, { detached: true, stdio: 'inherit' });`;

test('an ended process whose parent did not wait for it does not run', async ({ skip }) => {
  skip(process.platform !== 'linux', 'NOT TESTED: zombies are recognized on Linux only');
  const parent = start(['sh', '-c', 'sleep 300 & echo $!; exec sleep 301']); // never waits for its child
  const pid = Number(await waitFor('the pid', () => /^(\d+)\n/.exec(parent.stdout().toString())?.[1]));
  await waitFor('the end of the shell', () => readFileSync(`/proc/${parent.pid}/cmdline`, 'utf8').startsWith('sleep'));
  kill(pid, 'SIGKILL');
  await waitFor('the zombie', () => processStat(pid)?.state === 'Z');
  expect(isAlive(identify(pid))).toBe(false);
});

test('a process of another machine or container counts as running, one of an earlier boot does not', ({ skip }) => {
  skip(process.platform !== 'linux', 'NOT TESTED: machine and container are known on Linux only');
  const { started, where = '' } = identify(process.pid);
  const [host, boot, container] = where.split(' ');
  const runs = (...words: readonly unknown[]) => isAlive({ pid: 2 ** 22 + 1, started, where: words.join(' ') });
  expect([runs('other', boot, container), runs('other', 'later', container)]).toEqual([true, true]);
  expect([runs(host, boot, 'pid:[1]'), runs(host, 'earlier', container)]).toEqual([true, false]);
  expect(runs(host, boot, container)).toBe(false);
});
