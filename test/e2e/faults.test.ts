import { expect, test } from 'vitest';
import { isLong } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, startShim, stdoutHas } from '../support/processes.ts';

/** An agent that answers every request after two notifications, and copies its input to stderr. */
const AGENT = `
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    process.stderr.write(line + '\\n');
    const { id } = JSON.parse(line);
    for (const part of [1, 2]) console.log(JSON.stringify({ jsonrpc: '2.0', method: '_part', params: { id, part } }));
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
  });`;

const request = (id: number, method: string) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params: {} })}\n`;

test('each side receives the delivered frames of the recording, and a fault ends acptap', async () => {
  const home = temporaryFolder();
  const faults = [
    'delay 1ms..20ms 50%',
    'corrupt 2 bytes 50% where method:_part',
    'duplicate where kind:response',
    'noise "a warning" where kind:response',
    'slice 9 where kind:response',
    'answer error -32603 "disk full" where method:_refused',
    'exit 3 after 2 where kind:response',
  ];
  const run = [...faults.flatMap((fault) => ['--fault', fault]), '--seed', '5'];
  const running = startShim([process.execPath, '-e', AGENT], { home, run });
  const sent = [request(1, '_one'), request(2, '_refused'), request(3, '_two')].join('');
  running.child.stdin.write(sent);
  expect(await running.closed).toEqual({ code: 3, signal: null });
  const bytes = async (...words: string[]) => (await acptap(home, 'show', 'latest', '--raw', ...words)).bytes;
  expect((await bytes('--to', 'client')).equals(running.stdout())).toBe(true);
  expect((await bytes('--to', 'agent')).toString()).toBe(running.stderr());
  expect((await bytes('--from', 'client')).toString()).toBe(sent);
  expect(String(running.stdout())).toContain('"id":2,"error":{"code":-32603,"message":"disk full"}');
  const { stdout } = await acptap(home, 'show', 'latest');
  expect(stdout).toContain('acptap takes part, seed 5 · delay 1ms..20ms 50%');
  expect(stdout).toContain('answer, not delivered]');
  expect(stdout).toContain('acptap interfered · exit 3 after 2 where kind:response');
});

test('an untouched frame passes at once, and the end of each side is forwarded', async () => {
  const home = temporaryFolder();
  const running = startShim([process.execPath, '-e', AGENT], { home, run: ['--fault', 'drop where method:_never'] });
  running.child.stdin.write(request(1, '_one'));
  await stdoutHas(running, '"result"');
  running.child.stdin.end();
  expect(await running.closed).toEqual({ code: 0, signal: null });
});

test('a mistake in a fault is reported with its place, and the agent does not start', async () => {
  const home = temporaryFolder();
  const running = startShim([process.execPath, '-e', 'console.log("started")'], {
    home,
    run: ['--fault', 'drop 10% were kind:request'],
  });
  expect(await running.closed).toEqual({ code: 2, signal: null });
  expect(String(running.stdout())).toBe('');
  expect(running.stderr()).toMatch(
    /acptap: "were" is not expected here.*\n {2}drop 10% were kind:request\n {11}\^{4}\n/,
  );
});

test('a seed without a fault is refused', async () => {
  const running = startShim([process.execPath, '-e', ''], { home: temporaryFolder(), run: ['--seed', '3'] });
  expect(await running.closed).toEqual({ code: 2, signal: null });
  expect(running.stderr()).toContain('add --fault FAULT');
});

test('acptap ends when both sides have ended, whatever is still delayed', async () => {
  const home = temporaryFolder();
  const agent = 'console.log(JSON.stringify({ jsonrpc: "2.0", method: "_late" }))';
  const running = startShim([process.execPath, '-e', agent], { home, run: ['--fault', 'delay 1h'] });
  running.child.stdin.end();
  expect(await running.closed).toEqual({ code: 0, signal: null });
  expect(String(running.stdout())).toContain('_late');
});

// In the gate delivered-bytes.test.ts kills an agent by a fault.
test.runIf(isLong)('a killed agent sends no frame behind the one at which it was killed', async () => {
  const home = temporaryFolder();
  const running = startShim([process.execPath, '-e', AGENT], {
    home,
    run: ['--fault', 'kill SIGKILL after 2 where method:_part', '--fault', 'delay 1h where kind:response'],
  });
  running.child.stdin.write(request(1, '_one'));
  expect(await running.closed).toMatchObject({ signal: 'SIGKILL' });
  expect(String(running.stdout())).toMatch(/^.*"part":1.*\n.*"part":2.*\n$/);
});
