import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rounds } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { kill, list, peer, processesWith, start, startShim, wrapped } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

const attempts = Array.from({ length: rounds(1, 50) }, (_, round) => round);

/** A data folder whose path is in the command lines of shim, agent and recorder, so that none of them can hide. */
function homeOfAll() {
  const home = temporaryFolder();
  onTestFinished(() => processesWith(home).forEach((pid) => kill(pid, 'SIGKILL')));
  return { home, agent: peer('stubborn', 'alone', home) };
}

const nothingIsLeft = (home: string) =>
  waitFor('the end of shim, agent and recorder', () => processesWith(home).length === 0);

const moments = [0, 20, 100, 500].flatMap((ms) => attempts.map((round) => ({ ms, round })));

describe('a client that ends early leaves no process behind, though the agent ignores the end of stdin and TERM:', () => {
  test.each(moments)('$ms ms after it started acptap, round $round', async ({ ms }) => {
    const { home, agent } = homeOfAll();
    const client = start(peer('leaver', String(ms), ...wrapped(agent)), { home });
    await client.exited;
    await nothingIsLeft(home);
    expect(await list(home)).toEqual([expect.objectContaining({ state: 'ended' })]);
  });
});

test.each(attempts)(
  'kill -9 of the shim as soon as its recording begins leaves no process behind, round %i',
  async () => {
    const { home, agent } = homeOfAll();
    const shim = startShim(agent, { home });
    while (!hasHeader(join(home, 'spool'))) await new Promise(setImmediate);
    shim.child.kill('SIGKILL');
    await shim.closed;
    expect(await list(home)).toEqual([expect.objectContaining({ state: 'interrupted' })]);
    await nothingIsLeft(home);
  },
);

function hasHeader(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => statSync(join(folder, name)).size > 0);
  } catch {
    return false; // not made yet
  }
}
