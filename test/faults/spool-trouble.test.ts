import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sendEchoLines } from '../support/echo-conversation.ts';
import { isLong } from '../support/effort.ts';
import { spoolNames, temporaryFolder } from '../support/folders.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { waitFor } from '../support/wait-for.ts';
import { acptap, peer, startShim } from '../support/processes.ts';
import { eventsShown, list, rawBytes } from '../support/recorded.ts';

const LINES = 20;

describe('a data folder that cannot be created', () => {
  test('leaves the agent alone, and one line says that nothing is recorded and what to do', async () => {
    const home = join(temporaryFolder(), 'file');
    writeFileSync(home, '');
    const shim = startShim(peer('echo'), { home });
    const said = await sendEchoLines(shim, LINES);
    shim.child.stdin.end();
    expect(await shim.closed).toEqual({ code: 0, signal: null });
    expect(shim.stdout().equals(said)).toBe(true);
    expect(shim.stderr()).toMatch(/^acptap: not recording for now[^\n]*set ACPTAP_HOME to a writable folder\n$/);
    const { code, stderr } = await acptap(home, 'list');
    expect(code).toBe(2);
    expect(stderr).toContain('set ACPTAP_HOME to another folder');
  });

  test.runIf(isLong)('below a folder where nobody can create one leaves the agent alone', async ({ skip }) => {
    skip(process.platform !== 'linux', 'NOT TESTED: only Linux has /proc');
    const shim = startShim(peer('echo'), { home: '/proc/acptap' });
    const said = await sendEchoLines(shim, LINES);
    shim.child.stdin.end();
    expect(await shim.closed).toEqual({ code: 0, signal: null });
    expect(shim.stdout().equals(said)).toBe(true);
    expect(shim.stderr()).toMatch(/^acptap: not recording for now[^\n]*ENOENT[^\n]*\n$/);
    expect((await acptap('/proc/acptap', 'list')).code).toBe(2);
  });

  // In the gate a full disk makes such a gap.
  test.runIf(isLong)('for a while makes a gap with the number of missing bytes, and the rest is recorded', async () => {
    const home = join(temporaryFolder(), 'file');
    writeFileSync(home, '');
    const shim = startShim(peer('echo'), { home });
    const lost = await sendEchoLines(shim, 3);
    rmSync(home);
    // The spool is retried from time to time: lines sent before the next try are lost too.
    const unsure: Buffer[] = [];
    while (spoolNames(home).length === 0) unsure.push(await sendEchoLines(shim, 1));
    const kept = await sendEchoLines(shim, LINES);
    shim.child.stdin.end();
    await shim.closed;
    const said = Buffer.concat([lost, ...unsure, kept]);
    expect(shim.stdout().equals(said)).toBe(true);
    const gaps = (await eventsShown(home)).filter(({ event }) => event === 'gap');
    for (const from of ['client', 'agent'] as const) {
      const recorded = await rawBytes(home, from);
      const missing = gaps.filter(({ of }) => of === from).reduce((sum, { bytes }) => sum + Number(bytes), 0);
      expect(missing).toBeGreaterThanOrEqual(lost.length);
      expect(recorded.length + missing).toBe(said.length);
      expect(said.subarray(-recorded.length).equals(recorded)).toBe(true);
    }
  });
});

test('a full disk does not affect the wire; unrecorded bytes are a gap, all others are recorded', async ({ skip }) => {
  const home = temporaryFolder();
  skip(
    process.getuid?.() !== 0 || !(await mountSmallDisk(home, 8192)),
    'NOT TESTED: a full disk needs root and the right to mount a tmpfs',
  );
  await list(home);
  const filler = join(home, 'filler');
  const { bsize, bavail } = statfsSync(home);
  writeFileSync(filler, Buffer.alloc(bsize * bavail - 200_000));
  const shim = startShim(peer('echo'), { home });
  const tooMuch = await sendEchoLines(shim, 100, 8000);
  expect(shim.stderr()).toMatch(/^acptap: not recording for now[^\n]*ENOSPC[^\n]*\n$/);
  rmSync(filler);
  const after: Buffer[] = [];
  const sizeOfSpool = () => spoolNames(home).reduce((sum, name) => sum + statSync(join(home, 'spool', name)).size, 0);
  for (const full = sizeOfSpool(); sizeOfSpool() <= full;) after.push(await sendEchoLines(shim, 1)); // until the shim retries
  const kept = await sendEchoLines(shim, LINES);
  shim.child.stdin.end();
  expect(await shim.closed).toEqual({ code: 0, signal: null });
  const said = Buffer.concat([tooMuch, ...after, kept]);
  expect(shim.stdout().equals(said)).toBe(true);
  const gaps = (await eventsShown(home)).filter(({ event }) => event === 'gap');
  for (const from of ['client', 'agent'] as const) {
    const recorded = await rawBytes(home, from);
    const missing = gaps.filter(({ of }) => of === from).reduce((sum, { bytes }) => sum + Number(bytes), 0);
    expect(missing).toBeGreaterThan(0);
    expect(recorded.length + missing).toBe(said.length);
    expect(recorded.subarray(-kept.length).equals(kept)).toBe(true);
    expect(recorded.subarray(0, 8000).equals(tooMuch.subarray(0, 8000))).toBe(true);
  }
});

test('a command on a full disk reports what it cannot show yet, and nothing is lost', async ({ skip }) => {
  const home = temporaryFolder();
  skip(
    process.getuid?.() !== 0 || !(await mountSmallDisk(home, 8192)),
    'NOT TESTED: a full disk needs root and the right to mount a tmpfs',
  );
  await list(home);
  // There is space for the spool, but not for the database.
  const filler = join(home, 'filler');
  const { bsize, bavail } = statfsSync(home);
  writeFileSync(filler, Buffer.alloc(bsize * bavail - 250_000));
  const shim = startShim(peer('echo'), { home });
  const said = await sendEchoLines(shim, LINES, 5000);
  shim.child.stdin.end();
  await shim.closed;
  const cramped = await acptap(home, 'show', 'latest', '--raw', '--from', 'agent');
  expect(cramped.stderr).toMatch(
    /^acptap: not all of [^\n]*\.spool is in the database: [^\n]*the disk is full: free some space/,
  );
  rmSync(filler);
  // The database may have taken space that the spool needed; those bytes are a gap.
  await waitFor('all bytes in the recording or in a gap', async () => {
    const gaps = (await eventsShown(home)).filter(({ event, of }) => event === 'gap' && of === 'agent');
    const missing = gaps.reduce((sum, { bytes }) => sum + Number(bytes), 0);
    return (await rawBytes(home, 'agent')).length + missing === said.length;
  });
});
