import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLong, someOf } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, peer, startShim, stdoutHas } from '../support/processes.ts';

const request = (id: string, method: string) => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}\n`;

const FAILING = `
  console.log('a word of the script');
  export default {
    onFailure: ON_FAILURE,
    async frame(frame, wire) {
      if (frame.kind !== 'request') return undefined;
      if (frame.method === '_throws') throw new TypeError('a mistake');
      if (frame.method === '_waits') await new Promise(() => {});
      if (frame.method === '_loops') for (;;);
      if (frame.method === '_blocks') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // as a loop, at rest
      if (frame.method === '_changes') return [frame.withParams({ n: 1 }), wire.inject('client', { method: '_extra' })];
    },
  };`;

/** Sends requests through a script that fails. */
async function failing(onFailure: 'pass' | 'refuse', methods: readonly string[]) {
  const home = temporaryFolder();
  const file = join(home, 'failing.mjs');
  writeFileSync(file, FAILING.replace('ON_FAILURE', `'${onFailure}'`));
  const running = startShim(peer('asking-agent'), { home, run: ['--script', file] });
  for (const [id, method] of methods.entries()) running.child.stdin.write(request(`9007199254740993${id}`, method));
  running.child.stdin.write(request('"last"', '_ok'));
  await stdoutHas(running, '"id":"last"');
  running.child.stdin.end();
  await running.closed;
  return { home, running };
}

const GUARD = `
  import { defineScript } from 'acptap/script';
  export default defineScript({
    onFailure: 'refuse',
    frame(frame, wire) {
      if (frame.method === 'session/new' && frame.from === 'client') return frame.withParams({ ...frame.params, mcpServers: [] });
      if (frame.method === 'fs/write_text_file' && !frame.params.path.startsWith(wire.session(frame.sessionId)?.cwd ?? '/')) return wire.answer(frame, { error: { code: -32000, message: 'outside the project' } });
    },
  });`;

test('a guard that tests only the method sees the params of the request also in its answer, which passes', async () => {
  const home = temporaryFolder();
  const file = join(home, 'guard.mjs');
  writeFileSync(file, GUARD);
  const running = startShim(peer('asking-agent'), { home, run: ['--script', file] });
  const send = (message: object) => running.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const write = (id: number, path: string) => ({
    id,
    method: 'fs/write_text_file',
    params: { sessionId: 's', path, content: '' },
  });
  send({ id: 1, method: 'session/new', params: { cwd: '/work', mcpServers: [{ name: 'files' }] } });
  await stdoutHas(running, '"sessionId":"s"');
  const text = JSON.stringify([write(7, '/work/a'), write(8, '/etc/passwd')]);
  send({ id: 2, method: 'session/prompt', params: { sessionId: 's', prompt: [{ type: 'text', text }] } });
  await stdoutHas(running, '"end_turn"');
  send({ id: 7, result: { written: true } });
  send({ id: 3, method: '_ok' });
  await stdoutHas(running, '"id":3');
  running.child.stdin.end();
  await running.closed;
  expect(running.stdout().toString()).not.toContain('/etc/passwd');
  const err = running.stderr();
  expect(err).toContain('"mcpServers":[]');
  expect(err).toContain('read {"jsonrpc":"2.0","id":8,"error":{"code":-32000,"message":"outside the project"}}\n');
  expect(err).toContain('read {"jsonrpc":"2.0","id":7,"result":{"written":true}}\n');
});

test('a hold without --interactive passes, and says what it needs', async () => {
  const home = temporaryFolder();
  const file = join(home, 'holding.mjs');
  writeFileSync(file, 'export default { frame: (_frame, wire) => wire.hold() };');
  const running = startShim(peer('asking-agent'), { home, run: ['--script', file] });
  running.child.stdin.write(request('1', '_ok'));
  await stdoutHas(running, '"id":1');
  running.child.stdin.end();
  await running.closed;
  expect(running.stderr()).toContain('holds need acptap run --interactive');
  expect(running.stderr()).not.toContain('held --follow');
});

test('a script that fails refuses the frame if set to, continues, and keeps every digit of an id', async () => {
  const { home, running } = await failing('refuse', ['_throws', '_waits', '_loops', '_changes']);
  const out = running.stdout().toString();
  for (const id of [0, 1, 2])
    expect(out).toContain(`{"jsonrpc":"2.0","id":9007199254740993${id},"error":{"code":-32000,`);
  expect(out).toContain('{"jsonrpc":"2.0","method":"_extra"}\n');
  expect(out).not.toContain('a word of the script');
  const err = running.stderr();
  expect(err).toContain('read {"jsonrpc":"2.0","id":90071992547409933,"method":"_changes","params":{"n":1}}\n');
  expect(err).not.toMatch(/read .*_(?:throws|waits|loops)/);
  expect(err).toMatch(/script failing\.mjs threw TypeError: a mistake \(.*failing\.mjs:7\)/);
  expect(err).toContain('script failing.mjs is stuck; it is started again');
  const { stdout } = await acptap(home, 'show', 'latest');
  expect(stdout).toContain('script failing.mjs took too long');
});

test('a script that fails lets the frame pass by default, and is off when it was stuck three times', async () => {
  const { home, running } = await failing('pass', ['_throws', '_blocks', '_blocks', '_blocks']);
  expect(running.stderr().match(/^read .*/gm)).toHaveLength(5);
  expect(running.stderr()).toContain('it is off from now on');
  const { stdout } = await acptap(home, 'show', 'latest', '--json');
  expect(stdout).toContain('"failed":"off"');
});

const MISTAKES = [
  ['a.mjs', 'const a = 1;\nlet let = 2;', /a\.mjs:2\nlet let = 2;/],
  ['b.mjs', '\nnothing();', /ReferenceError: nothing is not defined \(.*b\.mjs:2\)/],
  ['c.mjs', 'export default 5;', /no default export with a function frame/],
] as const;

test.each(someOf(MISTAKES, 3))(
  'a mistake in %s is reported with its place, and the agent does not start',
  async (name, code, message) => {
    const home = temporaryFolder();
    writeFileSync(join(home, name), code);
    const running = startShim(peer('asking-agent'), { home, run: ['--script', join(home, name)] });
    expect(await running.closed).toEqual({ code: 2, signal: null });
    expect(running.stderr()).toMatch(message);
    expect(running.stdout().toString()).toBe('');
  },
);

test('TypeScript where Node has none ends with 2 and says what to do, and JavaScript runs there', async () => {
  const home = temporaryFolder();
  const env = { NODE_OPTIONS: '--no-experimental-strip-types' }; // as Node below 22.18
  const runWith = (name: string) => {
    writeFileSync(join(home, name), 'module.exports = { frame() {} };');
    return startShim(peer('asking-agent'), { home, env, run: ['--script', join(home, name)] });
  };
  const typed = runWith('script.ts');
  expect(await typed.closed).toEqual({ code: 2, signal: null });
  expect(typed.stderr()).toMatch(
    /script\.ts: TypeScript needs Node 22\.18 or newer.*Write the script in JavaScript, as \.js/,
  );
  if (!isLong) return; // in the gate all other scripts are JavaScript
  const plain = runWith('script.js');
  plain.child.stdin.write(request('1', '_ok'));
  await stdoutHas(plain, '"id":1');
  plain.child.stdin.end();
  expect(await plain.closed).toEqual({ code: 0, signal: null });
});

const NO_SCRIPTS = [
  ['missing.ts', /--script missing\.ts: there is no file \/.*missing\.ts\n/],
  ['README.md', /--script README\.md: a script is a \.js, \.mjs, \.ts or \.mts file\n/],
] as const;

test.each(someOf(NO_SCRIPTS, 2))(
  'run --script %s ends with 2 and a reason, and the agent is not started',
  async (file, reason) => {
    const running = startShim(peer('asking-agent'), { home: temporaryFolder(), run: ['--script', file] });
    expect(await running.closed).toEqual({ code: 2, signal: null });
    expect(running.stderr()).toMatch(reason);
  },
);
