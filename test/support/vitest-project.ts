import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './folders.ts';
import { answerOf, start } from './processes.ts';

/** Creates a project with these files, in which vitest, the SDK and acptap are installed. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content, { mode: 0o755 });
  }
  mkdirSync(join(folder, 'node_modules', '@agentclientprotocol'), { recursive: true });
  for (const name of ['vitest', '@agentclientprotocol/sdk', 'acp-sdk-1'])
    symlinkSync(realpathSync(join('node_modules', name)), join(folder, 'node_modules', name));
  symlinkSync(realpathSync('.'), join(folder, 'node_modules', 'acptap'));
  return folder;
}

/** Runs the tests of a project. */
export function runTests(folder: string, env: NodeJS.ProcessEnv = {}, options: readonly string[] = []) {
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const words = [process.execPath, vitest, 'run', '--root', folder, ...options] as const;
  return answerOf(start(words, { cwd: folder, env: { NO_COLOR: '1', CI: '', ACPTAP_RECORD: '', ...env } }));
}
