import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { acptap as run } from '../support/processes.ts';
import { recordingFile } from '../support/recording-file.ts';

const acptap = (...words: readonly string[]) => run(temporaryFolder(), ...words);

const SECRETS = String.raw`
  > 1 session/new {"cwd":"/home/me/app","mcpServers":[{"name":"pg","command":"pg","args":["--token","tok-4711"],"env":[]}]}
  ! DB_PASSWORD=swordfish9
`;

test('export --dry-run lists the place, rule and length of each masked value, never the value', async () => {
  const { code, stdout } = await acptap('export', recordingFile(SECRETS, { cwd: '/home/me/app' }), '--dry-run');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^header +cwd +user name +2 characters +user$/m);
  expect(stdout).toMatch(/^#0 +params\.mcpServers\[\]\.args\[\] +word of a command +8 characters +\[redacted-1\]$/m);
  expect(stdout).toMatch(/^#1 +text +named value +10 characters +\[redacted-2\]$/m);
  expect(stdout).toContain('masked: 4 values in 3 entries');
  expect(stdout).not.toMatch(/tok-4711|swordfish9/);
});

test('redact --scan finds the secrets of a recording, and none in its export', async () => {
  const file = recordingFile(SECRETS);
  const found = await acptap('redact', '--scan', file);
  expect(found.code).toBe(1);
  expect(found.stdout).toContain('2 values may be secret');
  expect(found.stdout).not.toMatch(/tok-4711|swordfish9/);

  const exported = join(temporaryFolder(), 'exported.acp.jsonl');
  await acptap('export', file, '-o', exported);
  const { code, stdout } = await acptap('redact', '--scan', exported);
  expect([code, stdout]).toEqual([0, 'nothing looks like a secret in 1 file\n']);
});

test('a header that says redacted does not keep export from masking', async () => {
  const file = recordingFile(SECRETS, { redacted: true });
  expect((await acptap('export', file)).stdout).not.toMatch(/tok-4711|swordfish9/);
  expect((await acptap('export', '--dry-run', file)).stdout).toMatch(/^masked: \d+ values in 2 entries/m);
  expect((await acptap('export', '--no-redact', file)).stdout).toContain('tok-4711');
});

test('redact --scan names the line of a text, as JSON too', async () => {
  const file = join(temporaryFolder(), 'issue.md');
  writeFileSync(file, 'It fails.\n\n    DB_PASSWORD=swordfish9\n');
  const { code, stdout } = await acptap('redact', '--scan', '--json', file);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({ file, place: 'line 3', rule: 'named value', length: 10 });
});

test('values are revealed on a terminal only', async () => {
  const { code, stdout, stderr } = await acptap('redact', '--scan', '--reveal', recordingFile(SECRETS));
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--reveal prints secrets, so it needs a terminal');
});

test('export --dry-run and --no-redact exclude each other', async () => {
  const { code, stderr } = await acptap('export', recordingFile(SECRETS), '--dry-run', '--no-redact');
  expect([code, stderr]).toEqual([2, expect.stringContaining('leave out --no-redact') as string]);
});
