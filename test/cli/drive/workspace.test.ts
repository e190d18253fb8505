import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Outcome } from '#core/wire/jsonrpc.ts';
import { openWorkspace } from '../../../proxy/cli/drive/workspace.ts';
import { rounds } from '../../support/effort.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { isGone, processOf, start } from '../../support/processes.ts';
import { waitFor } from '../../support/wait-for.ts';

/** A workspace beside a folder that it must not read. */
function workspace() {
  const top = realpathSync(temporaryFolder());
  const [inside, outside] = [join(top, 'inside'), join(top, 'outside')];
  mkdirSync(inside);
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret'), 'secret');
  const notes: string[] = [];
  const open = openWorkspace(inside, (note) => notes.push(note));
  onTestFinished(() => open.close());
  const ask = async (method: string, params: object) => {
    const outcome = await open.serve(method, params);
    if (!outcome) throw new Error(`no such method: ${method}`);
    return outcome;
  };
  const read = (path: string, more: object = {}) => ask('fs/read_text_file', { path, ...more });
  const write = (path: string, content: string) => ask('fs/write_text_file', { path, content });
  const run = async (params: object) => {
    const outcome = await ask('terminal/create', params);
    return outcome.ok ? (outcome.result as { terminalId: string }).terminalId : JSON.stringify(outcome.error);
  };
  return { inside, outside, notes, ask, read, write, run, close: open.close };
}

const codeOf = (outcome: Outcome) => (outcome.ok ? 'a result' : outcome.error.code);
const resultOf = (outcome: Outcome) => (outcome.ok ? outcome.result : outcome.error);

describe('files in a workspace', () => {
  test('are written, with their folders, and read, with their lines', async () => {
    const { inside, read, write } = workspace();
    const path = join(inside, 'a', 'b.txt');
    expect(await write(path, 'one\ntwo\nthree')).toEqual({ ok: true, result: {} });
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree');
    expect(resultOf(await read(path))).toEqual({ content: 'one\ntwo\nthree' });
    expect(resultOf(await read(path, { line: 2, limit: 1 }))).toEqual({ content: 'two\n' });
    expect(resultOf(await read(path, { line: 3 }))).toEqual({ content: 'three' });
    await write(path, 'x');
    expect(readFileSync(path, 'utf8')).toBe('x');
  });

  test.each<[method: string, name: string, params: { readonly path?: unknown; readonly content?: unknown }]>([
    ['fs/write_text_file', 'content', { path: 'a.txt' }],
    ['fs/write_text_file', 'content', { path: 'a.txt', content: 5 }],
    ['fs/write_text_file', 'path', { content: 'x' }],
    ['fs/read_text_file', 'path', { path: 5 }],
    ['fs/read_text_file', 'path', {}],
    ['terminal/create', 'command', {}],
  ])('%s without its %s is refused, and no file is touched', async (method, name, params) => {
    const { inside, ask, write } = workspace();
    const path = join(inside, 'a.txt');
    await write(path, 'kept');
    expect(await ask(method, { ...params, ...(params.path === 'a.txt' ? { path } : {}) })).toEqual({
      ok: false,
      error: { code: -32602, message: `Invalid params: ${name} has to be a string` },
    });
    expect(readFileSync(path, 'utf8')).toBe('kept');
  });

  test('that cannot be written give a short reason without our system call', async () => {
    const { inside, outside, notes, write } = workspace();
    await write(join(inside, 'file'), 'x');
    expect(resultOf(await write(join(inside, 'file', 'x'), ''))).toEqual({
      code: -32603,
      message: 'fs/write_text_file failed: ENOTDIR: not a directory',
    });
    const long = resultOf(await write(join(inside, 'a'.repeat(5000)), '')) as { message: string };
    expect(long.message).toBe('fs/write_text_file failed: ENAMETOOLONG: name too long');
    await write(join(outside, 'a'.repeat(5000)), '');
    expect(notes.map(({ length }) => length < 600)).toEqual([true]);
  });

  test('that do not exist are not found', async () => {
    const { inside, read } = workspace();
    const path = join(inside, 'none');
    expect(await read(path)).toEqual({
      ok: false,
      error: { code: -32002, message: 'Resource not found', data: { uri: path } },
    });
    expect(existsSync(path)).toBe(false);
  });

  test('may be links within it', async () => {
    const { inside, read } = workspace();
    writeFileSync(join(inside, 'real'), 'x');
    symlinkSync('real', join(inside, 'link'));
    expect(resultOf(await read(join(inside, 'link')))).toEqual({ content: 'x' });
  });
});

describe('a path that leads out of the workspace', () => {
  test.each([
    ['absolute', ({ outside }: Places) => join(outside, 'secret')],
    ['with ..', ({ inside }: Places) => `${inside}/../outside/secret`],
    ['with .. behind a folder that is not there', ({ inside }: Places) => `${inside}/none/../../outside/secret`],
    ['with the same beginning', ({ inside }: Places) => `${inside}-2/secret`],
    ['relative', () => 'secret'],
    ['of the root', () => '/'],
    ['empty', () => ''],
    ['a link to a file', ({ inside, outside }: Places) => link(join(outside, 'secret'), join(inside, 'link'))],
    ['a relative link to a file', ({ inside }: Places) => link('../outside/secret', join(inside, 'link'))],
    ['through a link to a folder', ({ inside, outside }: Places) => `${link(outside, join(inside, 'link'))}/secret`],
    [
      'through two links',
      ({ inside, outside }: Places) => {
        link(outside, join(inside, 'one'));
        return `${link(join(inside, 'one'), join(inside, 'two'))}/secret`;
      },
    ],
    ['a link to nothing', ({ inside, outside }: Places) => link(join(outside, 'none'), join(inside, 'link'))],
  ] as const)('is refused: %s', async (_what, pathOf) => {
    const { inside, outside, notes, read, write } = workspace();
    const path = pathOf({ inside, outside });
    expect(codeOf(await read(path))).toBe(-32602);
    expect(codeOf(await write(path, 'overwritten'))).toBe(-32602);
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
    expect(existsSync(join(outside, 'none'))).toBe(false);
    expect(notes).toHaveLength(2);
    expect(notes[0]).toContain('fs/read_text_file was refused: ');
  });

  test('is refused for new files in new folders behind a link', async () => {
    const { inside, outside, write } = workspace();
    link(outside, join(inside, 'link'));
    expect(codeOf(await write(join(inside, 'link', 'new', 'file'), 'x'))).toBe(-32602);
    expect(existsSync(join(outside, 'new'))).toBe(false);
  });

  test('is refused when a folder was made a link after it had been used', async () => {
    const { inside, outside, read, write } = workspace();
    const path = join(inside, 'folder', 'secret');
    await write(path, 'mine');
    expect(resultOf(await read(path))).toEqual({ content: 'mine' });
    rmSync(join(inside, 'folder'), { recursive: true });
    link(outside, join(inside, 'folder'));
    expect(codeOf(await read(path))).toBe(-32602);
    expect(codeOf(await write(path, 'overwritten'))).toBe(-32602);
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
  });

  test('is never followed, even if the link is added between check and use', async () => {
    const { inside, outside, read, write } = workspace();
    const folder = join(inside, 'folder');
    const swap = `const { mkdirSync, rmSync, symlinkSync } = require('node:fs');
      for (;;) try {
        rmSync(${JSON.stringify(folder)}, { recursive: true, force: true });
        symlinkSync(${JSON.stringify(outside)}, ${JSON.stringify(folder)});
        rmSync(${JSON.stringify(folder)}, { force: true });
        mkdirSync(${JSON.stringify(folder)});
      } catch {}`;
    const swapper = start([process.execPath, '-e', swap]);
    await waitFor('the first link', () => existsSync(folder));
    const seen = new Set<string>();
    for (let times = 0; times < rounds(50, 300) || (seen.size < 2 && times < 300); times++) {
      const got = await read(join(folder, 'secret'));
      seen.add(got.ok ? 'a result' : String(got.error.code));
      expect(JSON.stringify(got)).not.toContain('"content":"secret"');
      await write(join(folder, 'secret'), 'overwritten');
      await write(join(folder, 'new', 'file'), 'x');
    }
    swapper.child.kill('SIGKILL');
    await swapper.closed;
    expect(seen.size).toBeGreaterThan(1); // the race took place
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
    expect(readdirSync(outside)).toEqual(['secret']);
  });

  test('is refused as the folder of a command where it does not exist', async () => {
    const { inside, run } = workspace();
    expect(JSON.parse(await run({ command: 'ls', cwd: join(inside, 'none') }))).toEqual({
      code: -32602,
      message: `Invalid params: the folder ${join(inside, 'none')} does not exist`,
    });
  });

  test('is refused as the folder of a command', async () => {
    const { inside, outside, run } = workspace();
    expect(await run({ command: 'touch', args: ['here'], cwd: outside })).toContain('-32602');
    expect(await run({ command: 'touch', args: ['here'], cwd: link(outside, join(inside, 'link')) })).toContain(
      '-32602',
    );
    expect(existsSync(join(outside, 'here'))).toBe(false);
  });
});

interface Places {
  readonly inside: string;
  readonly outside: string;
}

function link(target: string, path: string): string {
  symlinkSync(target, path);
  return path;
}

describe('commands in a workspace', () => {
  const node = (code: string) => ({ command: process.execPath, args: ['-e', code] });

  test('run in it, with the agent’s additions to the environment', async () => {
    const { inside, ask, run } = workspace();
    const terminalId = await run({
      ...node(
        'console.log(process.cwd(), process.env.MINE, Boolean(process.env.PATH)); console.error("e"); process.exit(3)',
      ),
      env: [{ name: 'MINE', value: 'yes' }],
    });
    expect(resultOf(await ask('terminal/wait_for_exit', { terminalId }))).toEqual({ exitCode: 3, signal: null });
    expect(resultOf(await ask('terminal/output', { terminalId }))).toEqual({
      output: `${inside} yes true\ne\n`,
      truncated: false,
      exitStatus: { exitCode: 3, signal: null },
    });
    expect(resultOf(await ask('terminal/release', { terminalId }))).toEqual({});
    expect(codeOf(await ask('terminal/output', { terminalId }))).toBe(-32602);
  });

  test('are shell lines if they have spaces and no arguments', async () => {
    const { ask, run } = workspace();
    const terminalId = await run({ command: 'echo one && echo two' });
    await ask('terminal/wait_for_exit', { terminalId });
    expect(resultOf(await ask('terminal/output', { terminalId }))).toMatchObject({ output: 'one\ntwo\n' });
  });

  test('keep the end of their output, cut between characters', async () => {
    const { ask, run } = workspace();
    const terminalId = await run({ ...node('process.stdout.write("aé".repeat(1000))'), outputByteLimit: 7 });
    await ask('terminal/wait_for_exit', { terminalId });
    expect(resultOf(await ask('terminal/output', { terminalId }))).toMatchObject({
      output: 'aéaé',
      truncated: true,
    });
  });

  test('are killed with their child processes, and waiting requests are answered', async () => {
    const { ask, run } = workspace();
    const terminalId = await run({ command: 'sleep 600 & echo $! && wait' });
    const waiting = ask('terminal/wait_for_exit', { terminalId });
    const pid = await waitFor('the child', async () => {
      const { output } = resultOf(await ask('terminal/output', { terminalId })) as { output: string };
      return Number(output.trim());
    });
    const child = processOf(pid);
    expect(resultOf(await ask('terminal/kill', { terminalId }))).toEqual({});
    expect(resultOf(await waiting)).toMatchObject({ signal: 'SIGTERM' });
    expect(isGone(child)).toBe(true);
    expect(resultOf(await ask('terminal/output', { terminalId }))).toMatchObject({ exitStatus: { signal: 'SIGTERM' } });
  });

  test('end with the workspace, even if they ignore SIGTERM', async () => {
    const { ask, run, close } = workspace();
    const terminalId = await run(
      node('process.on("SIGTERM", () => {}); console.log(process.pid); setInterval(() => {}, 1000)'),
    );
    const pid = await waitFor('the command', async () => {
      const { output } = resultOf(await ask('terminal/output', { terminalId })) as { output: string };
      return Number(output.trim());
    });
    const stubborn = processOf(pid);
    await close();
    expect(isGone(stubborn)).toBe(true);
  });

  test('that cannot be started are an error', async () => {
    const { run } = workspace();
    expect(await run({ command: 'no-such-command-anywhere' })).toContain('-32603');
  });
});

test('a workspace has to be a folder', () => {
  expect(() => openWorkspace(join(temporaryFolder(), 'none'), () => {})).toThrow(/is not a folder/);
});
