import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLong } from '../support/effort.ts';
import { sendEchoLines } from '../support/echo-conversation.ts';
import { spoolNames, temporaryFolder } from '../support/folders.ts';
import { waitFor } from '../support/wait-for.ts';
import { kill, peer, recorderOf, startShim, type Running } from '../support/processes.ts';
import { eventsShown, list, rawBytes } from '../support/recorded.ts';

const LINES = 20;

const DELETED = /^acptap: [^\n]*\.spool was deleted while recording; a new file has all of it\n$/;

/** A deletion in the data folder while an agent works, and what the shim writes about it. */
interface Deletion {
  readonly what: string;
  readonly act: (home: string) => void;
  readonly said: RegExp;
  /** The tests of this deletion that run in the gate. */
  readonly inGate: readonly Moment[];
}

/** When the deletion comes: between lines, at the end, or when the recorder is killed too. */
type Moment = 'midway' | 'last' | 'alone';

const deletions: readonly Deletion[] = [
  {
    what: 'the data folder',
    act: (home) => rmSync(home, { recursive: true }),
    said: DELETED,
    inGate: ['midway'],
  },
  {
    what: 'the spool folder',
    act: (home) => rmSync(join(home, 'spool'), { recursive: true }),
    said: DELETED,
    inGate: ['last'],
  },
  {
    what: 'the database',
    act: (home) => {
      for (const name of readdirSync(home)) if (name.startsWith('acptap.db')) rmSync(join(home, name));
    },
    said: /^$/,
    inGate: ['midway'],
  },
];

/** The recording after the agent's end: bytes, state and events. Waits until the spool folder is empty. */
async function recorded(home: string, shim: Running) {
  const end = await shim.closed;
  const [client, agent] = [await rawBytes(home, 'client'), await rawBytes(home, 'agent')];
  const events = (await eventsShown(home)).map(({ event }) => event);
  const states = (await list(home)).map(({ state }) => state);
  await waitFor('an empty spool folder', () => spoolNames(home).length === 0);
  return { end, stdout: shim.stdout(), client, agent, events, states };
}

const whole = (said: Buffer) => ({
  end: { code: 0, signal: null },
  stdout: said,
  client: said,
  agent: said,
  events: ['spawn', 'eof', 'eof', 'exit'],
  states: ['ended'],
});

describe.each(deletions)('while an agent works $what is deleted', ({ act, said: expected, inGate }) => {
  const runsAt = (moment: Moment) => isLong || inGate.includes(moment);

  test.runIf(runsAt('midway'))('nothing recorded before or after is lost', async () => {
    const home = temporaryFolder();
    const shim = startShim(peer('echo'), { home });
    const before = await sendEchoLines(shim, LINES);
    await expect.poll(async () => (await list(home))[0]?.entries.agent).toBe(LINES);
    await recorderOf(shim);
    act(home);
    const after = await sendEchoLines(shim, LINES);
    await waitFor('the spool', () => spoolNames(home).length === 1);
    shim.child.stdin.end();
    expect(await recorded(home, shim)).toEqual(whole(Buffer.concat([before, after])));
    expect(shim.stderr()).toMatch(expected);
  });

  test.runIf(runsAt('last'))('nothing is lost when the agent ends at once', async () => {
    const home = temporaryFolder();
    const shim = startShim(peer('echo'), { home });
    const said = await sendEchoLines(shim, LINES * 2);
    await recorderOf(shim);
    act(home);
    shim.child.stdin.end();
    expect(await recorded(home, shim)).toEqual(whole(said));
    expect(shim.stderr()).toMatch(expected);
  });

  test.runIf(runsAt('alone'))('nothing is lost when the recorder is killed too', async () => {
    const home = temporaryFolder();
    const shim = startShim(peer('echo'), { home });
    const before = await sendEchoLines(shim, LINES);
    const recorder = await recorderOf(shim);
    if (existsSync(join(home, 'acptap.db'))) act(home);
    else rmSync(home, { recursive: true }); // the recorder has not started yet
    kill(recorder, 'SIGKILL');
    const after = await sendEchoLines(shim, LINES);
    shim.child.stdin.end();
    expect(await recorded(home, shim)).toEqual(whole(Buffer.concat([before, after])));
  });
});

test.runIf(isLong)('a data folder that is moved away is created again, with the whole recording', async () => {
  const home = join(temporaryFolder(), 'home');
  const shim = startShim(peer('echo'), { home });
  const before = await sendEchoLines(shim, LINES);
  await recorderOf(shim);
  renameSync(home, `${home}.old`);
  const after = await sendEchoLines(shim, LINES);
  shim.child.stdin.end();
  expect(await recorded(home, shim)).toEqual(whole(Buffer.concat([before, after])));
});

test('a deleted data folder that cannot be created again does not affect the wire, and one line reports what is lost', async () => {
  const home = join(temporaryFolder(), 'home');
  const shim = startShim(peer('echo'), { home });
  const before = await sendEchoLines(shim, LINES);
  await recorderOf(shim);
  rmSync(home, { recursive: true });
  writeFileSync(home, '');
  await expect.poll(() => shim.stderr()).toMatch(/is not a folder/);
  const after = await sendEchoLines(shim, LINES);
  shim.child.stdin.end();
  expect(await shim.closed).toEqual({ code: 0, signal: null });
  expect(shim.stdout().equals(Buffer.concat([before, after]))).toBe(true);
  expect(shim.stderr()).toMatch(
    /^acptap: [^\n]* was deleted while recording and cannot be created again \([^\n]* is not a folder\); the recording is lost unless [^\n]*\n$/,
  );
});
