import { expect, test } from 'vitest';
import { loadRecordingFile } from '../../../proxy/replay/playbook/read-recording.ts';
import { shareEntries } from './share-entries.ts';

const shared = async (kind: string, form: 'markdown' | 'mermaid' | 'llm', selected?: number) => {
  const { entries, header } = await loadRecordingFile(`recordings/interventions/${kind}.acp.jsonl`);
  return shareEntries(form, entries, { header, ...(selected === undefined ? {} : { selected }) });
};

test('an issue names the faults and the seed, and quotes the delivered frames', async () => {
  expect(await shared('drop', 'markdown')).toContain('- acptap takes part, seed 7 · drop where update:');
  const issue = await shared('unknown-update', 'markdown', 7);
  expect(issue).toContain('acptap: unknown-update');
  expect(issue).toMatch(/Delivered instead:\n\n```text\n.*"sessionUpdate":"unknown_by_acptap"/);
});

test('a diagram crosses out a message that was not delivered', async () => {
  expect(await shared('drop', 'mermaid')).toContain('agent-xclient: acptap#58; drop, not delivered');
});

test('a text for models explains the marks, and joins no touched chunk with its neighbours', async () => {
  const text = await shared('corrupt', 'llm');
  expect(text).toContain('acptap took part on purpose');
  expect(text).toMatch(/^#12 · .* · acptap: corrupt\n.*"text":"One ".*\ndelivered: /m);
  expect(text).toContain('two three.');
});
