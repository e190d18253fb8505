import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createShareWriter } from '#core/share/share-writer.ts';
import { loadRecordingFile } from '../../proxy/replay/playbook/read-recording.ts';
import { someOf } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { answerOf, start } from '../support/processes.ts';

const DEMO = 'recordings/examples/demo.acp.jsonl';

/** A test of a client as it is copied, with the recording beside it. */
async function copiedTest(path: string): Promise<{ readonly folder: string }> {
  const { header, entries } = await loadRecordingFile(path);
  const writer = createShareWriter('replay', {
    header,
    entryAt: () => undefined,
    isSelected: () => true,
    selected: undefined,
  });
  for (const entry of entries) writer.apply(entry);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'copied.test.ts'), writer.text());
  writeFileSync(join(folder, `${header.id}.acp.jsonl`), readFileSync(path));
  mkdirSync(join(folder, 'node_modules', '@agentclientprotocol'), { recursive: true });
  for (const name of ['vitest', '@agentclientprotocol/sdk'])
    symlinkSync(realpathSync(join('node_modules', name)), join(folder, 'node_modules', name));
  symlinkSync(realpathSync('.'), join(folder, 'node_modules', 'acptap'));
  return { folder };
}

const RECORDINGS = [
  DEMO,
  'recordings/real/claude-0.100.0/edit.acp.jsonl',
  'recordings/real/gemini-0.61.0/edit.acp.jsonl',
];

test.each(someOf(RECORDINGS, 3))(
  'the test that is copied of %s passes as it stands',
  async (path) => {
    const { folder } = await copiedTest(path);
    const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
    const { code, stdout, stderr } = await answerOf(
      start([process.execPath, vitest, 'run', '--root', folder], { cwd: folder, env: { NO_COLOR: '1' } }),
    );
    expect(stdout + stderr).toMatch(/Tests +1 passed/);
    expect(code).toBe(0);
  },
  60_000,
);
