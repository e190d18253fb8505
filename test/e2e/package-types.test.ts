import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';

const USER = `
import { defineScript, type Frame } from 'acptap/script';
import { loadRecordingFile, replayAgent } from 'acptap/replay';
import { eachFault } from 'acptap/vitest';
import { eachFault as eachFaultOfNode } from 'acptap/node-test';

export default defineScript({
  onFailure: 'refuse',
  frame(frame, wire) {
    if (frame.from === 'agent' && frame.kind === 'request' && frame.method === 'fs/write_text_file') {
      const path: string = frame.params.path;
      // @ts-expect-error a path is not a number
      const wrong: number = frame.params.path;
      return wrong ? wire.drop() : wire.answer(frame, { error: { code: 1, message: path } });
    }
    if (frame.method === 'fs/write_text_file' && !frame.params.path.startsWith(wire.session(frame.sessionId)?.cwd ?? '/'))
      return wire.answer(frame, { error: { code: -32000, message: 'outside the project' } });
    return undefined;
  },
});
export const seen = (frame: Frame) => frame.method;
export const agent = async () =>
  replayAgent(await loadRecordingFile('a.acp.jsonl'), {
    faults: ['drop once'],
    seed: 7,
    frame: (frame, wire) => (frame.method === 'session/update' ? wire.drop() : undefined),
  });
eachFault('a.acp.jsonl', { kinds: ['mute'], faults: ['drop once'], seed: 7 }, async ({ agent: replayed, kind, fault }) => {
  const text: string = kind + fault;
  await replayed.writable.close();
  // @ts-expect-error a fault is a text
  const wrong: number = fault;
  if (text === '') throw new Error(String(wrong));
});
// @ts-expect-error a seed is a number
eachFaultOfNode('a.acp.jsonl', { seed: '7' }, () => {});
`;

/** An empty project that has the package as npm packs it, and type-checks its own files only by the package's types. */
function checkTypes(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  const installed = join(folder, 'node_modules', 'acptap');
  mkdirSync(join(folder, 'node_modules'));
  const pack = ['pack', '--ignore-scripts', '--pack-destination', folder];
  execFileSync('npm', pack, { shell: process.platform === 'win32', stdio: 'pipe' });
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', packed], { cwd: folder });
  renameSync(join(folder, 'package'), installed);
  for (const name of ['vitest', '@types', 'undici-types', '@agentclientprotocol'])
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  cpSync(join(installed, 'docs', 'scripts'), join(folder, 'scripts'), { recursive: true });
  const options = {
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
  };
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.ts', 'scripts/*.ts'] }),
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  try {
    return execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder], {
      encoding: 'utf8',
    });
  } catch (cause) {
    return (cause as { stdout: string }).stdout;
  }
}

test('a strict project can use the types of each entry of the package, and copy the examples', () => {
  expect(readdirSync('docs/scripts').length).toBeGreaterThan(5);
  expect(checkTypes({ 'user.ts': USER })).toBe('');
});
