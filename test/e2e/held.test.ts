import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isLong } from '../support/effort.ts';
import { temporaryFolder, spoolNames } from '../support/folders.ts';
import { acptap, CLI, kill, start, startShim, stdoutHas, type Running } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

/** An agent that asks for permission at each request, and answers it at once. Copies its input to stderr. */
const AGENT = String.raw`
  say() { printf '%s\n' "$1"; }
  while read -r line; do
    say "$line" >&2
    case $line in *'"method"'*)
      options='[{"optionId":"yes","name":"Yes","kind":"allow_once"}]'
      params='{"sessionId":"s","toolCall":{"toolCallId":"t"},"options":'$options'}'
      say '{"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":'"$params"'}'
      say '{"jsonrpc":"2.0","id":1,"result":{}}' ;;
    esac
  done`;

const ASK = '{"jsonrpc":"2.0","id":1,"method":"_ask"}\n';
const BREAK = ['--break', 'method:session/request_permission', '--hold-alone'];

function startHeld(home: string, run: readonly string[] = BREAK): Running {
  const running = startShim(['/bin/sh', '-c', AGENT], { home, run });
  running.child.stdin.write(ASK);
  return running;
}

/** Waits for the control socket first, because each `acptap held` costs as much as a start of the agent. */
const waitForSocket = (home: string) =>
  waitFor('a control socket', () => spoolNames(home).some((name) => name.endsWith('.sock')));

async function waitForHeldFrame(home: string): Promise<void> {
  await waitForSocket(home);
  await waitFor('a held frame', async () => (await acptap(home, 'held')).stdout.includes('session/request_permission'));
}

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

const rawOf = async (home: string, ...words: string[]) =>
  sha256((await acptap(home, 'show', 'latest', '--raw', ...words)).bytes);

test('a held request is edited and injected, and each side receives what the recording shows', async () => {
  const home = temporaryFolder();
  const running = startHeld(home);
  await waitForHeldFrame(home);
  const [frame] = JSON.parse((await acptap(home, 'held', '--json')).stdout) as [{ ref: string; waiting: number }];
  await waitFor('the frame behind it', async () =>
    (await acptap(home, 'held', '--json')).stdout.includes('"waiting": 1'),
  );
  expect(String(running.stdout())).toBe('');

  const edit = (from: string, to: string) => {
    const env = { VISUAL: '', EDITOR: `sed -i 's/${from}/${to}/'` };
    return acptap({ home, env }, 'held', 'edit', frame.ref);
  };
  expect(await edit('nothing', 'like this')).toMatchObject({ code: 1, stderr: /is still held/ });
  const wrong = await edit('"sessionId": "s"', '"sessionId": 5');
  expect(wrong.stderr).toContain('schema/params-match');
  expect(wrong).toMatchObject({ code: 2, stderr: /add --yes/ });
  expect(await edit('"yes"', '"no"')).toMatchObject({ code: 0 });
  await stdoutHas(running, '"optionId":"no"');
  await stdoutHas(running, '"result"');

  expect(await acptap(home, 'held', 'release', frame.ref)).toMatchObject({ code: 2, stderr: /frame 1 is not held/ });
  const note = '{ "jsonrpc": "2.0", "method": "_note", "params": 12345678901234567890 }';
  expect(await acptap(home, 'inject', 'latest', 'toward', 'client', note)).toMatchObject({ code: 0 });
  await stdoutHas(running, '"params":12345678901234567890');
  expect((await acptap(home, 'inject', 'latest', 'toward', 'agent', '{')).stderr).toContain('this is not JSON');
  running.child.stdin.end();
  expect(await running.closed).toEqual({ code: 0, signal: null });

  expect(await rawOf(home, '--to', 'client')).toBe(sha256(running.stdout()));
  expect(await rawOf(home, '--to', 'agent')).toBe(sha256(running.stderr()));
  expect(await rawOf(home, '--from', 'client')).toBe(sha256(ASK));
  const { stdout } = await acptap(home, 'show', 'latest');
  expect(stdout).toContain('[acptap: hold, edit: ');
  expect(stdout).toContain('acptap wrote to the client · inject');
  expect(existsSync(join(home, 'spool', `${frame.ref.split(':')[0]}.sock`))).toBe(false);
});

test('a held request is answered in the place of its receiver', async () => {
  const home = temporaryFolder();
  const running = startHeld(home);
  await waitForHeldFrame(home);
  const answer = (...words: string[]) => acptap(home, 'held', 'answer', ...words);
  expect(await answer('latest:1', '{"result":{},"error":{}}')).toMatchObject({
    code: 2,
    stderr: /an answer is \{"result": …\} or \{"error": …\}, and this was given: \{"result":\{\},"error":\{\}\}/,
  });
  expect(await answer('latest:1')).toMatchObject({ code: 2, stderr: /this was given: nothing/ });
  expect(await answer('latest:1', '{"result":{"outcome":7}}')).toMatchObject({ code: 2, stderr: /outcome.*--yes/s });
  expect(await acptap(home, 'held', 'drop', 'latest:1', '{}')).toMatchObject({ code: 2, stderr: /drop takes no JSON/ });
  const outcome = '{"outcome":{"outcome":"selected","optionId":"yes"}}';
  expect(await answer('latest:1', `{ "result": ${outcome} }`)).toMatchObject({ code: 0, stdout: /^answered \S+:1: / });
  const line = `{"jsonrpc":"2.0","id":100,"result":${outcome}}\n`;
  await waitFor('the answer', () => running.stderr().includes(line));
  expect(await answer('latest:1', '{"result":{}}')).toMatchObject({ code: 2, stderr: /frame 1 is not held/ });
  running.child.stdin.end();
  await running.closed;
  expect(String(running.stdout())).not.toContain('request_permission');
  const shown = await acptap(home, 'show', 'latest', '--filter', 'has:intervention');
  expect(shown.stdout).toMatch(/hold.*answer, not delivered/);
  expect(await rawOf(home, '--to', 'agent')).toBe(sha256(ASK + line));
});

test('held --follow finds an agent that did not answer at first, and agents that start later', async () => {
  const home = temporaryFolder();
  const running = startHeld(home, ['--break', 'method:session/request_permission']);
  await stdoutHas(running, '"result":{}');
  await waitFor('the control', async () => (await acptap(home, 'held')).stderr.includes('nothing is held'));
  process.kill(running.child.pid ?? 0, 'SIGSTOP');
  const following = start([process.execPath, CLI, 'held', '--follow'], { env: { ...process.env, ACPTAP_HOME: home } });
  await waitFor('a warning', () => following.stderr().includes('does not answer'));
  process.kill(running.child.pid ?? 0, 'SIGCONT');
  await waitFor('the agent', () => following.stderr().includes(' runs: '));
  running.child.stdin.end();
  await stdoutHas(following, 'ended ');

  const later = startShim(['/bin/sh', '-c', AGENT], {
    home,
    run: ['--break', 'method:session/request_permission'],
  });
  await waitFor('the agent that was started later', () => following.stderr().split(' runs: ').length === 3);
  later.child.stdin.write(ASK);
  await stdoutHas(following, 'session/request_permission');
  expect(String(later.stdout())).toBe('');
  expect(await acptap(home, 'held', 'release', 'all')).toMatchObject({ code: 0 });
  await stdoutHas(following, 'gone ');
});

// In the gate test/intervene/held-frames.test.ts has frames whose time is up.
test.runIf(isLong)('a frame whose time is up is refused where that was asked for', async () => {
  const home = temporaryFolder();
  const running = startHeld(home, [...BREAK, '--hold-timeout', '1ms', '--on-timeout', 'refuse']);
  await waitFor('the refusal', () => running.stderr().includes('acptap refused it'));
  running.child.stdin.end();
  await running.closed;
  expect(String(running.stdout())).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
});

test('frames pass while nobody watches, and the end of the agent ends a hold', async () => {
  const home = temporaryFolder();
  const running = startHeld(home, BREAK.slice(0, 2));
  await stdoutHas(running, '"optionId":"yes"');
  running.child.stdin.end();
  await running.closed;
  expect(running.stderr()).toContain('"method:session/request_permission" passes, because nobody watches');
  const held = startHeld(home);
  await waitForHeldFrame(home);
  held.child.stdin.end(); // the agent ends
  await held.closed;
  expect(String(held.stdout())).toContain('"optionId":"yes"');
});

test('a frame that was held when acptap was killed was not delivered, and its socket is removed', async () => {
  const home = temporaryFolder();
  const running = startHeld(home);
  await waitForHeldFrame(home);
  kill(running.pid, 'SIGKILL');
  await running.closed;
  expect((await acptap(home, 'show', 'latest', '--raw', '--to', 'client')).stdout).toBe('');
  await waitFor('the end of the spool', async () => {
    await acptap(home, 'held');
    return spoolNames(home).length === 0;
  });
});

test('sends nothing to a planted socket', async () => {
  const home = temporaryFolder();
  const elsewhere = temporaryFolder();
  let heard = 0;
  const server = createServer(() => (heard += 1)).listen(join(elsewhere, 'theirs'));
  onTestFinished(() => void server.close());
  await acptap(home, 'list'); // makes the folders
  const running = startHeld(home);
  await waitForHeldFrame(home);
  symlinkSync(join(elsewhere, 'theirs'), join(home, 'spool/planted.sock'));
  writeFileSync(join(home, 'spool/file.sock'), '');
  execFileSync('mkfifo', [join(home, 'spool/pipe.sock')]); // a write to it would wait for ever
  const { stdout, stderr } = await acptap(home, 'held');
  expect(stdout).toContain('session/request_permission');
  expect(stderr).toMatch(/planted\.sock is a symbolic link/);
  expect(stderr).toMatch(/file\.sock is not a socket/);
  expect(stderr).toMatch(/pipe\.sock is not a socket/);
  expect(heard).toBe(0);
  expect(await acptap(home, 'held', 'release', 'all')).toMatchObject({ code: 0, stdout: /released 1 in/ });
  await stdoutHas(running, '"optionId":"yes"');
});
