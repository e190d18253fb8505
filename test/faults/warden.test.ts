import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { groupIsAlive } from '../../proxy/shim/process-identity.ts';
import { isLong, someOf } from '../support/effort.ts';
import { spoolNames, temporaryFolder } from '../support/folders.ts';
import {
  agentOf,
  endAfterTest,
  isGone,
  kill,
  peer,
  processesWith,
  processOf,
  recorderOf,
  start,
  startShim,
  stdoutHas,
  wrapped,
  type Running,
} from '../support/processes.ts';
import { list } from '../support/recorded.ts';
import { waitFor } from '../support/wait-for.ts';

/** The pids of an agent that ignores everything it can, and of its grandchild, as the agent wrote them. */
async function stubbornPids(client: Running) {
  const pids = await waitFor('the agent’s pids', () => /^(\d+) (\d+)\n/m.exec(client.stdout().toString()));
  const processes = pids.slice(1).map((pid) => processOf(Number(pid)));
  processes.forEach(endAfterTest);
  return processes;
}

describe('no agent is left behind that ignores the end of stdin, TERM and a broken pipe:', () => {
  test('its whole process group ends after kill -9 of the shim', async () => {
    const home = temporaryFolder();
    const shim = startShim(peer('stubborn', 'grandchild'), { home });
    const group = await stubbornPids(shim);
    await recorderOf(shim);
    expect(group.map(isGone)).toEqual([false, false]);
    shim.child.kill('SIGKILL');
    await waitFor('the end of agent and grandchild', () => group.every(isGone));
    expect(await list(home)).toMatchObject([{ state: 'interrupted' }]);
    await waitFor('an empty spool folder', () => spoolNames(home).length === 0);
  });

  test('its grandchild ends when a signal came and the agent ended in its own way', async () => {
    const agent = 'trap "exit 9" TERM; sleep 300 < /dev/null > /dev/null 2>&1 & echo ready; wait';
    const shim = startShim(['sh', '-c', agent], { home: temporaryFolder() });
    await stdoutHas(shim, 'ready');
    const group = processOf(await agentOf(shim));
    onTestFinished(() => kill(-group.pid, 'SIGKILL'));
    shim.child.kill('SIGTERM');
    expect(await shim.exited).toEqual({ code: 9, signal: null });
    await waitFor('the end of the grandchild', () => !groupIsAlive(group));
  });

  test.runIf(isLong)('without a recording too', async () => {
    const shim = startShim(peer('stubborn', 'grandchild'), { home: temporaryFolder(), run: ['--no-record'] });
    const group = await stubbornPids(shim);
    await recorderOf(shim);
    shim.child.kill('SIGKILL');
    await waitFor('the end of agent and grandchild', () => group.every(isGone));
    expect(group.map(isGone)).toEqual([true, true]);
  });

  test('it ends when its client was killed', async () => {
    const home = temporaryFolder();
    const client = start(peer('client', ...wrapped(peer('stubborn', 'grandchild'))), { home });
    const group = await stubbornPids(client);
    const shim = processOf(Number(/^started (\d+)$/m.exec(client.stdout().toString())?.[1]));
    endAfterTest(shim);
    client.child.kill('SIGKILL');
    await waitFor('the end of shim, agent and grandchild', () => [shim, ...group].every(isGone));
    expect(await list(home)).toMatchObject([{ state: 'ended', exit: { code: null, signal: 'SIGKILL' } }]);
  });
});

describe('an agent that ends by itself', () => {
  test.each(someOf(['3', '0'], 2))('with %s leaves its child running', async (code) => {
    const home = temporaryFolder();
    const script = `sleep 300 > /dev/null 2>&1 & echo $$ $!; read line; exit ${code}`;
    const shim = startShim(['sh', '-c', script], { home });
    const pids = await waitFor('both pids', () => /^(\d+) (\d+)\n/.exec(shim.stdout().toString()));
    const child = processOf(Number(pids[2]));
    endAfterTest(child);
    shim.child.stdin.end();
    expect(await shim.exited).toEqual({ code: Number(code), signal: null });
    await waitFor('the end of recorder and warden', () =>
      [home, `acptap-warden\0${pids[1]}\0`].every((text) => processesWith(text).length === 0),
    );
    expect(isGone(child)).toBe(false);
  });
});

describe('no timer ends an agent whose client lives:', () => {
  /** Twice the time after which an agent without a client gets TERM. KILL would come 0.5 s before the check. */
  const LONG_MS = 4500;

  test('an agent that ignores the end of stdin lives on, and can still write', async () => {
    const shim = startShim(peer('stubborn', 'grandchild'), { home: temporaryFolder() });
    const group = await stubbornPids(shim);
    shim.child.stdin.end();
    await pause(LONG_MS);
    expect(group.map(isGone)).toEqual([false, false]);
    expect([shim.child.exitCode, shim.child.signalCode]).toEqual([null, null]);
  });

  test.runIf(isLong)('an agent that ignores TERM lives on, as it does without acptap', async () => {
    const shim = startShim(peer('stubborn', 'grandchild'), { home: temporaryFolder() });
    const group = await stubbornPids(shim);
    await stdoutHas(shim, '\n');
    shim.child.kill('SIGTERM');
    await pause(LONG_MS);
    expect(group.map(isGone)).toEqual([false, false]);
    expect([shim.child.exitCode, shim.child.signalCode]).toEqual([null, null]);
  });
});
