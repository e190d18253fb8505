import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { epochMs } from '#core/units.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, importInto, peer, startShim, stdoutHas } from '../support/processes.ts';
import { recordingFile } from '../support/recording-file.ts';

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
  const ended = (count: number) =>
    recordingFile('> 0 _x\n= exit {"code":0,"signal":null}', {
      id: `ended-${count}`,
      name: `ended-${count}`,
      startedAt: epochMs(count),
    });
  await importInto(
    home,
    Array.from({ length: 5 }, (_, count) => ended(count)),
    onTestFinished,
  );
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
