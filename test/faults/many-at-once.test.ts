import { expect, test } from 'vitest';
import { converse } from '../support/conversation.ts';
import { spoolNames, temporaryFolder } from '../support/folders.ts';
import { acptap, list, peer, rawBytes, shown, startShim } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

const SHIMS = 8;
const LINES = 150;

test('eight agents at once share one data folder, and every frame of each is recorded once', async () => {
  const home = temporaryFolder();
  const shims = Array.from({ length: SHIMS }, (_, number) =>
    startShim(peer('echo'), { home, run: ['--name', `agent ${number}`] }),
  );
  const readers = Array.from({ length: 3 }, () => acptap(home, 'list', '--json')); // while it is being made by all of them
  const said = await Promise.all(
    shims.map(async (shim, number) => {
      const bytes = await converse(shim, LINES, 100 + number);
      shim.child.stdin.end();
      expect(await shim.closed).toEqual({ code: 0, signal: null });
      expect([shim.stdout().equals(bytes), shim.stderr()]).toEqual([true, '']);
      return bytes;
    }),
  );
  for (const { code, stderr } of await Promise.all(readers)) expect([code, stderr]).toEqual([0, '']);

  const recordings = await list(home);
  expect(new Set(recordings.map(({ name }) => name))).toEqual(new Set(shims.map((_, number) => `agent ${number}`)));
  expect(recordings).toHaveLength(SHIMS);
  for (const { id, name, state, entries } of recordings) {
    expect({ state, entries }).toEqual({ state: 'ended', entries: { client: LINES, agent: LINES, stderr: 0 } });
    const wanted = said[Number(name?.split(' ')[1])];
    expect((await rawBytes(home, 'client', id)).equals(wanted ?? Buffer.of())).toBe(true);
    expect((await rawBytes(home, 'agent', id)).equals(wanted ?? Buffer.of())).toBe(true);
    expect((await shown(home, id)).map(({ seq }) => seq)).toEqual(Array.from({ length: 2 * LINES + 4 }, (_, at) => at));
  }
  await waitFor('an empty spool folder', () => spoolNames(home).length === 0);
});
