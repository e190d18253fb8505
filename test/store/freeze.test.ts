import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { importAlone } from '../../proxy/cli/recordings/import-file.ts';
import { openRecording } from '../../proxy/cli/recordings/find-recording.ts';
import { identify } from '../../proxy/shim/process-identity.ts';
import { openStore } from '../../proxy/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';

test('a recording that another process removes while it is read stays whole to the reader', async () => {
  const home = temporaryFolder();
  vi.stubEnv('ACPTAP_HOME', home);
  onTestFinished(() => void vi.unstubAllEnvs());
  const other = openStore(join(home, 'acptap.db'));
  onTestFinished(() => other.close());
  const { no } = await importAlone(other, 'recordings/examples/demo.acp.jsonl');
  const recording = await openRecording('demo');
  onTestFinished(() => recording.close());
  const { total } = recording.summary();
  const entries = recording.entries()[Symbol.iterator]();
  entries.next();
  other.write.remove(no, identify(process.pid));
  expect(other.read.find('demo')).toEqual([]);
  let count = 1;
  while (!entries.next().done) count += 1;
  expect(count).toBe(total);
  await expect(openRecording('demo')).rejects.toThrow(/no recording has an id or name like "demo"/);
});
