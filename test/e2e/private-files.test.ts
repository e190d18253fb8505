import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { someOf } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { runInProcess } from '../support/in-process.ts';
import { answerOf, CLI, peer, start } from '../support/processes.ts';

const DEMO = 'recordings/examples/demo.acp.jsonl';

async function underUmask<T>(mask: number, act: () => Promise<T>): Promise<T> {
  const before = process.umask(mask);
  return act().finally(() => process.umask(before));
}

const WRITERS: readonly (readonly [string, (file: string) => readonly string[]])[] = [
  ['export --output', (file) => ['export', DEMO, '--output', file]],
  ['export --format html --output', (file) => ['export', DEMO, '--format', 'html', '--output', file]],
  ['replay --report', (file) => ['replay', DEMO, '--report', file]],
  ['replay --junit', (file) => ['replay', DEMO, '--junit', file]],
  ['drive --save', (file) => ['drive', DEMO, '--timeout', '1', '--save', file, '--', ...peer('echo')]],
  ['drive --report', (file) => ['drive', DEMO, '--timeout', '1', '--report', file, '--', ...peer('echo')]],
];

test.skipIf(process.platform === 'win32').each(someOf(WRITERS, 2))(
  'the file of %s is for its owner only, with any umask, new or replaced',
  async (_what, words) => {
    const home = temporaryFolder();
    const [fresh, shared] = [join(home, 'fresh', 'file'), join(home, 'shared')];
    writeFileSync(shared, 'before');
    chmodSync(shared, 0o666);
    for (const file of [fresh, shared]) {
      const command = [process.execPath, CLI, ...words(file)] as const;
      const { stderr } = await (command.some((word) => /^(?:replay|html)$/.test(word)) // they need a process, or the build
        ? answerOf(start(['sh', '-c', 'umask 000; exec "$@"', 'sh', ...command], { home }))
        : underUmask(0, () => runInProcess(command, { home })));
      const { mode, size } = statSync(file);
      expect([stderr.includes('cannot write'), mode & 0o777, size > 'before'.length]).toEqual([false, 0o600, true]);
    }
  },
);
