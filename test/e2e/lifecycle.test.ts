import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { groupIsAlive } from '../../proxy/shim/process-identity.ts';
import { isLong, someOf } from '../support/effort.ts';
import { spoolNames, temporaryFolder } from '../support/folders.ts';
import { lines } from '../support/peers/lines.mjs';
import {
  acptap,
  agentOf,
  CLI,
  kill,
  peer,
  processOf,
  start,
  startShim,
  stdoutHas,
  wrapped,
  type Running,
} from '../support/processes.ts';
import { list, rawBytes } from '../support/recorded.ts';
import { waitFor, within } from '../support/wait-for.ts';

/** A client's actions on an agent, and the end that the client sees: the same with and without acptap. */
interface Case {
  readonly when: string;
  readonly agent: readonly [string, ...string[]];
  readonly act: (client: Running, agentPid: () => Promise<number>) => Promise<unknown>;
  readonly ends: string;
  readonly stderr?: string;
  /** A variant of another case, or of a test below or in wire-is-untouched.test.ts: runs in test:long only. */
  readonly isVariant?: true;
}

const endsWith = ({ code, signal }: { readonly code: number | null; readonly signal: string | null }): string =>
  signal ?? `exit ${code}`;

const isReady = (client: Running) => {
  client.child.stdin.write('hello\n');
  return stdoutHas(client, '\n');
};

const MEGABYTES = 2_000_000;

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

const cases: readonly Case[] = [
  {
    when: 'the client closes stdin',
    agent: peer('echo'),
    async act(client) {
      await isReady(client);
      client.child.stdin.end();
    },
    ends: 'exit 0',
  },
  {
    when: 'the client closes stdin without a word',
    isVariant: true,
    agent: peer('echo'),
    act: async (client) => client.child.stdin.end(),
    ends: 'exit 0',
  },
  ...someOf(['3', '0'], 2).map((code): Case => ({
    when: `the agent ends with ${code}`,
    agent: peer('exit', code),
    act: isReady,
    ends: `exit ${code}`,
  })),
  ...someOf(signals, 3, 1).map((signal): Case => ({
    when: `${signal} comes and the agent does not care`,
    agent: peer('echo'),
    async act(client) {
      await isReady(client);
      client.child.kill(signal);
    },
    ends: signal,
  })),
  ...someOf(signals, 3).map((signal): Case => ({
    when: `${signal} comes and the agent ends in its own way`,
    agent: peer('trap', '9'),
    async act(client) {
      await isReady(client);
      client.child.kill(signal);
    },
    ends: 'exit 9',
    stderr: `saw ${signal}\n`,
  })),
  ...someOf(['SIGKILL', 'SIGTERM'] as const, 2).map((signal): Case => ({
    when: `somebody ends the agent with ${signal}`,
    agent: peer('echo'),
    async act(client, agentPid) {
      await isReady(client);
      kill(await agentPid(), signal);
    },
    ends: signal,
  })),
  {
    when: 'the client reads slowly and the agent ends meanwhile',
    isVariant: true,
    agent: peer('burst', String(MEGABYTES), '3'),
    async act(client) {
      client.child.stdout.pause();
      await pause(600);
      client.child.stdout.resume();
      await client.closed;
      expect(client.stdout().equals(lines(MEGABYTES))).toBe(true);
    },
    ends: 'exit 3',
  },
  {
    when: 'the client closes stdout',
    agent: peer('flood', '/dev/null', '7'),
    async act(client) {
      await stdoutHas(client, '\n');
      client.child.stdout.destroy();
    },
    ends: 'exit 7',
  },
  {
    when: 'the agent closes stdout and lives on until its stdin ends',
    agent: peer('half-closing'),
    async act(client) {
      await within('the end of stdout', once(client.child.stdout, 'end'));
      expect(client.stdout().toString()).toBe('last words\n');
      expect(client.child.exitCode).toBe(null);
      client.child.stdin.end();
    },
    ends: 'exit 5',
  },
  {
    when: 'a wrapper like npx has started the agent and the client closes stdin',
    isVariant: true,
    agent: peer('wrapper', ...peer('echo', '6')),
    async act(client) {
      await isReady(client);
      client.child.stdin.end();
    },
    ends: 'exit 6',
  },
  {
    when: 'a wrapper like npx has started the agent and SIGTERM comes',
    isVariant: true,
    agent: peer('wrapper', ...peer('echo')),
    async act(client) {
      await isReady(client);
      client.child.kill('SIGTERM');
    },
    ends: 'SIGTERM',
  },
];

const chosen = cases.filter(({ isVariant }) => isLong || !isVariant);

describe.each(chosen)('when $when, the client sees', ({ agent, act, ends, stderr = '' }) => {
  test(`${ends} of a direct agent`, async () => {
    const client = start(agent);
    await act(client, () => Promise.resolve(client.pid));
    expect(endsWith(await client.exited)).toBe(ends);
    await expect.poll(() => client.stderr()).toBe(stderr);
  });

  test(`${ends} through acptap`, async () => {
    const home = temporaryFolder();
    const client = startShim(agent, { home });
    await act(client, () => agentOf(client));
    expect(endsWith(await client.exited)).toBe(ends);
    await expect.poll(() => client.stderr()).toBe(stderr);
    const [recording] = await list(home);
    expect(recording).toMatchObject({ state: 'ended' });
    expect(endsWith(recording?.exit ?? { code: null, signal: null })).toBe(ends);
  });
});

describe('acptap run', () => {
  // In the gate wire-is-untouched.test.ts compares all that arrives.
  test.runIf(isLong)('adds nothing to stdout and stderr', async () => {
    const client = startShim(peer('echo'), { home: temporaryFolder() });
    client.child.stdin.end('{"jsonrpc":"2.0","method":"_a"}\n');
    expect(endsWith(await client.closed)).toBe('exit 0');
    expect([client.stdout().toString(), client.stderr()]).toEqual(['{"jsonrpc":"2.0","method":"_a"}\n', '']);
  });

  test('hands on every argument of the agent, its own options among them', async () => {
    const words = ['--name', 'x', '--no-record', '--', '-h', '', 'two words', '"$HOME"', '*', 'ü'];
    const client = startShim(peer('words', ...words), { home: temporaryFolder(), run: ['--no-record'] });
    await client.closed;
    expect(JSON.parse(client.stdout().toString())).toEqual(words);
  });

  // In the gate test/shim/command-lines.test.ts reads such lines.
  test.runIf(isLong)('takes the agent without -- too', async () => {
    const client = start([process.execPath, CLI, 'run', '--no-record', ...peer('words', '--name', 'x')], {
      home: temporaryFolder(),
    });
    await client.closed;
    expect(client.stdout().toString()).toBe('["--name","x"]\n');
  });

  test('with --no-record forwards and leaves no recording', async () => {
    const home = temporaryFolder();
    const client = startShim(peer('echo'), { home, run: ['--no-record'] });
    client.child.stdin.end('hello\n');
    await client.closed;
    expect(client.stdout().toString()).toBe('hello\n');
    expect([await list(home), spoolNames(home)]).toEqual([[], []]);
  });

  // In the gate commands.test.ts names a recording.
  test.runIf(isLong).each([[['--name', 'my agent']], [['--name=my agent']]])(
    'with %j names the recording',
    async (run) => {
      const home = temporaryFolder();
      const client = startShim(peer('exit', '0'), { home, run });
      client.child.stdin.write('hello\n');
      await client.closed;
      expect(await list(home)).toMatchObject([{ name: 'my agent', state: 'ended' }]);
    },
  );

  const WRONG = [
    [['run'], 'no agent command'],
    [['run', '--'], 'no agent command'],
    [['run', '--nmae', 'x', '--', 'agent'], '--nmae'],
    [['run', '--name', '--', 'agent'], '--name needs a value'],
    [['run', '--name'], '--name needs a value'],
  ] as const;

  test.each(someOf(WRONG, 2))('%j is wrong usage: 2, and a line that says why', async (words, why) => {
    const home = temporaryFolder();
    const { code, stdout, stderr } = await acptap(home, ...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(why);
    expect(spoolNames(home)).toEqual([]);
  });

  test('in a terminal gives the agent the terminal, ends as it ends, and records nothing', async ({ skip }) => {
    const { code: missing } = await start(['bash', '-c', 'command -v script']).closed;
    skip(missing !== 0, 'NOT TESTED: there is no program `script` to make a terminal with');
    const home = temporaryFolder();
    const command = wrapped(peer('terminal')).map((word) => `'${word}'`);
    const terminal = start(['script', '-qec', command.join(' '), '/dev/null'], { home });
    expect(await terminal.closed).toMatchObject({ code: 4 });
    expect(terminal.stdout().toString()).toBe('terminal: true true true\r\n');
    expect([await list(home), spoolNames(home)]).toEqual([[], []]);
  });

  // In the gate test/faults/warden.test.ts ends such a grandchild.
  test.runIf(isLong)('leaves no grandchild behind when it was ended by a signal', async () => {
    const client = startShim(peer('wrapper', ...peer('echo')), { home: temporaryFolder() });
    await isReady(client);
    const group = processOf(await agentOf(client));
    client.child.kill('SIGTERM');
    await client.exited;
    await waitFor('the end of the whole group', () => !groupIsAlive(group));
    expect(groupIsAlive(group)).toBe(false);
  });

  test('does not wait for a grandchild that holds the agent’s pipes and is quiet', async () => {
    const client = startShim(['sh', '-c', 'sleep 300 & echo $!; exit 8'], { home: temporaryFolder() });
    expect(endsWith(await within('the end as the agent’s', client.exited))).toBe('exit 8');
    kill(await waitFor('the grandchild’s pid', () => Number(client.stdout())), 'SIGKILL'); // it may come after the end
    expect(client.stdout().toString()).toMatch(/^\d+\n$/);
  });

  // In the gate a client sees this end above.
  test.runIf(isLong)('passes the end of stdout on to the reader of a pipe while the agent lives', async () => {
    const line = '"$@" | { cat; echo over; }';
    const client = start(['sh', '-c', line, 'sh', ...wrapped(peer('half-closing'))], { home: temporaryFolder() });
    await stdoutHas(client, 'last words\nover\n');
    expect(client.child.exitCode).toBe(null);
    client.child.stdin.end();
    await client.closed;
  });

  test.each(someOf(['pipes', 'files'], 2))('works with %s instead of the sockets that Node gives', async (kind) => {
    const home = temporaryFolder();
    const folder = temporaryFolder();
    const bytes = lines(100_000); // more than a pipe holds
    writeFileSync(join(folder, 'in'), bytes);
    const shim = wrapped(peer('echo', '5'))
      .map((word) => `'${word}'`)
      .join(' ');
    const line = kind === 'pipes' ? `set -o pipefail; cat in | ${shim} | cat > out` : `${shim} < in > out`;
    const shell = start(['bash', '-c', line], { home, cwd: folder });
    expect(endsWith(await shell.exited)).toBe('exit 5');
    expect((await readFile(join(folder, 'out'))).equals(bytes)).toBe(true);
    expect((await rawBytes(home, 'client')).equals(bytes)).toBe(true);
    expect((await rawBytes(home, 'agent')).equals(bytes)).toBe(true);
  });
});
