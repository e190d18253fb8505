import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, answerOf, CLI, kill, peer, start, startShim } from '../support/processes.ts';
import { recordingFile, temporaryFile } from '../support/recording-file.ts';
import { waitFor } from '../support/wait-for.ts';
import { list, rawBytes } from './printed.ts';

const ODD = Buffer.concat([
  Buffer.from('{"jsonrpc":"2.0","id":9007199254740993,"method":"session/new","params":{}}\r\n'),
  Buffer.from([0xff, 0xfe, 0x0a, 0x00, 0x0a]),
  Buffer.from('npm WARN\n\n{"jsonrpc":"2.0","id":"1","method":"_cut'),
]);

/** A data folder with one recording: an agent that echoed these bytes. */
async function recorded(): Promise<string> {
  const home = temporaryFolder();
  const shim = startShim(peer('echo'), { home });
  shim.child.stdin.end(ODD);
  await shim.closed;
  return home;
}

const CLEAN = `> 1 session/new {"cwd":"/work","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  = exit {"code":0,"signal":null}`;

describe('acptap export and import', () => {
  test('give every byte back, and the same file again', async () => {
    const home = await recorded();
    const folder = temporaryFolder();
    const [one, two] = [join(folder, 'one.acp.jsonl'), join(folder, 'two.acp.jsonl')];
    expect(await acptap(home, 'export', 'latest', '--no-redact', '-o', one)).toMatchObject({ code: 0, stdout: '' });
    const other = temporaryFolder();
    const { code, stdout } = await acptap(other, 'import', one);
    expect([code, stdout]).toEqual([0, `${(await list(home))[0]?.id}\n`]);
    for (const from of ['client', 'agent', 'stderr'] as const)
      expect((await rawBytes(other, from)).equals(await rawBytes(home, from))).toBe(true);
    await acptap(other, 'export', 'latest', '--no-redact', '-o', two);
    expect(readFileSync(two, 'utf8')).toBe(readFileSync(one, 'utf8'));
    expect((await acptap(other, 'export', 'latest', '--no-redact')).stdout).toBe(readFileSync(one, 'utf8'));
    expect(readdirSync(folder)).toEqual(['one.acp.jsonl', 'two.acp.jsonl']);
  });

  test('leave nothing of a broken file, and name file and line', async () => {
    const home = temporaryFolder();
    const good = recordingFile(CLEAN);
    const bad = temporaryFile(`${readFileSync(good, 'utf8').replace('"recorded"', '"bad"')}{"t":\n`);
    const { code, stderr } = await acptap(home, 'import', bad);
    expect([code, await list(home)]).toEqual([2, []]);
    expect(stderr).toContain(`acptap: ${bad}: line 5`);
  });

  test('make the folders above the file', async () => {
    const path = join(temporaryFolder(), 'a', 'b', 'file.acp.jsonl');
    expect(await acptap(temporaryFolder(), 'export', recordingFile(CLEAN), '-o', path)).toMatchObject({ code: 0 });
    expect(readdirSync(dirname(path))).toEqual(['file.acp.jsonl']);
  });

  test.each([
    ['a recording without entries', '', [], 'has no entries'],
    ['entries that none match', CLEAN, ['--filter', 'method:fs/*'], 'matches method:fs/*'],
  ])('write no file of %s', async (_what, transcript, words, why) => {
    const folder = temporaryFolder();
    const file = recordingFile(transcript);
    const path = join(folder, 'a', 'file.acp.jsonl');
    const { code, stdout, stderr } = await acptap(temporaryFolder(), 'export', file, ...words, '-o', path);
    expect([code, stdout, stderr.includes(why), readdirSync(folder)]).toEqual([2, '', true, []]);
  });

  test('leave no half file where nothing can be written', async () => {
    const path = join(temporaryFile('no folder'), 'file.acp.jsonl');
    const { code, stderr } = await acptap(temporaryFolder(), 'export', recordingFile(CLEAN), '-o', path);
    expect([code, existsSync(path)]).toEqual([2, false]);
    expect(stderr).toContain(`cannot write ${path}`);
  });
});

describe('acptap export -o', () => {
  const exporting = (path: string) => acptap(temporaryFolder(), 'export', recordingFile(CLEAN), '-o', path);
  const LINES = 4;

  test('writes into a pipe and leaves it a pipe', async () => {
    const folder = temporaryFolder();
    const fifo = join(folder, 'fifo');
    await answerOf(start(['mkfifo', fifo]));
    const reader = start(['cat', fifo]);
    expect(await exporting(fifo)).toMatchObject({ code: 0, stderr: '' });
    await reader.closed;
    expect(reader.stdout().toString().trimEnd().split('\n')).toHaveLength(LINES);
    expect(lstatSync(fifo).isFIFO()).toBe(true);
    expect(readdirSync(folder)).toEqual(['fifo']);
  });

  test('replaces the file that a link names, and leaves the link', async () => {
    const folder = temporaryFolder();
    const [link, file] = [join(folder, 'link'), join(folder, 'file')];
    writeFileSync(file, 'before');
    symlinkSync('file', link);
    expect(await exporting(link)).toMatchObject({ code: 0, stderr: '' });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(LINES);
  });

  test('writes to stdout where the link leads there, as /dev/stdout does', async () => {
    const link = join(temporaryFolder(), 'stdout'); // the machine's own would be replaced where this fails
    symlinkSync('/proc/self/fd/1', link);
    const line = `'${process.execPath}' '${CLI}' export '${recordingFile(CLEAN)}' -o '${link}' | cat`;
    const { stdout, stderr } = await answerOf(start(['bash', '-c', line], { home: temporaryFolder() }));
    expect([stdout.trimEnd().split('\n').length, stderr]).toEqual([LINES, '']);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });
});

describe('acptap import', () => {
  const header = (file: string) => readFileSync(file, 'utf8').split('\n')[0] ?? '';

  test('from a slow pipe does not block writers, and stays hidden until it is complete', async () => {
    const home = temporaryFolder();
    const [one, two] = [recordingFile(CLEAN, { id: 'slow' }), recordingFile(CLEAN, { id: 'quick' })];
    const slow = start([process.execPath, CLI, 'import', '-'], { home });
    slow.child.stdin.write(`${header(one)}\n`);
    await waitFor('the import to begin', () => halfImports(home).length === 1);
    expect(await acptap(home, 'import', two)).toMatchObject({ code: 0, stdout: 'quick\n', stderr: '' });
    expect((await list(home)).map(({ id }) => id)).toEqual(['quick']);
    expect(await acptap(home, 'show', 'slow')).toMatchObject({ code: 2 });
    slow.child.stdin.end(readFileSync(one, 'utf8').split('\n').slice(1).join('\n'));
    expect(await slow.closed).toMatchObject({ code: 0 });
    expect((await list(home)).map(({ id }) => id).toSorted()).toEqual(['quick', 'slow']);
    expect(halfImports(home)).toEqual([]);
  });

  test('leaves nothing after a kill once another command has run', async () => {
    const home = temporaryFolder();
    const file = recordingFile(CLEAN, { id: 'killed' });
    const killed = start([process.execPath, CLI, 'import', '-'], { home });
    killed.child.stdin.write(`${header(file)}\n`);
    await waitFor('the import to begin', () => halfImports(home).length === 1);
    kill(killed.pid, 'SIGKILL');
    await killed.closed;
    expect([await list(home), halfImports(home)]).toEqual([[], []]);
    expect(await acptap(home, 'import', file)).toMatchObject({ code: 0 });
  });

  /** The rows of a recording that no command shows. */
  function halfImports(home: string): readonly unknown[] {
    if (!existsSync(join(home, 'acptap.db'))) return [];
    const connection = new Database(join(home, 'acptap.db'), { readonly: true });
    try {
      return connection.prepare('SELECT id FROM recording WHERE importer IS NOT NULL').all();
    } catch {
      return []; // its tables are being made
    } finally {
      connection.close();
    }
  }
});
