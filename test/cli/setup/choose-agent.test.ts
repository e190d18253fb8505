import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wrap } from '../../../proxy/cli/setup/wrap.ts';
import { zed } from '../../../proxy/setup/editors/zed.ts';
import { readSettings, type SettingsFile } from '../../../proxy/setup/settings-file.ts';
import { temporaryFolder } from '../../support/folders.ts';

function settings(text: string): SettingsFile {
  const path = join(temporaryFolder(), 'settings.json');
  writeFileSync(path, text);
  return readSettings(path) as SettingsFile;
}

test('an unreadable file is not reported as lacking the agent', async () => {
  const readable = settings('{"agent_servers": {"E1": {"command": "e1"}}}');
  const broken = settings('{"agent_servers": {\n  "E2" {}}}');
  const options = { acptap: ['acptap'], home: '/home/me' } as const;
  await expect(wrap(zed, 'E2', [readable, broken], options)).rejects.toMatchObject({
    code: 'usage',
    message: `there is no agent "E2" (agents in ${readable.path}: E1); ${broken.path}:2:8 could not be read: colon expected`,
  });
});
