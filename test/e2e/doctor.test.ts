import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, kill, peer, startShim } from '../support/processes.ts';

interface Line {
  readonly subject: string;
  readonly health: string;
  readonly text: string;
  readonly advice: string | null;
}

const DEMO = 'recordings/examples/demo.acp.jsonl';

/** The report of `doctor --json` for a person with this home folder. */
async function doctor(home: string, data = join(home, 'data')) {
  const env = { HOME: home, XDG_CONFIG_HOME: '', XDG_DATA_HOME: '' };
  const { code, stdout, stderr } = await acptap({ home: data, env }, 'doctor', '--json');
  const lines = JSON.parse(stdout) as readonly Line[];
  const healthOf = (subject: string) => lines.filter((line) => line.subject === subject).map(({ health }) => health);
  return { code, stderr, lines, healthOf };
}

/** Every file with its mode, size, time and content. */
const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const { mode, size, mtimeMs } = statSync(join(folder, name));
      const isFile = statSync(join(folder, name)).isFile();
      return [
        name,
        mode,
        size,
        mtimeMs,
        isFile &&
          createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex'),
      ];
    });

test('without a data folder everything is fine, and none is made', async () => {
  const home = temporaryFolder();
  const { code, stderr, healthOf } = await doctor(home);
  expect([code, stderr, healthOf('data folder'), healthOf('native module')]).toEqual([0, '', ['ok'], ['ok']]);
  expect(existsSync(join(home, 'data'))).toBe(false);
});

test('a data folder with recordings stays as it is, byte for byte', async () => {
  const home = temporaryFolder();
  const data = join(home, 'data');
  await acptap(data, 'import', DEMO);
  const before = contents(data);
  const { code, healthOf } = await doctor(home);
  expect([code, healthOf('database'), healthOf('spools'), healthOf('size')]).toEqual([0, ['ok'], ['ok'], ['ok']]);
  expect(contents(data)).toEqual(before);
});

test('a damaged database is broken, and stays as it is', async () => {
  const home = temporaryFolder();
  const data = join(home, 'data');
  await acptap(data, 'import', DEMO);
  const bytes = readFileSync(join(data, 'acptap.db'));
  bytes.fill(0xff, 8192, 8192 * 4);
  writeFileSync(join(data, 'acptap.db'), bytes);
  const before = contents(data);
  const { code, lines } = await doctor(home);
  expect(code).toBe(1);
  expect(lines.find(({ subject }) => subject === 'database')).toMatchObject({
    health: 'broken',
    text: expect.stringMatching(/acptap\.db is damaged: [^*\n]+$/) as string,
    advice: expect.stringContaining('move') as string,
  });
  expect(contents(data)).toEqual(before);
  writeFileSync(join(data, 'acptap.db'), 'no database');
  expect((await doctor(home)).healthOf('database')).toEqual(['broken']);
});

test('the spool of a shim that was killed waits, and the next command reads it', async () => {
  const home = temporaryFolder();
  const data = join(home, 'data');
  const shim = startShim(peer('echo'), { home: data });
  shim.child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"x"}\n');
  await expect.poll(() => shim.stdout().length).toBeGreaterThan(0);
  const [spool = ''] = readdirSync(join(data, 'spool'));
  const bytes = readFileSync(join(data, 'spool', spool));
  kill(shim.pid, 'SIGKILL');
  await shim.exited;
  await acptap(data, 'list');
  writeFileSync(join(data, 'spool', spool), bytes, { mode: 0o600 }); // as an unread spool
  expect((await doctor(home)).lines).toContainEqual({
    subject: 'spools',
    health: 'look',
    text: `the spool of one recording waits to be read: ${spool}`,
    advice: 'acptap list reads it',
  });
  await acptap(data, 'list');
  expect((await doctor(home)).healthOf('spools')).toEqual(['ok']);
});

test('a wrapped agent whose cli.js is gone is broken, in words and as JSON', async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, '.jetbrains'));
  const agent = { command: process.execPath, args: ['/gone/dist/cli.js', 'run', '--', 'sh'] };
  writeFileSync(join(home, '.jetbrains/acp.json'), JSON.stringify({ agent_servers: { A: agent } }));
  const { code, healthOf } = await doctor(home);
  expect([code, healthOf('JetBrains IDEs')]).toEqual([1, ['broken']]);
  const words = await acptap({ home: join(home, 'data'), env: { HOME: home } }, 'doctor');
  expect(words.code).toBe(1);
  expect(words.stdout).toContain('broken  JetBrains IDEs: A is wrapped, but /gone/dist/cli.js is gone\n        → in ');
});
