import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { connectControl, controlIds } from '../../proxy/intervene/control-client.ts';
import { openControlSocket, type ControlPorts } from '../../proxy/intervene/control-socket.ts';
import { dataFolder } from '../../proxy/shim/data-folder.ts';
import { spoolNames, temporaryFolder } from '../support/folders.ts';
import { acptap, answerOf, peer, start, startShim, stdoutHas, type Running } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

const NOTE = '{"jsonrpc":"2.0","method":"_note"}';
const MANY_REQUESTS = Buffer.alloc(32 * 1024 * 1024, '{"id":1,"do":"state"}\n');
const TOO_LONG = Buffer.alloc(97 * 1024 * 1024, 'a');

/** A user other than ours, who is in no group of ours. */
const NOBODY = 65534;

const startEcho = (home: string, ...run: readonly string[]): Running =>
  startShim(peer('echo'), { home, run: ['--interactive', ...run] });

const socketOf = (home: string): Promise<string> =>
  waitFor('the socket', () => {
    const name = spoolNames(home).find((each) => each.endsWith('.sock'));
    return name && join(home, 'spool', name);
  });

/** A connection that reads only when asked to. */
async function connectTo(file: string): Promise<Socket> {
  const socket = connect(file);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {}); // acptap may cut it off
  await once(socket, 'connect');
  return socket;
}

async function passes(running: Running, text: string): Promise<void> {
  running.child.stdin.write(`{"jsonrpc":"2.0","method":"${text}"}\n`);
  await stdoutHas(running, text);
}

test.skipIf(process.getuid?.() !== 0)(
  'another user cannot connect, not even where the folders are open (needs root to become another user)',
  async () => {
    const home = temporaryFolder();
    startEcho(home);
    const file = await socketOf(home);
    await waitFor('its permissions', () => (statSync(file).mode & 0o077) === 0);
    expect(statSync(join(home, 'spool')).mode & 0o077).toBe(0);
    for (const folder of [home, join(home, 'spool')]) chmodSync(folder, 0o755);
    const script = `
      process.setgroups([]);
      process.setgid(${NOBODY});
      process.setuid(${NOBODY});
      require('node:net').connect(${JSON.stringify(file)}).on('connect', () => console.log('connected'))
        .on('error', (error) => console.log(error.code));`;
    const { stdout } = await answerOf(start([process.execPath, '-e', script]));
    expect(stdout).toBe('EACCES\n');
  },
);

test('a connection that reads nothing, sends garbage or a line without end stops neither the wire nor other connections', async () => {
  const home = temporaryFolder();
  const running = startEcho(home);
  const file = await socketOf(home);

  const slow = await connectTo(file);
  slow.pause().write('{"id":1,"do":"watch"}\n');
  slow.write(MANY_REQUESTS);
  await passes(running, '_beside_a_slow_one');

  const garbage = await connectTo(file);
  let answers = '';
  garbage.on('data', (chunk) => (answers += String(chunk)));
  garbage.write('\u0000\u0001\n[]\n{"do":"__proto__"}\n{"id":{},"do":"edit","number":"x","bytes":7}\n');
  await waitFor('an answer to each', () => answers.split('\n').length === 5);
  expect(answers.match(/"ok":false/g)).toHaveLength(4);
  expect(answers).not.toContain('a bug in acptap');

  const endless = await connectTo(file);
  const closed = new Promise((resolve) => endless.once('close', resolve)); // `once` would reject on an error
  endless.resume().write(TOO_LONG);
  await closed;
  await passes(running, '_beside_a_long_line');

  expect((await acptap(home, 'inject', 'latest', 'toward', 'client', NOTE)).code).toBe(0);
  await stdoutHas(running, '_note');
  expect(slow.writableLength).toBeGreaterThan(0); // acptap reads no more of it
  running.child.stdin.end();
  expect(await running.closed).toEqual({ code: 0, signal: null });
});

test('a held frame is delivered when the last watcher has gone, and the recording has the reason', async () => {
  const home = temporaryFolder();
  const running = startEcho(home, '--break', 'method:_ask');
  const watcher = await connectTo(await socketOf(home));
  watcher.write('{"id":1,"do":"watch"}\n');
  await once(watcher, 'data');
  running.child.stdin.write('{"jsonrpc":"2.0","method":"_ask"}\n');
  await waitFor('a held frame', async () => (await acptap(home, 'held')).stdout.includes('_ask'));
  expect(String(running.stdout())).toBe('');
  watcher.destroy();
  await stdoutHas(running, '_ask');
  running.child.stdin.end();
  await running.closed;
  expect((await acptap(home, 'show', 'latest', '--json')).stdout).toContain('"ended":"unwatched"');
});

test('an injected request to run a command is only written to the client', async () => {
  const home = temporaryFolder();
  const running = startEcho(home);
  await socketOf(home);
  const proof = join(home, 'proof');
  const params = { sessionId: 's', command: 'touch', args: [proof] };
  const frame = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'terminal/create', params });
  expect((await acptap(home, 'inject', 'latest', 'toward', 'client', frame)).code).toBe(0);
  await stdoutHas(running, 'terminal/create');
  running.child.stdin.end();
  await running.closed;
  expect(String(running.stdout())).toBe(`${frame}\n`);
  expect(existsSync(proof)).toBe(false);
});

test('a file in the place of the socket is neither used nor changed', async () => {
  const home = temporaryFolder();
  const folder = dataFolder({ ACPTAP_HOME: home });
  await acptap(home, 'list'); // makes the folders
  const first = openControlSocket(folder, 'first', {} as ControlPorts); // makes the spool folder
  const target = join(home, 'target');
  writeFileSync(target, 'kept');
  const file = (name: string) => join(folder.spool, `${name}.sock`);
  writeFileSync(file('regular'), 'kept');
  symlinkSync(target, file('link'));
  execFileSync('mkfifo', [file('pipe')]);
  const theirs = createServer().listen(file('theirs'));
  await once(theirs, 'listening');
  onTestFinished(() => void theirs.close());
  const opened = ['regular', 'link', 'theirs', 'pipe'].map((name) =>
    openControlSocket(folder, name, {} as ControlPorts),
  );
  await setImmediate(); // the system has refused them
  for (const { close } of [first, ...opened]) close();
  expect(readFileSync(file('regular'), 'utf8') + readFileSync(file('link'), 'utf8')).toBe('keptkept');
  expect(existsSync(file('theirs'))).toBe(true);
  expect(lstatSync(file('pipe')).isFIFO()).toBe(true);
  expect(existsSync(file('first'))).toBe(false);
});

test('the socket has its name only when it listens, since a client removes one that refuses it', async () => {
  const home = temporaryFolder();
  const folder = dataFolder({ ACPTAP_HOME: home });
  const socket = openControlSocket(folder, 'opening', {} as ControlPorts);
  expect(controlIds(folder)).toEqual([]);
  await waitFor('its name', () => controlIds(folder).length === 1);
  const client = await connectControl(folder, 'opening');
  expect(client?.id).toBe('opening');
  client?.close();
  socket.close();
  expect(spoolNames(home)).toEqual([]);
});
