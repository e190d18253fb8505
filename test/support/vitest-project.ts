import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './folders.ts';
import { answerOf, start } from './processes.ts';

/**
 * Runs acptap as it is, as vitest does where it is installed: through the link into this repository vitest would transform
 * it, for three seconds. One process for all files. The timeout is for busy machines.
 */
const CONFIG = `export default {
  test: { isolate: false, maxWorkers: 1, testTimeout: 60_000, server: { deps: { external: [/\\/dist\\//] } } },
};`;

/** Creates a project with these files, in which vitest, the SDK and acptap are installed. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  const own = { 'package.json': '{"type":"module"}', 'vitest.config.mjs': CONFIG };
  for (const [path, content] of Object.entries({ ...own, ...files })) {
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
