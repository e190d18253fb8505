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
  expect(await acptap(home, 'help', 'nope')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: "acptap: unknown command 'nope' (see acptap --help)\n",
  });
  expect((await acptap(home, 'help', 'filter')).code).toBe(0);
});
