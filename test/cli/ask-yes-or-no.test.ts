import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askYesOrNo } from '../../proxy/cli/output/ask-yes-or-no.ts';

const terminal = () => ({
  stdin: Object.assign(new PassThrough(), { isTTY: true }),
  stderr: Object.assign(new PassThrough(), { isTTY: true }),
});

test.each([
  ['y\n', true],
  ['YES\n', true],
  ['n\n', false],
  ['\n', false],
  ['yesterday\n', false],
  ['', false],
])('the answer %j to a question is %s', async (answer, isYes) => {
  const asked = terminal();
  asked.stdin.end(answer);
  expect(await askYesOrNo('Write this?', asked)).toBe(isYes);
  expect(String(asked.stderr.read())).toContain('Write this? [y/N] ');
});

test.each(['stdin', 'stderr'] as const)('without a terminal on %s the question names --yes', async (stream) => {
  const asking = askYesOrNo('Write this?', { ...terminal(), [stream]: new PassThrough() });
  await expect(asking).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('add --yes') as string,
  });
});
