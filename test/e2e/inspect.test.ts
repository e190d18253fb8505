import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { acptap } from '../support/processes.ts';
import { recordingFile } from '../support/recording-file.ts';
import { waitFor } from '../support/wait-for.ts';

const namesIn = async (inspector: Inspector) =>
  (JSON.parse((await inspector.get('/api/recordings')).body) as { name: string }[]).map(({ name }) => name);

const record = (home: string, name: string) => acptap(home, 'import', recordingFile('> 1 _a', { name }));

test('an inspector shows new recordings after its data folder was emptied', async () => {
  const home = temporaryFolder();
  await record(home, 'before');
  const inspector = await startInspector(home, onTestFinished);
  expect(await namesIn(inspector)).toEqual(['before']);
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
  await record(home, 'after');
  await waitFor('the recording of the new database', async () => (await namesIn(inspector))[0] === 'after');
  expect(await namesIn(inspector)).toEqual(['after']);
});
