import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { someOf } from '../support/effort.ts';
import { spoolNames, temporaryFolder } from '../support/folders.ts';
import { acptap, answerOf, CLI, peer, start, startShim } from '../support/processes.ts';
import { list } from '../support/recorded.ts';
import { waitFor } from '../support/wait-for.ts';

test.each(someOf([['--once'], ['--no-open', '--port', '0']], 2))(
  'acptap demo %s that cannot record says why and ends',
  async (...options) => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'spool'), 'no folder');
    const { code, stderr } = await acptap(home, 'demo', ...options);
    expect(code).toBe(2);
    expect(stderr).toMatch(/acptap: .*spool is not a folder: move it away, or set ACPTAP_HOME/);
  },
);

test('acptap demo --once records two turns, finds the two mistakes, and sums up its own recording', async () => {
  const home = temporaryFolder();
  const demo = start([process.execPath, CLI, 'demo', '--once'], { home });
  await waitFor('the demo to record', () => spoolNames(home).length > 0);
  const shim = startShim(peer('echo'), { home }); // recorded meanwhile
  shim.child.stdin.end('x\n');
  await shim.closed;
  const { code, stdout, stderr } = await answerOf(demo);
  expect([code, stderr]).toEqual([0, '']);
  const recordings = (await list(home)).filter(({ name }) => name === 'demo');
  // No argument differs from run to run, so the next demo is compared with this one.
  expect(recordings).toMatchObject([
    { state: 'ended', exit: { code: 0 }, command: [expect.any(String), expect.stringMatching(/demo-agent\.js$/)] },
  ]);
  expect(/^recorded (\S+):/.exec(stdout)?.[1]).toBe(recordings[0]?.id);
  expect(stdout).toMatch(/turns: +2 \(end_turn, cancelled\)/);
  expect(stdout).toContain('framing/line-is-json');
  expect(stdout).toContain('jsonrpc/response-comes-once');
});
