import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, peer, startShim, stdoutHas } from '../support/processes.ts';

test('acptap alone names setup and demo while nothing is recorded, and creates no data folder', async () => {
  const home = join(temporaryFolder(), 'data');
  const { code, stdout, stderr } = await acptap(home);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`Nothing is recorded in ${home} yet.`);
  expect(stdout).toMatch(/^ {2}acptap setup .*\n {2}acptap demo .*\n {2}acptap --help /m);
  expect(existsSync(home)).toBe(false);
});

test('acptap alone lists the newest five recordings, counts all and the live ones, and names the next commands', async () => {
  const home = temporaryFolder();
  for (let count = 0; count < 5; count++) {
    const ended = startShim(peer('echo'), { home, run: ['--name', `ended-${count}`] });
    ended.child.stdin.end('x\n');
    await ended.closed;
  }
  const live = startShim(peer('echo'), { home, run: ['--name', 'still-live'] });
  live.child.stdin.write('x\n');
  await stdoutHas(live, 'x');
  const { code, stdout } = await acptap(home);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^6 recordings in ${home}, .*; 1 live\\n`));
  expect(stdout).toContain('still-live');
  expect(stdout).toContain('ended-1');
  expect(stdout).not.toContain('ended-0');
  expect(stdout).toMatch(/^ {2}acptap inspect .*\n {2}acptap show latest .*\n/m);
  expect(stdout).toMatch(/^ {2}acptap list +all 6 recordings$/m);
  expect(stdout.split('\n').length).toBeLessThan(20);
});
