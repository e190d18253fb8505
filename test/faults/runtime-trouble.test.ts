import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sendEchoLines } from '../support/echo-conversation.ts';
import { isLong } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { startInspector } from '../support/inspector.ts';
import {
  answerOf,
  CLI,
  endAfterTest,
  isGone,
  peer,
  processOf,
  recorderOf,
  start,
  wrapped,
} from '../support/processes.ts';
import { rawBytes } from '../support/recorded.ts';
import { waitFor } from '../support/wait-for.ts';

const LINES = 20;

describe('without the database’s native module', () => {
  /** A copy of the built program whose only dependency cannot be found. */
  function lonelyCopy(): string {
    const folder = join(temporaryFolder(), 'dist');
    cpSync(join(CLI, '..'), folder, { recursive: true });
    return join(folder, 'cli.js');
  }

  test('the agent works on, commands report what to do, and a complete acptap finishes the recording', async () => {
    const home = temporaryFolder();
    const cli = lonelyCopy();
    const shim = start(wrapped(peer('echo'), [], cli), { home });
    const said = await sendEchoLines(shim, LINES);
    shim.child.stdin.end();
    expect(await shim.closed).toEqual({ code: 0, signal: null });
    expect([shim.stdout().equals(said), shim.stderr()]).toEqual([true, '']);
    const { code, stdout, stderr } = await answerOf(start([process.execPath, cli, 'list'], { home }));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^acptap: .*better-sqlite3.*install acptap again/s);
    expect((await rawBytes(home, 'agent')).equals(said)).toBe(true);
  });

  // In the gate warden.test.ts kills the shim of such an agent.
  test.runIf(isLong)('the agent is not left behind after kill -9 of the shim', async () => {
    const shim = start(wrapped(peer('stubborn'), [], lonelyCopy()), { home: temporaryFolder() });
    const pid = await waitFor('the agent’s pid', () => /^\d+(?=\n)/.exec(shim.stdout().toString())?.[0]);
    const agent = processOf(Number(pid));
    endAfterTest(agent);
    const recorder = await recorderOf(shim);
    expect(isGone(processOf(recorder))).toBe(false);
    shim.child.kill('SIGKILL');
    await waitFor('the end of the agent', () => isGone(agent));
  });
});

/** A Node that is too old for the database, if this machine has one on its PATH. */
function oldNode(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  const candidates = folders.filter((folder) => hasNode(folder)).map((folder) => join(folder, 'node'));
  return candidates.reduce<Promise<string | undefined>>(async (before, node) => (await before) ?? tooOld(node), none);
}

const none = Promise.resolve(undefined);

function hasNode(folder: string): boolean {
  try {
    return readdirSync(folder).includes('node');
  } catch {
    return false;
  }
}

async function tooOld(node: string): Promise<string | undefined> {
  const { stdout } = await answerOf(start([node, '-p', 'process.versions.node']));
  const [major = 0, minor = 0] = stdout.split('.').map(Number);
  return major < 22 || (major === 22 && minor < 14) ? node : undefined;
}

test('a Node too old for the database forwards and spools with one line on stderr, and a newer one finishes the recording', async ({
  skip,
}) => {
  const node = await oldNode();
  skip(node === undefined, 'NOT TESTED: there is no Node below 22.14 on the PATH');
  const home = temporaryFolder();
  const shim = start([node ?? '', CLI, 'run', '--', ...peer('echo')], { home });
  const said = await sendEchoLines(shim, LINES);
  shim.child.stdin.end();
  expect(await shim.closed).toEqual({ code: 0, signal: null });
  expect(shim.stdout().equals(said)).toBe(true);
  expect(shim.stderr()).toMatch(
    /^acptap: recording with Node [\d.]+; read the recording with Node 22\.14\.0 or newer\n$/,
  );
  const { code, stdout, stderr } = await answerOf(start([node ?? '', CLI, 'list'], { home }));
  expect([code, stdout]).toEqual([2, expect.stringMatching(/not read yet: needs Node >= 22\.14\.0 .*cat\n$/)]);
  expect(stderr).toContain('needs Node >= 22.14');
  const replay = await answerOf(start([node ?? '', CLI, 'replay', 'recordings/examples/demo.acp.jsonl'], { home }));
  expect([replay.code, replay.stderr]).toEqual([2, expect.stringContaining('needs Node >= 22.14')]);
  expect((await rawBytes(home, 'client')).equals(said)).toBe(true);
});

test.runIf(isLong)(
  'an open inspector starts a recorder for a shim on a Node too old for the database, and the recorder outlives the inspector',
  async ({ skip }) => {
    const node = await oldNode();
    skip(node === undefined, 'NOT TESTED: there is no Node below 22.14 on the PATH');
    const home = temporaryFolder();
    const inspector = await startInspector(home, onTestFinished);
    const shim = start([node ?? '', CLI, 'run', '--', ...peer('echo')], { home });
    const database = new Database(join(home, 'acptap.db'), { readonly: true });
    onTestFinished(() => void database.close());
    const recorder = database.prepare(`SELECT recorder ->> 'pid' FROM recording`).pluck();
    await waitFor('the recorder', () => recorder.get() as number | null | undefined);
    process.kill(inspector.pid, 'SIGTERM');
    const said = await sendEchoLines(shim, LINES);
    shim.child.stdin.end();
    expect(await shim.closed).toEqual({ code: 0, signal: null });
    await waitFor('the end of the spool', () => readdirSync(join(home, 'spool')).length === 0);
    expect((await rawBytes(home, 'agent')).equals(said)).toBe(true);
  },
);
