import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { acptap } from '../support/processes.ts';

test('acptap help with an unknown command fails as that command does', async () => {
  const home = temporaryFolder();
  for (const words of [['help', 'shwo'], ['shwo']])
    expect(await acptap(home, ...words)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: "acptap: unknown command 'shwo'. Did you mean show? (see acptap --help)\n",
    });
  expect(await acptap(home, 'help', 'zzz')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: "acptap: unknown command 'zzz' (see acptap --help)\n",
  });
  expect(await acptap(home, 'latest~1')).toMatchObject({
    stderr: "acptap: unknown command 'latest~1'. To see that recording: acptap show latest~1 (see acptap --help)\n",
  });
  expect((await acptap(home, 'help', 'filter')).code).toBe(0);
});

test('help names the unit and the default of every duration, and the default port', async () => {
  const home = temporaryFolder();
  for (const command of ['replay', 'drive', 'check', 'inspect', 'demo']) {
    const { stdout } = await acptap(home, command, '--help');
    const options = stdout.split(/\n {2}(?=-)/).map((option) => option.replace(/\s+/g, ' '));
    const timed = options.filter((option) => /^--\S+ <ms>/.test(option));
    const ports = options.filter((option) => option.startsWith('--port'));
    expect([command, timed.length + ports.length]).not.toEqual([command, 0]);
    for (const option of timed) expect(option).toMatch(/in milliseconds.*\(default: .+\)/);
    for (const option of ports) expect(option).toMatch(/\(default: 4747/);
  }
});
