import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadRecordingFile } from '../../proxy/replay/playbook/read-recording.ts';
import { isLong } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, answerOf, CLI, peer, start } from '../support/processes.ts';
import { list } from '../support/recorded.ts';
import { project, runTests } from '../support/vitest-project.ts';

/** The first block of code after a text of a document. */
function blockAfter(document: string, text: string, language: string): string {
  const page = readFileSync(document, 'utf8');
  const from = page.indexOf(text);
  const block = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page.slice(from))?.[1];
  if (from === -1 || block === undefined) throw new Error(`${document} has no ${language} after "${text}"`);
  return block;
}

const EXAMPLE = blockAfter('docs/replay.md', '## In client tests', 'ts');
const INTRODUCES = blockAfter('README.md', '## Replay in a test', 'ts');
const RECORDING = blockAfter('docs/replay.md', 'The recording it plays', 'text');

test('the client test in docs/replay.md and its recording equal those in recordings/examples', () => {
  expect(readFileSync('recordings/examples/client-test/example.test.ts', 'utf8')).toBe(EXAMPLE);
  expect(readFileSync('recordings/examples/client-test/greets.acp.jsonl', 'utf8')).toBe(RECORDING);
});

test('the test in the README records its fixture once and then needs no agent; that in docs/replay.md passes', async () => {
  const agent = `#!${process.execPath}
process.stdin.once('data', () =>
  console.log('{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"my-agent","version":"1"}}}'),
);
`;
  const folder = project({
    'editor.test.ts': EXAMPLE,
    'greets.acp.jsonl': RECORDING,
    'introduces.test.ts': INTRODUCES,
    'bin/my-agent': agent,
  });

  const withAgent = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  const first = await runTests(folder, withAgent);
  expect(first.stdout + first.stderr).toMatch(/Tests +2 passed/);
  const fixture = join(folder, 'fixtures/introduces-itself.acp.jsonl');
  const recorded = readFileSync(fixture, 'utf8');
  const { entries } = await loadRecordingFile(fixture);
  expect(entries.filter(({ kind }) => kind === 'frame')).toHaveLength(2);

  rmSync(join(folder, 'bin'), { recursive: true });
  const second = await runTests(folder, { CI: 'true' }, ['introduces']);
  expect(second.stdout + second.stderr).toMatch(/Tests +1 passed/);
  expect(readFileSync(fixture, 'utf8')).toBe(recorded);
});

test.runIf(isLong)('the test in the README fails in CI without a recording', async () => {
  const folder = project({ 'introduces.test.ts': INTRODUCES });
  const { code, stdout, stderr } = await runTests(folder, { CI: 'true' });
  expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('there is no recording')]);
});

test('both ways in docs/recording.md to record without an editor work', async () => {
  const home = temporaryFolder();
  const bin = temporaryFolder();
  const program = (name: string, words: readonly string[]) =>
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(' ')} "$@"\n`, {
      mode: 0o755,
    });
  program('acptap', [process.execPath, CLI]);
  program('my-agent', peer('small-agent'));
  const run = (script: string) =>
    answerOf(start(['/bin/sh', '-c', script], { home, env: { PATH: `${bin}:${process.env['PATH']}` } }));
  const newest = async () => (await list(home))[0];

  const piped = await run(blockAfter('docs/recording.md', '## Without an editor', 'sh'));
  expect([piped.code, JSON.parse(piped.stdout)]).toEqual([0, expect.objectContaining({ id: 0 })]);
  expect(await newest()).toMatchObject({ agent: { name: 'small-agent' }, entries: { client: 1 } });

  const commands = blockAfter('docs/recording.md', 'To record a whole conversation', 'sh');
  const driven = await run(commands.replace(/^acptap inspect\n/m, ''));
  expect(driven.stdout).toContain('against acptap run -- my-agent --acp');
  expect(await newest()).toMatchObject({ agent: { name: 'small-agent' } });
  expect((await acptap(home, 'show', 'latest', '--filter', 'method:session/prompt')).stdout).toContain(
    'session/prompt',
  );
});
