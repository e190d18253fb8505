import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { savedFileName } from '#core/share/file-name.ts';
import { loadRecordingFile } from '../../proxy/replay/playbook/read-recording.ts';
import { shareEntries } from '../core/share/share-entries.ts';
import { someOf } from '../support/effort.ts';
import { project, runTests } from '../support/vitest-project.ts';

/** The files of a test that the page copies for a whole recording, in a folder of their own. */
async function copiedBeside(path: string, folder: string) {
  const { header, entries } = await loadRecordingFile(path);
  const text = shareEntries('replay', entries, { header });
  return { [`${folder}/copied.test.ts`]: text, [`${folder}/${header.id}.acp.jsonl`]: readFileSync(path, 'utf8') };
}

const WHOLE = someOf(
  [
    'recordings/examples/demo.acp.jsonl',
    'recordings/real/claude-0.100.0/edit.acp.jsonl',
    'recordings/real/gemini-0.61.0/edit.acp.jsonl',
  ],
  3,
);

test('the tests that the page copies, beside a recording or a saved fixture, pass, and fail when the client asks otherwise', async () => {
  const { header, entries } = await loadRecordingFile('recordings/real/claude-0.100.0/edit.acp.jsonl');
  const of = (as: 'fixture' | 'test') => shareEntries(as, entries, { header });
  const share = { as: 'fixture', of: 'filter', q: '', seq: null, redact: true } as const;
  const passes = of('test');
  const whole = await Promise.all(WHOLE.map((path, index) => copiedBeside(path, `whole${index}`)));
  const folder = project({
    ...(Object.assign({}, ...whole) as Record<string, string>), // texts by path
    [savedFileName(header.id, { share, page: false })]: of('fixture'),
    'passes.test.ts': passes,
    'fails.test.ts': passes.replace('"session/prompt"', '"session/absent"'),
  });
  const { code, stdout, stderr } = await runTests(folder);
  expect(stdout + stderr).toMatch(/✓ passes\.test\.ts/);
  for (const index of WHOLE.keys()) expect(stdout + stderr).toContain(`✓ whole${index}/copied.test.ts`);
  expect(stdout + stderr).toMatch(/FAIL +fails\.test\.ts/);
  expect(stdout + stderr).toContain('session/absent');
  expect(code).toBe(1);
});
