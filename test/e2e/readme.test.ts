import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { answerOf, start } from '../support/processes.ts';

const README = readFileSync('README.md', 'utf8');

/** The first block of code after a text. */
function blockAfter(text: string, language: string): string {
  const from = README.indexOf(text);
  const block = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(README.slice(from))?.[1];
  if (from === -1 || block === undefined) throw new Error(`README.md has no ${language} after "${text}"`);
  return block;
}

test('the test of a client in the README runs as it stands, with the recording that is printed below it', async () => {
  const folder = temporaryFolder();
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write('package.json', '{"type":"module"}');
  write('test/editor.test.ts', blockAfter('**As a library**', 'ts'));
  write('test/fixtures/greets.acp.jsonl', blockAfter('The recording it plays', 'text'));
  mkdirSync(join(folder, 'node_modules', '@agentclientprotocol'), { recursive: true });
  for (const name of ['vitest', '@agentclientprotocol/sdk'])
    symlinkSync(realpathSync(join('node_modules', name)), join(folder, 'node_modules', name));
  symlinkSync(realpathSync('.'), join(folder, 'node_modules', 'acptap'));

  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const { code, stdout, stderr } = await answerOf(
    start([process.execPath, vitest, 'run', '--root', folder], { cwd: folder, env: { NO_COLOR: '1' } }),
  );
  expect(stdout + stderr).toMatch(/Tests +1 passed/);
  expect(code).toBe(0);
});
