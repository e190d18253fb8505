import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkSettings } from '../../../proxy/cli/doctor/check-settings.ts';
import { lookAtSettings } from '../../../proxy/recorder/keep-settings.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { fakeInstallation, LINK, ROOT } from './installation.ts';

const PATH = `${ROOT}/acptap.config.json`;

/** The lines for a settings file with this text. */
function linesFor(text: string) {
  const file = join(temporaryFolder(), 'acptap.config.json');
  writeFileSync(file, text);
  chmodSync(file, 0o644);
  const lines = checkSettings(fakeInstallation({}, { settings: () => lookAtSettings(file) }));
  expect(statSync(file).mode & 0o777).toBe(0o644); // doctor changes nothing
  return lines.map(({ health, text: said, advice }) => [health, said.replace(file, PATH), advice]);
}

test.each([
  ['{}', 'no recording is removed by itself'],
  ['{"keep.max-size": null, "of.a-later-release": [1]}', 'no recording is removed by itself'],
  ['{"keep.max-size": "2GB", "keep.findings": "error"}', 'keep.max-size 2GB, keep.findings error'],
])('the settings %s are fine: %s', (text, said) => {
  expect(linesFor(text)).toEqual([['ok', said, undefined]]);
});

test('each value that is not understood is worth a look', () => {
  const nothing = `in ${PATH}: no recording is removed by itself`;
  expect(linesFor('{"keep.max-size": "2 apples", "keep.older-than": 30, "keep.findings": "error"}')).toEqual([
    [
      'look',
      `keep.max-size is "2 apples" ${nothing}`,
      'acptap config keep.max-size VALUE: give a size with its unit, like 500MB or 2GB, or off',
    ],
    [
      'look',
      `keep.older-than is 30 ${nothing}`,
      'acptap config keep.older-than VALUE: give hours, days or weeks, like 48h, 30d or 8w, or off',
    ],
  ]);
});

test.each(['', '{', '[]', '1'])('a settings file %j is broken', (text) => {
  expect(linesFor(text)).toEqual([
    ['broken', `the settings in ${PATH} are not a JSON object`, 'mend the file, or remove it'],
  ]);
});

test('a missing settings file is fine, and a pipe or folder in its place is not opened', () => {
  expect(checkSettings(fakeInstallation({}, { settings: lookAtSettings }))).toMatchObject([{ health: 'ok' }]);
  expect(checkSettings(fakeInstallation({ [PATH]: LINK }))).toEqual([]);
});

test('an unreadable settings file is broken', () => {
  const settings = () => {
    throw Object.assign(new Error('no'), { code: 'EACCES', path: PATH });
  };
  expect(checkSettings(fakeInstallation({}, { settings }))).toMatchObject([
    { health: 'broken', text: expect.stringMatching(/permission denied|cannot use/) as string },
  ]);
});
