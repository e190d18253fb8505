import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isLong, rounds } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, peer, startShim, stdoutHas, type Running } from '../support/processes.ts';
import { takeTurn } from '../support/sdk-client.ts';

const call = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

const INITIALIZE = call(0, 'initialize', {
  protocolVersion: 1,
  clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
});
const NEW = call(1, 'session/new', { cwd: '/work', mcpServers: [] });

/** A prompt that makes the agent send these messages. */
const prompt = (...messages: readonly object[]) =>
  call(2, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: JSON.stringify(messages) }] });

const write = (id: number, path: string) => ({
  id,
  method: 'fs/write_text_file',
  params: { sessionId: 's', path, content: '' },
});

const permission = (id: number, toolCall: object) => ({
  id,
  method: 'session/request_permission',
  params: { sessionId: 's', toolCall, options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }] },
});

interface Example {
  readonly home: string;
  readonly running: Running;
  /** The frames that the agent (`read`) and the client (`got`) have read. */
  readonly read: () => readonly Record<string, unknown>[];
  readonly got: () => readonly Record<string, unknown>[];
}

/** A conversation that has ended, with an example of the documentation. */
async function converse(script: string, lines: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Example> {
  const home = temporaryFolder();
  const running = startShim(peer('asking-agent'), { home, env, run: ['--script', join('docs', 'scripts', script)] });
  for (const line of lines) running.child.stdin.write(line);
  const last = (JSON.parse(lines.at(-1) ?? '{}') as { id: number }).id;
  await stdoutHas(running, `"id":${last},"result"`);
  running.child.stdin.end();
  await running.closed;
  const parse = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    home,
    running,
    read: () =>
      parse(
        running
          .stderr()
          .replace(/^(?!read ).*\n/gm, '')
          .replaceAll(/^read /gm, ''),
      ),
    got: () => parse(running.stdout().toString()),
  };
}

describe('an example', () => {
  test('deny-writes.ts answers writes outside the project, and the recording has the answers', async () => {
    const { home, running, read, got } = await converse('deny-writes.ts', [
      NEW,
      prompt(write(7, '/work/a'), write(8, '/work/../etc/passwd'), write(9, '/workshop')),
    ]);
    const asked = got().filter(({ method }) => method === 'fs/write_text_file');
    expect(asked).toMatchObject([{ id: 7, params: { path: '/work/a' } }]);
    const refused = read().filter((message) => 'error' in message);
    expect(refused.map(({ id }) => id)).toEqual([8, 9]);
    expect((await acptap(home, 'show', 'latest')).stdout).toMatch(/script deny-writes\.ts[^]*answer, not delivered\]/);
    expect((await acptap(home, 'show', 'latest', '--filter', 'has:intervention')).stdout).toContain(
      'answer (script deny-writes.ts)',
    );
    const given = (await acptap(home, 'show', 'latest', '--raw', '--to', 'client')).bytes;
    expect(given.equals(running.stdout())).toBe(true);
  });

  test.runIf(isLong)('add-mcp-server.ts adds a server to new sessions, and leaves other frames alone', async () => {
    const { home, read } = await converse('add-mcp-server.ts', [INITIALIZE, NEW]);
    expect(read()).toEqual([
      JSON.parse(INITIALIZE),
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'session/new',
        params: { cwd: '/work', mcpServers: [expect.objectContaining({ name: 'files' })] },
      },
    ]);
    const entry = await acptap(home, 'show', 'latest', '--filter', 'has:intervention method:session/new', '--json');
    expect(entry.stdout).toContain('"script":"add-mcp-server.ts"');
  });

  test.runIf(isLong)('no-capabilities.ts takes capabilities away', async () => {
    const { read } = await converse('no-capabilities.ts', [INITIALIZE]);
    expect(read()).toMatchObject([
      { params: { clientCapabilities: { fs: { readTextFile: true, writeTextFile: false }, terminal: false } } },
    ]);
  });

  test.runIf(isLong)('approve-reads.ts allows reads, and lets the client decide about the rest', async () => {
    const announced = { sessionUpdate: 'tool_call', toolCallId: 'b', title: 'Read', kind: 'read' };
    const { read, got } = await converse('approve-reads.ts', [
      NEW,
      prompt(
        permission(7, { toolCallId: 'a', kind: 'read' }),
        { method: 'session/update', params: { sessionId: 's', update: announced } },
        permission(8, { toolCallId: 'b' }),
        permission(9, { toolCallId: 'c', kind: 'edit' }),
      ),
    ]);
    expect(got().filter(({ method }) => method === 'session/request_permission')).toMatchObject([{ id: 9 }]);
    const outcome = { outcome: { outcome: 'selected', optionId: 'yes' } };
    expect(read().filter((message) => 'result' in message)).toEqual([
      { jsonrpc: '2.0', id: 7, result: outcome },
      { jsonrpc: '2.0', id: 8, result: outcome },
    ]);
  });

  test.runIf(isLong)('log-prompts.ts writes prompts to a file, and changes nothing', async () => {
    const log = join(temporaryFolder(), 'prompts.log');
    const { home, running } = await converse('log-prompts.ts', [NEW, prompt()], { PROMPT_LOG: log });
    expect(readFileSync(log, 'utf8')).toMatch(/^\S+Z s \[\]\n$/);
    const { bytes } = await acptap(home, 'show', 'latest', '--raw', '--from', 'agent');
    expect(bytes.equals(running.stdout())).toBe(true);
  });

  test.runIf(isLong)('slow-down.ts delays every frame', async () => {
    const { home } = await converse('slow-down.ts', [NEW], { SLOW_MS: '40' });
    const { stdout } = await acptap(home, 'show', 'latest', '--json', '--filter', 'from:client or from:agent');
    const entries = JSON.parse(`[${stdout.trim().split('\n').join(',')}]`) as { t: number; sent?: { t: number } }[];
    const delays = entries.flatMap(({ t, sent }) => (sent ? [sent.t - t] : []));
    expect(delays).toHaveLength(2);
    expect(Math.min(...delays)).toBeGreaterThan(39_000);
  });
});

const NAMES = readdirSync('docs/scripts');

/** A turn of the example agent of the SDK under some examples. */
async function takeTurnWith(names: readonly string[]) {
  const home = temporaryFolder();
  const log = join(home, 'prompts.log');
  const run = names.flatMap((name) => ['--script', join('docs', 'scripts', name)]);
  const agent = fileURLToPath(new URL('./examples/agent.js', import.meta.resolve('acp-sdk-1')));
  const { child, closed } = startShim([process.execPath, agent], {
    home,
    env: { PROMPT_LOG: log, SLOW_MS: '20' },
    run,
  });
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  const { asked, stopReason } = await takeTurn(Writable.toWeb(child.stdin), output, 'reject');
  child.stdin.end();
  await closed;
  expect([asked, stopReason]).toEqual([['permission allow reject'], 'end_turn']); // an edit, which is asked as ever
  const { stdout } = await acptap(home, 'show', 'latest', '--json', '--filter', 'has:intervention');
  const touched = names.filter((name) => stdout.includes(`"script":"${name}"`));
  return { log, touched, given: (await acptap(home, 'show', 'latest', '--raw', '--to', 'agent')).stdout };
}

// In the gate two examples run alone, with the agent of the tests above; the others only here.
test('a turn of the example agent of the SDK under all examples at once, and under each alone', async () => {
  const single = rounds(0, NAMES.length);
  const [together, ...alone] = await Promise.all(
    [NAMES, ...NAMES.slice(0, single).map((name) => [name])].map(takeTurnWith),
  );
  const turnsWith = (name: string) => [together, ...(single ? [alone[NAMES.indexOf(name)]] : [])];
  const touching = ['add-mcp-server.ts', 'no-capabilities.ts', 'slow-down.ts'];
  expect(together?.touched).toEqual(touching);
  expect(alone.flatMap(({ touched }) => touched)).toEqual(single ? touching : []);
  for (const [name, text] of [
    ['add-mcp-server.ts', '"name":"files","command":"/usr/local/bin/mcp-files"'],
    ['no-capabilities.ts', '"writeTextFile":false'],
  ] as const)
    for (const turn of turnsWith(name)) expect(turn?.given).toContain(text);
  for (const turn of turnsWith('log-prompts.ts'))
    expect(readFileSync(turn?.log ?? '', 'utf8')).toContain('Edit the file, please.');
});

test('every example is short enough to read', () => {
  for (const name of NAMES)
    expect(readFileSync(join('docs/scripts', name), 'utf8').split('\n').length).toBeLessThan(32);
});
