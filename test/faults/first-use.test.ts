import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, peer, rawBytes, startShim } from '../support/processes.ts';

test.each([1, 2, 3, 4, 5, 6])(
  'a database that many make at once is made once, and nobody fails for it: round %i',
  async () => {
    const home = temporaryFolder();
    const shim = startShim(peer('exit', '0'), { home });
    shim.child.stdin.write('hello\n');
    await shim.closed; // now its recorder begins
    const answers = await Promise.all(Array.from({ length: 5 }, () => acptap(home, 'list', '--json')));
    expect(answers.map(({ code, stderr }) => [code, stderr])).toEqual(answers.map(() => [0, '']));
    expect((await rawBytes(home, 'agent')).toString()).toBe('hello\n');
  },
);
