import { expect, test } from 'vitest';
import { savedFileName } from '#core/share/file-name.ts';
import { loadRecordingFile } from '../../proxy/replay/playbook/read-recording.ts';
import { shareEntries } from '../core/share/share-entries.ts';
import { project, runTests } from '../support/vitest-project.ts';

test('the test that the page copies for a saved fixture passes beside it, and fails when the client asks otherwise', async () => {
  const { header, entries } = await loadRecordingFile('recordings/real/claude-0.100.0/edit.acp.jsonl');
  const of = (as: 'fixture' | 'test') => shareEntries(as, entries, { header });
  const share = { as: 'fixture', of: 'filter', q: '', seq: null, redact: true } as const;
  const passes = of('test');
  const folder = project({
    [savedFileName(header.id, { share, page: false })]: of('fixture'),
    'passes.test.ts': passes,
    'fails.test.ts': passes.replace('"session/prompt"', '"session/absent"'),
  });
  const { code, stdout, stderr } = await runTests(folder);
  expect(stdout + stderr).toMatch(/✓ passes\.test\.ts/);
  expect(stdout + stderr).toMatch(/FAIL +fails\.test\.ts/);
  expect(stdout + stderr).toContain('session/absent');
  expect(code).toBe(1);
});
