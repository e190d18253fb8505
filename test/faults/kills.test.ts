import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { markWatched } from '../../proxy/recorder/watched.ts';
import { rounds } from '../support/effort.ts';
import { spoolNames, temporaryFolder } from '../support/folders.ts';
import { lines } from '../support/peers/lines.mjs';
import {
  agentOf,
  childrenOf,
  isGone,
  kill,
  list,
  peer,
  processOf,
  rawBytes,
  shown,
  startShim,
  stdoutHas,
  type Running,
} from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

/** How often each is killed. The promise says 50. */
const KILLS = rounds(2, 50);

/** Kills come at any moment from the first byte to well after the recorder has begun to work. */
const LATEST_KILL_MS = 1200;

type Victim = 'shim' | 'recorder';

const moments = Array.from({ length: KILLS }, (_, round) => ({
  round,
  moment: Math.round(Math.random() * LATEST_KILL_MS),
  watched: round % 2 === 1, // watched, the recorder keeps up; unwatched, it leaves a busy wire alone
}));

/** Both sides write without a pause. */
function startLoad(home: string, copy: string, watched: boolean): Running {
  const shim = startShim(peer('flood', copy), { home });
  let number = 0;
  const timer = setInterval(() => {
    if (watched) markWatched(join(home, 'watched'));
    shim.child.stdin.write(`{"jsonrpc":"2.0","id":${number++},"method":"_ask"}\n`);
  }, 1);
  onTestFinished(() => clearInterval(timer));
  void shim.exited.then(() => clearInterval(timer));
  return shim;
}

/** Kills them with SIGKILL. A recorder that has not been started yet cannot be. */
function killAll(shim: Running, victims: readonly Victim[]): void {
  const recorder = childrenOf(shim.pid).find(({ words }) => words[1]?.endsWith('recorder.js'));
  if (victims.includes('recorder') && recorder) kill(recorder.pid, 'SIGKILL');
  if (victims.includes('shim')) kill(shim.pid, 'SIGKILL');
}

/** What must hold of the data folder, whatever was killed. */
async function expectWhole(home: string, received: Buffer, readByAgent: Buffer): Promise<void> {
  const entries = await shown(home);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index));
  const agent = await rawBytes(home, 'agent');
  const client = await rawBytes(home, 'client');
  expect(agent.equals(lines(agent.length))).toBe(true); // nothing missing, nothing twice
  expect(received.length).toBeGreaterThan(0);
  expect(agent.subarray(0, received.length).equals(received)).toBe(true);
  expect(client.subarray(0, readByAgent.length).equals(readByAgent)).toBe(true);
  const size = (from: string) => entries.reduce((sum, entry) => sum + (entry.from === from ? entry.bytes : 0), 0);
  expect([size('agent'), size('client')]).toEqual([agent.length, client.length]);
  await waitFor('an empty spool folder', () => spoolNames(home).length === 0);
  const database = new Database(join(home, 'acptap.db'), { readonly: true });
  expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  database.close();
}

async function loseTo(victims: readonly Victim[], moment: number, watched: boolean): Promise<string> {
  const home = temporaryFolder();
  const copy = join(temporaryFolder(), 'copy');
  const shim = startLoad(home, copy, watched);
  await stdoutHas(shim, '\n');
  const agent = processOf(await agentOf(shim));
  await pause(moment);
  killAll(shim, victims);
  if (!victims.includes('shim')) {
    const before = shim.stdout().length;
    await waitFor('more from the agent', () => shim.stdout().length > before);
    shim.child.kill('SIGTERM');
  }
  await shim.closed;
  await waitFor('the end of the agent', () => isGone(agent));
  const readByAgent = existsSync(copy) ? readFileSync(copy) : Buffer.of();
  await expectWhole(home, shim.stdout(), readByAgent);
  const [recording, ...others] = await list(home);
  expect(others).toEqual([]);
  return recording?.state ?? 'none';
}

describe('kill -9 under load loses no byte that a peer has received:', () => {
  test.each(moments)('of the shim, round $round, after $moment ms, watched: $watched', async ({ moment, watched }) => {
    expect(await loseTo(['shim'], moment, watched)).toBe('interrupted');
  });

  test.each(moments)('of the recorder, round $round, after $moment ms, watched: $watched', async (round) => {
    expect(await loseTo(['recorder'], round.moment, round.watched)).toBe('ended');
  });

  test.each(moments)('of both, round $round, after $moment ms, watched: $watched', async ({ moment, watched }) => {
    expect(await loseTo(['recorder', 'shim'], moment, watched)).toBe('interrupted');
  });
});
