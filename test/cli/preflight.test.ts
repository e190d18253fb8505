import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { someOf } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { runInProcess } from '../support/in-process.ts';
import {
  agentOf,
  answerOf,
  CLI,
  endAfterTest,
  isGone,
  peer,
  processOf,
  recorderOf,
  start,
  type Answer,
} from '../support/processes.ts';
import { DANGEROUS } from '../support/terminal.ts';
import { waitFor } from '../support/wait-for.ts';

/** An agent that answers the two requests with these results or errors; `before` and `onEnd` are code around that. */
interface Script {
  readonly initialize?: object;
  readonly session?: object;
  readonly before?: string;
  readonly onEnd?: string;
}

const INITIALIZED = {
  protocolVersion: 1,
  agentCapabilities: {},
  authMethods: [{ id: 'login', name: 'Log in' }],
  agentInfo: { name: 'scripted', version: '1.0.0' },
};

const result = (value: object) => ({ result: value });

function agent({ initialize, session, before = '', onEnd = '' }: Script = {}): readonly string[] {
  const answers = {
    initialize: initialize ?? result(INITIALIZED),
    'session/new': session ?? result({ sessionId: 's' }),
  };
  const code = `${before};
    const answers = ${JSON.stringify(answers)};
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (answers[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answers[method] }));
    }).on('close', () => { ${onEnd} });`;
  return [process.execPath, '-e', code];
}

/** In this process, where no warden starts: tests of one start a process. */
const preflight = (command: readonly string[], ...options: readonly string[]): Promise<Answer> =>
  runInProcess([process.execPath, CLI, 'check', '--preflight', ...options, '--', ...command], {
    home: temporaryFolder(),
  });

interface Result {
  readonly passed: boolean;
  readonly registry: string;
  readonly checks: readonly {
    readonly id: string;
    readonly status: string;
    readonly why: string;
    readonly todo: string;
  }[];
  readonly report: { readonly findings: readonly { readonly side: string; readonly rule: string }[] };
}

async function judged(command: readonly string[], ...options: readonly string[]) {
  const { code, stdout, stderr } = await preflight(command, '--json', ...options);
  const answer = JSON.parse(stdout) as Result;
  const not = (status: string) => answer.checks.filter((check) => check.status === status).map(({ id }) => id);
  return { ...answer, code, stderr, failed: not('failed'), notes: not('note'), unreached: not('not-reached') };
}

describe('a good agent', () => {
  test('is accepted: every check is ok, and nothing is found', async () => {
    const { code, passed, registry, checks, report } = await judged(agent());
    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect([code, passed, registry, report.findings]).toEqual([0, true, 'accepts', []]);
  });

  test('may ask to log in first', async () => {
    const session = { error: { code: -32_000, message: 'Authentication required' } };
    const { code, checks } = await judged(agent({ session }));
    expect(code).toBe(0);
    expect(checks.find(({ id }) => id === 'opens-session')?.why).toContain('-32000');
  });

  test('may send requests meanwhile, and gets answers', async () => {
    const ask = (id: string, method: string) =>
      `console.log(JSON.stringify({ jsonrpc: '2.0', id: '${id}', method: '${method}', params: { sessionId: 's', path: '/x' } }));`;
    const before = `let answered = 0;
      const ask = () => { ${ask('a', 'fs/read_text_file')} ${ask('b', '_mine/thing')} };
      process.stdin.on('data', (data) => {
        answered += String(data).split('"id":"').length - 1;
        if (String(data).includes('session/new')) queueMicrotask(ask); // right behind the response
      });`;
    const { code, notes } = await judged(agent({ before, onEnd: 'process.exit(answered === 2 ? 0 : 9)' }));
    expect([code, notes]).toEqual([0, []]);
  });

  test('leaves no session folder behind, and no data folder', async () => {
    const [home, temporary] = [temporaryFolder(), temporaryFolder()];
    const words = [process.execPath, CLI, 'check', '--preflight', '--', ...agent()] as const;
    const { code } = await answerOf(start([...words], { home, env: { TMPDIR: temporary } }));
    expect([code, readdirSync(temporary)]).toEqual([0, []]);
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('a reason for the registry to refuse an agent', () => {
  const without = (member: keyof typeof INITIALIZED, value?: unknown) => ({
    initialize: result({ ...INITIALIZED, [member]: value }),
  });
  const methods = (...list: readonly object[]) => without('authMethods', list);
  const ENV = { id: 'key', name: 'Key', type: 'env_var', vars: [{ name: 'KEY' }] };

  const REASONS = [
    ['no way to log in', agent(methods()), ['auth-methods']],
    ['no authMethods', agent(without('authMethods')), ['auth-methods']],
    ['only keys in the environment', agent(methods(ENV)), ['auth-methods']],
    ['a log on stdout', agent({ before: 'console.log("Loading")' }), ['answers-first', 'stdout', 'findings']],
    [
      'a notification before the answer',
      agent({ before: `console.log('{"jsonrpc":"2.0","method":"_ready"}')` }),
      ['answers-first'],
    ],
    ['an error', agent({ initialize: { error: { code: -32_603, message: 'no key' } } }), ['answers-initialize']],
    ['cat', ['cat'], ['answers-initialize', 'answers-first', 'findings']],
    ['nothing', [process.execPath, '-e', ''], ['answers-initialize', 'ends']],
    [
      'an exit',
      [process.execPath, '-e', 'console.error("no config"); process.exit(3)'],
      ['answers-initialize', 'ends'],
    ],
    ['no such program', ['no-such-agent-anywhere'], ['starts']],
  ] as const;

  test.each(someOf(REASONS, 3))('is %s', async (_what, command, failed) => {
    const answer = await judged(command);
    expect([answer.code, answer.registry, answer.failed]).toEqual([1, 'refuses', failed]);
    expect(answer.stderr).toBe('');
    for (const { status, why, todo } of answer.checks)
      expect([status, why.length > 0, todo !== null]).toEqual([status, true, status === 'failed' || status === 'note']);
  });

  test('is silence for the time of --timeout', async () => {
    const { code, checks, failed } = await judged(['sleep', '60'], '--timeout', '300');
    expect([code, failed]).toEqual([1, ['answers-initialize']]);
    expect(checks[1]?.why).toContain('300 ms');
  });

  test('is an agent that floods stdout, which ends the check at once', async () => {
    const { code, checks } = await judged(['yes', '{"jsonrpc":"2.0","method":"_y"}']);
    expect([code, checks[1]?.why]).toEqual([1, 'it writes without end']);
  });

  test('is marked among the other checks', async () => {
    const session = { error: { code: -32_603, message: 'no model' } };
    const { code, registry, failed } = await judged(agent({ session }));
    expect([code, registry, failed]).toEqual([1, 'accepts', ['opens-session']]);
  });

  const NO_WAYS = [
    ['type terminal', { id: 'a', name: 'A', type: 'terminal', args: ['login'] }],
    ['what _meta describes as one', { id: 'a', name: 'A', _meta: { 'terminal-auth': { command: 'a' } } }],
  ] as const;

  test.each(someOf(NO_WAYS, 2))('is not a way to log in of %s', async (_what, method) => {
    expect((await judged(agent(methods(ENV, method)))).registry).toBe('accepts');
  });

  const UNUSABLE = [
    [
      'two of one id',
      [
        { id: 'a', name: 'A' },
        { id: 'a', name: 'B' },
      ],
    ],
    ['one without a name', [{ id: 'a' }]],
    ['one without an id', [{ name: 'A' }]],
  ] as const;

  test.each(someOf(UNUSABLE, 3))(
    'and ways to log in that clients cannot use are two things: %s',
    async (_what, list) => {
      const { code, registry, failed } = await judged(agent(methods(...list)));
      expect([code, registry, failed.includes('auth-methods-well-formed')]).toEqual([1, 'accepts', true]);
    },
  );

  const VERSIONS = [
    ['of another version', 2, 'protocolVersion is 2, requested was 1'],
    ['of none', undefined, 'no protocolVersion'],
  ] as const;

  test.each(someOf(VERSIONS, 2))('is not an answer %s, which is failed all the same', async (_what, version, why) => {
    const { code, checks } = await judged(agent(without('protocolVersion', version)));
    expect([code, checks.find(({ id }) => id === 'protocol-version')]).toMatchObject([1, { status: 'failed', why }]);
  });

  test('is no missing name: that is a note', async () => {
    const { code, notes } = await judged(agent(without('agentInfo')));
    expect([code, notes]).toEqual([0, ['agent-info']]);
  });
});

describe('the agent is gone afterwards', () => {
  test('when it needs SIGTERM, which is a note', async () => {
    const { code, notes } = await judged(agent({ before: 'setInterval(() => {}, 1000)' }));
    expect([code, notes]).toEqual([0, ['ends']]);
  });

  test('when it ignores SIGTERM, with its child processes', async () => {
    const { code, stdout } = await preflight(peer('stubborn', 'grandchild'), '--timeout', '3000');
    const pids = /"(\d+) (\d+)" is not JSON-RPC/.exec(stdout)?.slice(1).map(Number) ?? [];
    expect([code, pids.length]).toEqual([1, 2]);
    for (const pid of pids) expect(isGone(processOf(pid))).toBe(true);
    expect(stdout).toContain('it ignores the end of stdin and SIGTERM');
  });

  test('when only its child processes live on, which is a note', async () => {
    const file = join(temporaryFolder(), 'pid');
    const before = `const { pid } = require('node:child_process').spawn('sleep', ['120'], { stdio: 'inherit' });
      require('node:fs').writeFileSync(${JSON.stringify(file)}, String(pid));`;
    const { code, checks } = await judged(agent({ before, onEnd: 'process.exit(0)' }));
    expect(isGone(processOf(Number(readFileSync(file, 'utf8'))))).toBe(true);
    expect(code).toBe(0);
    expect(checks.at(-1)).toMatchObject({
      id: 'ends',
      status: 'note',
      why: 'processes that it had started outlived it',
    });
  });

  test.skipIf(process.platform !== 'linux').each(someOf(['SIGKILL', 'SIGINT'] as const, 2))(
    'when %s ends the preflight',
    async (signal) => {
      const words = [process.execPath, CLI, 'check', '--preflight', '--', ...peer('stubborn')] as const;
      const running = start([...words], { home: temporaryFolder(), env: { TMPDIR: temporaryFolder() } });
      const found = processOf(await agentOf(running));
      endAfterTest(found);
      await recorderOf(running); // the agent's warden
      running.child.kill(signal);
      await running.exited;
      await waitFor('the end of the agent', () => isGone(found));
      expect(running.stdout().length).toBe(0);
    },
  );
});

describe('acptap check --preflight', () => {
  test('prints the answer, the checks with what to do, and the findings; nothing of the agent acts on the terminal', async () => {
    const trick = '\u001b[2J\u202e';
    const initialize = result({ ...INITIALIZED, agentInfo: { name: trick, version: trick }, authMethods: [] });
    const command = agent({ initialize, before: `console.error("${trick}"); console.log("${trick}")` });
    const { code, stdout } = await preflight(command);
    expect(code).toBe(1);
    expect(stdout).toContain('\nNo: the ACP registry would not accept this agent.\n');
    expect(stdout).toMatch(
      /\n {2}FAILED {7}\* lists a way to log in .*authMethods is empty.*\n +→ list in authMethods/,
    );
    expect(stdout).toMatch(/\nerror {2}framing\/line-is-json {2}\(fault of the agent\)\n {2}#\d+: /);
    expect(DANGEROUS.exec(stdout)).toBe(null);
  });

  test('finds no mistake in the preflight’s own messages', async () => {
    const { report } = await judged(agent());
    const { report: refused } = await judged(agent({ session: { error: { code: -32_000, message: 'log in' } } }));
    const ours = [...report.findings, ...refused.findings].filter(({ side }) => side === 'client');
    expect(ours).toEqual([]);
  });

  test('asks nothing more of an agent that answers with version 2, which has other methods', async () => {
    const asked = 'process.stdin.on("data", (data) => { if (String(data).includes("session/new")) process.exit(9); });';
    const v2 = { protocolVersion: 2, capabilities: {}, info: { name: 'scripted', version: '1.0.0' } };
    const { checks, failed, unreached, report } = await judged(agent({ before: asked, initialize: result(v2) }));
    expect(report.findings.filter(({ side }) => side === 'client')).toEqual([]);
    expect([failed.includes('ends'), unreached]).toEqual([false, ['auth-methods-well-formed', 'opens-session']]);
    expect(checks.find(({ id }) => id === 'opens-session')?.why).toBe('initialize was answered with another version');
  });

  test.each([
    ['no command', [], 'no agent command'],
    ['an option for recordings', ['--only', 'framing', '--', 'cat'], '--only'],
    ['a format for CI', ['--format', 'junit', '--', 'cat'], '--format'],
    ['a timeout that is no number', ['--timeout', 'soon', '--', 'cat'], 'milliseconds'],
  ])('exits with 2 for %s', async (_what, words, said) => {
    const { code, stderr } = await runInProcess([process.execPath, CLI, 'check', '--preflight', ...words], {
      home: temporaryFolder(),
    });
    expect([code, stderr.startsWith('acptap: '), stderr.includes(said)]).toEqual([2, true, true]);
  });
});
