import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadRecordingFile } from '../../proxy/replay/read-recording.ts';
import { temporaryFolder } from '../support/folders.ts';
import { answerOf, CLI, peer, start } from '../support/processes.ts';

const README = readFileSync('README.md', 'utf8');

/** The first block of code after a text. */
function blockAfter(text: string, language: string): string {
  const from = README.indexOf(text);
  const block = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(README.slice(from))?.[1];
  if (from === -1 || block === undefined) throw new Error(`README.md has no ${language} after "${text}"`);
  return block;
}

/** A project with vitest, the SDK and acptap installed, and these files. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content, { mode: 0o755 });
  }
  mkdirSync(join(folder, 'node_modules', '@agentclientprotocol'), { recursive: true });
  for (const name of ['vitest', '@agentclientprotocol/sdk'])
    symlinkSync(realpathSync(join('node_modules', name)), join(folder, 'node_modules', name));
  symlinkSync(realpathSync('.'), join(folder, 'node_modules', 'acptap'));
  return folder;
}

function runTests(folder: string, env: NodeJS.ProcessEnv) {
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const words = [process.execPath, vitest, 'run', '--root', folder] as const;
  return answerOf(start(words, { cwd: folder, env: { NO_COLOR: '1', CI: '', ACPTAP_RECORD: '', ...env } }));
}

test('the test of a client in the README is the one in recordings/examples, and runs as it stands with the recording below it', async () => {
  const example = blockAfter('### Replay in client tests', 'ts');
  const recording = blockAfter('The recording it plays', 'text');
  expect(readFileSync('recordings/examples/client-test/example.test.ts', 'utf8')).toBe(example);
  expect(readFileSync('recordings/examples/client-test/greets.acp.jsonl', 'utf8')).toBe(recording);
  const folder = project({ 'editor.test.ts': example, 'greets.acp.jsonl': recording });
  const { code, stdout, stderr } = await runTests(folder, {});
  expect(stdout + stderr).toMatch(/Tests +1 passed/);
  expect(code).toBe(0);
});

test('the test in the README that records its fixture does so once, and then needs no agent', async () => {
  const agent = `#!${process.execPath}
process.stdin.once('data', () =>
  console.log('{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"my-agent","version":"1"}}}'),
);
`;
  const folder = project({ 'introduces.test.ts': blockAfter('it records the fixtures', 'ts'), 'bin/my-agent': agent });
  const none = await runTests(folder, { CI: 'true' });
  expect([none.code, none.stdout + none.stderr]).toEqual([1, expect.stringContaining('there is no recording')]);

  const withAgent = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  const first = await runTests(folder, withAgent);
  expect(first.stdout + first.stderr).toMatch(/Tests +1 passed/);
  const { entries } = await loadRecordingFile(join(folder, 'fixtures/introduces-itself.acp.jsonl'));
  expect(entries.filter(({ kind }) => kind === 'frame')).toHaveLength(2);

  rmSync(join(folder, 'bin'), { recursive: true });
  const second = await runTests(folder, { CI: 'true' });
  expect(second.stdout + second.stderr).toMatch(/Tests +1 passed/);
});

test('both ways to record an agent without an editor in the README do so', async () => {
  const home = temporaryFolder();
  const bin = temporaryFolder();
  const program = (name: string, words: readonly string[]) =>
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(' ')} "$@"\n`, {
      mode: 0o755,
    });
  program('acptap', [process.execPath, CLI]);
  program('my-agent', peer('sdk-agent'));
  const run = (script: string) =>
    answerOf(start(['/bin/sh', '-c', script], { home, env: { PATH: `${bin}:${process.env['PATH']}` } }));
  const recordings = async () => {
    const { stdout } = await run('acptap list --json');
    return JSON.parse(stdout) as readonly { agent: { name: string } | null; entries: { client: number } }[]; // product.md
  };

  const driven = blockAfter('### Without an editor', 'sh').replace(/^acptap inspect\n/m, '');
  expect((await run(driven)).stdout).toContain('against acptap run -- my-agent --acp');
  const [prompted] = await recordings();
  expect(prompted?.agent?.name).toBe('sdk-agent');
  expect((await run('acptap search \'method:session/prompt text:"Say hello"\'')).stdout).toContain('session/prompt');

  const piped = await run(blockAfter('For the\nhandshake alone', 'sh'));
  expect([piped.code, JSON.parse(piped.stdout)]).toEqual([0, expect.objectContaining({ id: 0 })]);
  const [shaken, ...others] = await recordings();
  expect([others.length, shaken?.agent?.name, shaken?.entries.client]).toEqual([1, 'sdk-agent', 1]);
});
