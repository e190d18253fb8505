import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { takeBack } from '../../../proxy/cli/setup/take-back.ts';
import { zed } from '../../../proxy/setup/editors/zed.ts';
import { type CommandEntry, readAgents } from '../../../proxy/setup/read-agents.ts';
import { readSettings, type SettingsFile } from '../../../proxy/setup/settings-file.ts';
import { writeEdit } from '../../../proxy/setup/undo-record.ts';
import { copyAgent } from '../../../proxy/setup/wrap-agent.ts';
import { temporaryFolder } from '../../support/folders.ts';

/** A settings file with two agents. */
function settings(): SettingsFile {
  const path = join(temporaryFolder(), 'settings.json');
  writeFileSync(path, '{"agent_servers": {"Gemini": {"command": "gemini"}, "Codex": {"command": "codex-acp"}}}');
  return readSettings(path) as SettingsFile;
}

const WRONG = 'acptap setup has not wrapped "Gemni" in the settings of Zed';

test('undo of an unwrapped agent lists the wrapped agents', async () => {
  const file = settings();
  await expect(takeBack(zed, [file], { agent: 'Gemni' })).rejects.toMatchObject({
    code: 'usage',
    message: `${WRONG} (agents that it can take back: none)`,
  });
  const [gemini] = readAgents(file.text, zed) as readonly [CommandEntry];
  writeEdit(file, copyAgent(file.text, gemini, { acptap: ['acptap'], home: '/home/me' }));
  await expect(takeBack(zed, [file], { agent: 'Gemni' })).rejects.toMatchObject({
    code: 'usage',
    message: `${WRONG}: did you mean Gemini? (agents that it can take back: Gemini (acptap), Gemini)`,
  });
});

test('undo of a copy that a person changed advises to remove its entry', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const { path, ...file } = settings();
    const [gemini] = readAgents(file.text, zed) as readonly [CommandEntry];
    writeEdit({ path, ...file }, copyAgent(file.text, gemini, { acptap: ['acptap'], home: '/home/me' }));
    const copied = readFileSync(path, 'utf8');
    writeFileSync(path, copied.replace('"Gemini (acptap)": {', '"Gemini (acptap)": {"env": {},'));
    expect(await takeBack(zed, [readSettings(path) as SettingsFile], {})).toBe(1);
    expect(stderr.mock.calls).toEqual([
      [
        `acptap: Gemini (acptap) in ${path} was changed after acptap added it: remove the entry "Gemini (acptap)" by hand\n`,
      ],
    ]);
  } finally {
    stderr.mockRestore();
  }
});

test('names with control characters are escaped', async () => {
  await expect(takeBack(zed, [settings()], { agent: 'Ge\nm\u001B[2J' })).rejects.toMatchObject({
    message: String.raw`acptap setup has not wrapped "Ge\x0am\x1b[2J" in the settings of Zed (agents that it can take back: none)`,
  });
});
