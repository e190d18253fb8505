import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { identify } from '../../proxy/shim/process-identity.ts';
import { startRecorder } from '../../proxy/shim/start-recorder.ts';
import { temporaryFolder } from '../support/folders.ts';
import { waitFor } from '../support/wait-for.ts';

test('a recorder that cannot run is replaced as often as asked, and no more', async () => {
  const folder = temporaryFolder();
  const [program, starts] = [join(folder, 'node'), join(folder, 'starts')];
  writeFileSync(program, `#!/bin/sh\necho >>${starts}\n`);
  chmodSync(program, 0o755);
  writeFileSync(starts, '');
  const { execPath } = process;
  onTestFinished(() => void (process.execPath = execPath));
  process.execPath = program;
  startRecorder({ database: '', watched: '', shim: identify(process.pid) }, { restarts: 2 });
  const count = () => readFileSync(starts).length;
  await waitFor('the last one', () => count() >= 3);
  await pause(500); // time for further ones
  expect(count()).toBe(3);
});
