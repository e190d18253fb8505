import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, CLI, peer, start, startShim } from '../support/processes.ts';
import { list } from '../support/recorded.ts';
import { recordingFile } from '../support/recording-file.ts';

/** A data folder with recordings that ended so many days ago, and are named after that. */
async function homeWith(...days: readonly number[]): Promise<string> {
  const home = temporaryFolder();
  const files = days.map((day) => recordingFile(`> 1 _a "${'x'.repeat(50_000)}"`, { id: `day-${day}` }));
  await acptap(home, 'import', ...files);
  for (const day of days) {
    const at = Date.now() - day * 86_400_000;
    query(
      join(home, 'acptap.db'),
      `UPDATE recording SET started_at = ${at}, ended_at = ${at}, imported_at = NULL WHERE id = 'day-${day}'`,
    );
  }
  return home;
}

const idsIn = async (home: string) => (await list(home)).map(({ id }) => id);

test('prune removes old recordings and says what it freed; a dry run only lists them', async () => {
  const home = await homeWith(40, 35, 2);
  const dry = await acptap(home, 'prune', '--older-than', '30d', '--dry-run');
  expect([dry.code, dry.stderr]).toEqual([0, '']);
  expect(dry.stdout).toMatch(
    /^ID .*\nday-40 .* \d+ kB .*\nday-35 .*\n2 recordings would go, about 1\d\d kB\. Nothing was/,
  );
  const asked = await acptap(home, 'prune', '--older-than', '30d');
  expect([asked.code, asked.stderr]).toEqual([
    2,
    'acptap: nothing was changed, because there is no terminal to ask on: add --yes\n',
  ]);
  expect(await idsIn(home)).toEqual(['day-2', 'day-35', 'day-40']);
  const { stdout, stderr, code } = await acptap(home, 'prune', '--older-than', '30d', '--yes');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/\n2 recordings removed, 1\d\d kB freed; \d+ kB are used now\.\n$/);
  expect(await idsIn(home)).toEqual(['day-2']);
  expect((await acptap(home, 'prune', '--older-than', '30d')).stdout).toMatch(/^Nothing may be removed: .*\n$/);
});

test('prune --max-size removes the oldest until the rest is small enough, and says when it cannot', async () => {
  const home = await homeWith(40, 35, 2, 0.5);
  const before = JSON.parse((await acptap(home, 'prune', '--max-size', '1TB', '--json')).stdout) as { used: number };
  const size = `${(before.used - 30_000) / 1000}kB`;
  const { stdout } = await acptap(home, 'prune', '--max-size', size, '--json', '--yes');
  expect(JSON.parse(stdout)).toMatchObject({ dryRun: false, recordings: [{ id: 'day-40', name: null, findings: {} }] });
  const small = await acptap(home, 'prune', '--max-size', '10kB', '--yes');
  expect(small.code).toBe(0);
  expect(small.stderr).toMatch(/is still more than 10 kB: the remaining recordings are younger than 24 hours, pinned/);
  expect(await idsIn(home)).toEqual(['day-0.5']);
});

test('prune asks on a terminal, and removes nothing without a yes', async ({ skip }) => {
  const home = await homeWith(40);
  const words = [process.execPath, CLI, 'prune', '--older-than', '30d'].join(' ');
  const asked = (answer: string) => {
    const running = start(['script', '-qec', words, '/dev/null'], { home });
    running.child.stdin.write(answer);
    return running.closed.then((outcome) => ({ ...outcome, output: running.stdout().toString() }));
  };
  const no = await asked('n\n').catch(() => skip('NOT TESTED: a terminal needs the program script'));
  expect(no.output).toMatch(/Remove 1 recording, about \d+ kB\? \[y\/N\]/);
  expect([no.code, await idsIn(home)]).toEqual([1, ['day-40']]);
  expect([(await asked('y\n')).code, await idsIn(home)]).toEqual([0, []]);
});

test('prune refuses while an agent is recorded, and works when it has ended', async () => {
  const home = await homeWith(40);
  const shim = startShim(peer('echo'), { home });
  shim.child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"_x"}\n');
  await expect.poll(async () => (await idsIn(home)).length).toBe(2);
  const { code, stderr } = await acptap(home, 'prune', '--older-than', '30d');
  expect(code).toBe(2);
  expect(stderr).toMatch(/is being recorded, imported or removed: prune when that has ended/);
  expect((await acptap(home, 'prune', '--older-than', '30d', '--dry-run')).stdout).toContain('1 recording would go');
  shim.child.stdin.end();
  await shim.closed;
  expect((await acptap(home, 'prune', '--older-than', '30d', '--yes')).code).toBe(0);
  expect(await idsIn(home)).not.toContain('day-40');
});

test('the recorder prunes by itself if the settings ask for it', async () => {
  const home = await homeWith(40, 20);
  const record = async () => {
    const shim = startShim(peer('echo'), { home });
    shim.child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"_x"}\n');
    await shim.closed;
  };
  await record();
  await expect.poll(async () => await idsIn(home)).toHaveLength(3);
  expect(await idsIn(home)).toEqual(expect.arrayContaining(['day-40', 'day-20']));
  expect(await acptap(home, 'config', 'keep.older-than', '30d')).toMatchObject({ code: 0, stdout: '30d\n' });
  await record();
  await expect.poll(async () => await idsIn(home)).not.toContain('day-40');
  expect(await idsIn(home)).toContain('day-20');
  expect(await acptap(home, 'config', 'keep.older-than', 'off')).toMatchObject({ code: 0, stdout: 'off\n' });
});

test('config lists, prints and sets, and keeps settings that it does not know', async () => {
  const home = temporaryFolder();
  const file = join(home, 'acptap.config.json');
  expect((await acptap(home, 'config')).stdout).toMatch(/keep\.max-size +off .*\nkeep\.older-than +off .*\n/);
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, '{"of.a-later-release":[1]}');
  expect((await acptap(home, 'config', 'keep.max-size', '2GB')).stdout).toBe('2GB\n');
  expect((await acptap(home, 'config', 'keep.max-size')).stdout).toBe('2GB\n');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ 'of.a-later-release': [1], 'keep.max-size': '2GB' });
  expect(JSON.parse((await acptap(home, 'config', '--json')).stdout)).toEqual({
    'keep.max-size': '2GB',
    'keep.older-than': null,
    'keep.findings': null,
  });
  await acptap(home, 'config', 'keep.max-size', 'off');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ 'of.a-later-release': [1] });
  writeFileSync(file, '{"keep.max-size":"lots"}');
  expect((await acptap(home, 'config')).stdout).toMatch(/keep\.max-size +lots +not understood, so nothing is removed/);
});

test.each([
  [['prune'], /say which recordings may go: acptap prune --older-than 30d, or --max-size 2GB/],
  [['prune', '--older-than', '30'], /--older-than "30": give hours, days or weeks, like 48h, 30d or 8w/],
  [['prune', '--older-than', '-1d'], /: give hours|argument missing/],
  [['prune', '--max-size', '2'], /--max-size "2": give a size with its unit, like 500MB or 2GB/],
  [['prune', '--max-size', '2GB', '--keep-findings', 'bad'], /: give one of error, warning, note/],
  [['prune', 'latest', '--older-than', '1d'], /too many arguments/],
  [['config', 'keep.maxsize', '2GB'], /there is no setting "keep\.maxsize": did you mean keep\.max-size\?/],
  [['config', 'colour'], /there is no setting "colour" \(settings: keep\.max-size,/],
  [['config', 'keep.max-size', '2'], /keep\.max-size cannot be "2": give a size with its unit, .* or off/],
  [['config', 'keep.older-than', '2months'], /give hours, days or weeks, like 48h, 30d or 8w, or off/],
  [['config', 'keep.findings', 'all'], /give error, warning or note, or off/],
])('%j is refused with what to do', async (words, message) => {
  const { code, stdout, stderr } = await acptap(temporaryFolder(), ...words);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});

test('a settings file that is not a JSON object is reported and left as it is', async () => {
  const home = temporaryFolder();
  const file = join(home, 'acptap.config.json');
  for (const text of ['{', '[]', '']) {
    writeFileSync(file, text);
    for (const words of [['config'], ['config', 'keep.max-size', '2GB']])
      expect(await acptap(home, ...words)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('not a JSON object: mend the file, or remove it') as string,
      });
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});
