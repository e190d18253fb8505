import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { USER_NAME } from '#core/redaction/mask.ts';
import { maskedValues } from '../../proxy/cli/recordings/masked-values.ts';
import { openRecording } from '../../proxy/cli/recordings/find-recording.ts';
import { temporaryFile } from '../support/recording-file.ts';
import { corpusRecording } from './corpus/corpus-recording.ts';
import { redacted } from './redact-entries.ts';
import { rounds, someOf } from '../support/effort.ts';

/** Returns what `redact --scan` lists for the export of a recording. */
async function foundInExport(path: string) {
  const recording = await openRecording(path);
  const file = temporaryFile(redacted([...recording.entries()], recording.header));
  recording.close();
  const exported = await openRecording(file);
  const rows = [...maskedValues(exported, { reveal: true })].filter(({ rule }) => rule !== USER_NAME);
  exported.close();
  return rows;
}

test.each(['secrets', 'harmless'] as const)('nothing is left to mask in the redacted %s texts', async (name) => {
  expect(await foundInExport(temporaryFile(corpusRecording(name, rounds(9, 1))))).toEqual([]);
});

test('nothing is left to mask in redacted recordings of real agents', async () => {
  const files = globSync('recordings/**/*.acp.jsonl').filter((file) => !file.includes('from-the-future'));
  expect(files.length).toBeGreaterThan(50);
  for (const file of someOf(files, 12)) expect([file, await foundInExport(file)]).toEqual([file, []]);
});
