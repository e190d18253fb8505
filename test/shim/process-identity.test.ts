import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { groupIsAlive, identify, isAlive, processStat, signalGroup } from '../../proxy/shim/process-identity.ts';
import { endAfterTest, kill, peer, processesWith, processOf, start, stdoutHas } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

/** A process that leads a group of its own, and what it has written. */
async function leader(words: readonly [string, ...string[]]) {
  const [file, ...args] = words;
  const child = spawn(file, args, { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
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
    expect([later, earlier, { pid: identity.pid, started: undefined }].map(groupIsAlive)).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('after the leader’s death when a member began after it', async () => {
    const { child, identity, line } = await leader(['/bin/sh', '-c', 'sleep 100 & echo $!']);
    if (child.exitCode === null) await once(child, 'exit');
    expect(isAlive(identity)).toBe(false);
    expect(isAlive(processOf(Number(line)))).toBe(true);
    expect(groupIsAlive(identity)).toBe(true);
    expect(groupIsAlive({ ...identity, started: String(Number(identity.started) + 10_000_000) })).toBe(false);
  });

  test('when its user is the one that is given', async () => {
    const { identity } = await leader(SLEEPER);
    const us = process.getuid?.() ?? 0;
    expect([us, us + 1].map((owner) => groupIsAlive({ ...identity, owner }))).toEqual([true, false]);
  });

  test('when it is not our own, and never where the pid means everybody', () => {
    const own = processOf(processStat(process.pid)?.group ?? 0);
    const all = [0, 1, -1, 1.5, Number.NaN, process.pid].map((pid) => ({ pid, started: '1' }));
    expect([own, ...all].map(groupIsAlive)).toEqual([own, ...all].map(() => false));
    expect([own, ...all].map((each) => signalGroup(each, 'SIGCONT'))).toEqual([own, ...all].map(() => false));
  });
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

  test('leaves a process alone that has the agent’s pid by then', async () => {
    const { identity } = await leader(SLEEPER);
    await guarded(identity.pid, '1');
    expect(isAlive(identity)).toBe(true);
  });
});

/** Starts its arguments as the leader of a group and hands on what it writes. */
const DETACHED = `const [file, ...args] = process.argv.slice(1);
require('node:child_process').spawn(file, args, { detached: true, stdio: 'inherit' });`;
