import { cpSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanUpAfterAll, spoolNames, temporaryFolder } from '../support/folders.ts';
import { runInProcess } from '../support/in-process.ts';
import { acptap, CLI, peer, processesWith, startShim } from '../support/processes.ts';
import { recordingFile, temporaryFile } from '../support/recording-file.ts';
import { DANGEROUS } from '../support/terminal.ts';
import { waitFor } from '../support/wait-for.ts';
import { list, rawBytes, shown } from './printed.ts';

const ODD = Buffer.concat([
  Buffer.from('{"jsonrpc":"2.0","id":9007199254740993,"method":"session/new","params":{}}\r\n'),
  Buffer.from([0xff, 0xfe, 0x0a, 0x00, 0x0a]),
  Buffer.from('npm WARN\n\n{"jsonrpc":"2.0","id":"1","method":"_cut'),
]);

const lastly = cleanUpAfterAll();
const once = temporaryFolder(lastly);

beforeAll(async () => {
  const shim = startShim(peer('echo'), { home: once, run: ['--name', 'odd'], lastly });
  shim.child.stdin.end(ODD);
  await shim.closed;
  await waitFor('the end of the recorder', async () => {
    await list(once);
    return spoolNames(once).length === 0 && processesWith(once).length === 0;
  });
});

/** A data folder with one recording: an agent that echoed these bytes. */
function recorded(): string {
  const home = temporaryFolder();
  cpSync(once, home, { recursive: true });
  return home;
}

const CLEAN = `> 0 initialize {"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1"}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[],"agentInfo":{"name":"agent","version":"2"}}
  > 1 session/new {"cwd":"/work","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"hello"}]}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hi"}}}
  < 2 ok {"stopReason":"end_turn"}
  = exit {"code":0,"signal":null}`;

const NOTED = CLEAN.replace('"clientInfo":{"name":"editor","version":"1"}', '"_meta":null');

const BROKEN = `${CLEAN.split('= exit')[0]}
  < 2 ok {"stopReason":"end_turn"}
  = exit {"code":0,"signal":null}`;

describe('acptap list --json', () => {
  test('has the members that product.md promises, newest first', async () => {
    const home = recorded();
    const later = startShim(peer('exit', '3'), { home });
    later.child.stdin.write('x\n');
    await later.closed;
    const all = await list(home);
    expect(all.map(({ name, state, exit }) => [name, state, exit?.code])).toEqual([
      [null, 'ended', 3],
      ['odd', 'ended', 0],
    ]);
    expect(all[1]).toMatchObject({
      id: expect.stringMatching(/^[\w-]+$/) as string,
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      endedAt: expect.stringMatching(/Z$/) as string,
      command: peer('echo'),
      cwd: process.cwd(),
      agent: null,
      client: null,
      protocolVersion: null,
      entries: { client: 6, agent: 6, stderr: 0 },
      findings: {
        error: expect.any(Number) as number,
        warning: expect.any(Number) as number,
        note: expect.any(Number) as number,
      },
    });
  });

  test('of nothing is an empty array', async () => {
    expect(await list(temporaryFolder())).toEqual([]);
  });

  test('shows "live" while the agent runs, and counts its frames', async () => {
    const home = temporaryFolder();
    const shim = startShim(peer('echo'), { home });
    const initialize = { protocolVersion: 1, clientCapabilities: {}, clientInfo: { name: 'editor', version: '1.0' } };
    shim.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize })}\n`);
    const [live] = await (async () => {
      for (;;) {
        const all = await list(home);
        if (all[0]?.entries.client === 1) return all;
      }
    })();
    expect(live).toMatchObject({ state: 'live', endedAt: null, client: { name: 'editor', version: '1.0' } });
    shim.child.stdin.end();
    await shim.closed;
    expect(await list(home)).toMatchObject([{ state: 'ended' }]);
  });
});

describe('acptap show', () => {
  test('--raw and --json both hold every byte, of ids beyond 2^53 every digit', async () => {
    const home = recorded();
    expect((await rawBytes(home, 'client')).equals(ODD)).toBe(true);
    const { stdout } = await acptap(home, 'show', 'latest', '--json', '--from', 'agent');
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toContain('"method":"session/new","id":9007199254740993,');
    const bytes = lines.map((line) => JSON.parse(line) as { text?: string; base64?: string; bytes: number });
    expect(bytes.map(({ bytes: size }) => size).reduce((sum, size) => sum + size)).toBe(ODD.length);
    expect(bytes[1]?.base64).toBe(Buffer.from([0xff, 0xfe, 0x0a]).toString('base64'));
  });

  test('--filter gives what matches, and nothing else', async () => {
    const file = recordingFile(CLEAN);
    const home = temporaryFolder();
    const methods = async (...query: string[]) =>
      (await shown(home, file, '--filter', ...query)).map(({ method, kind }) => `${method} ${kind}`);
    expect(await methods('method:session/* -kind:notification')).toEqual([
      'session/new request',
      'session/new response',
      'session/prompt request',
      'session/prompt response',
    ]);
    for (const query of [['kind:response', '--from', 'client'], ['nothing says this']]) {
      const { code, stdout, stderr } = await acptap(home, 'show', file, '--json', '--filter', ...query);
      expect([code, stdout, stderr]).toEqual([1, '', `acptap: nothing matches ${query[0]}\n`]);
    }
    expect(await acptap(home, 'show', file, '--filter', 'method:_none')).toMatchObject({ code: 1 });
  });

  test('for people has a line an entry and the findings', async () => {
    const { code, stdout } = await acptap(temporaryFolder(), 'show', recordingFile(BROKEN));
    expect(code).toBe(0);
    expect(stdout).toContain('client editor 1 · agent agent 2 · protocol 1');
    expect(stdout).toMatch(/^ +#7 .*\n {8}error {2}jsonrpc\/response-comes-once {2}\(fault of the agent\)$/m);
  });
});

describe('acptap check', () => {
  test('--json has the members that product.md promises', async () => {
    const { code, stdout, stderr } = await acptap(temporaryFolder(), 'check', recordingFile(BROKEN), '--json');
    expect([code, stderr]).toEqual([1, '']);
    const report = JSON.parse(stdout) as { findings: object[]; rules: Record<string, string[]> };
    expect(Object.keys(report)).toEqual(['recording', 'file', 'protocolVersion', 'findings', 'rules']);
    expect(report).toMatchObject({ recording: 'recorded', protocolVersion: 1 });
    expect(report.findings).toHaveLength(1);
    expect(Object.keys(report.findings[0] ?? {}).toSorted()).toEqual(
      ['rule', 'grade', 'side', 'seq', 'related', 'pointer', 'message', 'expected', 'seen', 'source'].toSorted(),
    );
    expect(report.findings[0]).toMatchObject({
      rule: 'jsonrpc/response-comes-once',
      grade: 'error',
      side: 'agent',
      seq: 7,
    });
    expect(Object.keys(report.rules)).toEqual(['kept', 'broken', 'notExercised']);
    const { kept = [], broken = [], notExercised = [] } = report.rules;
    expect(broken).toEqual(['jsonrpc/response-comes-once']);
    expect(kept).toContain('framing/line-is-json');
    expect(notExercised).not.toContain('framing/line-is-json');
    expect(new Set([...kept, ...broken, ...notExercised]).size).toBe(kept.length + broken.length + notExercised.length);
  });

  test.each([
    ['a clean recording', CLEAN, [], 0],
    ['an error', BROKEN, [], 1],
    ['an error that does not count', BROKEN, ['--fail-on', 'never'], 0],
    ['an error of a rule that is not asked for', BROKEN, ['--only', 'framing'], 0],
    ['an error of the rule that is asked for', BROKEN, ['--only', 'jsonrpc/response-comes-once'], 1],
    ['a rule that does not exist', CLEAN, ['--only', 'no/such-rule'], 2],
    ['a grade that does not exist', CLEAN, ['--fail-on', 'everything'], 2],
    ['a note', NOTED, [], 0],
    ['a note', NOTED, ['--fail-on', 'warning'], 0],
    ['a note that counts', NOTED, ['--fail-on', 'note'], 1],
  ])('of %s ends with its code', async (_what, transcript, options, code) => {
    expect(await acptap(temporaryFolder(), 'check', recordingFile(transcript), ...options)).toMatchObject({ code });
  });
});

test.each([
  ['a recording without frames', '! only stderr', [], 'has no frames\n'],
  ['a filter that matches nothing', CLEAN, ['--filter', 'status:open'], 'did you mean status:pending?\n'],
])('acptap check of %s says that nothing was checked, and fails', async (_what, transcript, options, why) => {
  const file = recordingFile(transcript);
  const { code, stderr } = await acptap(temporaryFolder(), 'check', file, ...options);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^acptap: nothing was checked: /)]);
  expect(stderr.endsWith(why)).toBe(true);
  expect(await acptap(temporaryFolder(), 'check', file, ...options, '--fail-on', 'never')).toMatchObject({ code: 0 });
});

describe('acptap rm', () => {
  test('removes all named recordings, or none', async () => {
    const home = recorded();
    await acptap(home, 'import', recordingFile(CLEAN));
    expect(await acptap(home, 'rm', 'recorded', 'nothing')).toMatchObject({ code: 2 });
    expect(await list(home)).toHaveLength(2);
    expect(await acptap(home, 'rm', 'recorded', 'recorded')).toMatchObject({ code: 0, stdout: 'recorded\n' });
    expect(await list(home)).toMatchObject([{ name: 'odd' }]);
  });
});

describe('wrong usage', () => {
  test.each([
    [['nothing'], 'nothing'],
    [['show'], "'ref', for example: acptap show latest (see acptap show --help)"],
    [['check'], "'refs', for example: acptap check latest"],
    [['stats'], 'acptap stats latest'],
    [['search'], 'acptap search permission'],
    [['replay'], 'acptap replay latest'],
    [['drive', 'latest'], "'command', for example: acptap drive latest -- "],
    [['diff', 'latest'], 'acptap diff latest~1 latest'],
    [['export'], 'acptap export latest'],
    [['show', 'latest', '--raw'], '--from'],
    [['show', 'latest'], 'nothing is recorded'],
    [['show', 'recordings/formats/from-the-future.acp.jsonl'], 'install a newer acptap'],
    [['show', '/nonexistent.acp.jsonl'], 'there is no file'],
    [['inspect', '--port', '99999'], 'port'],
    [['inspect', '--port', ''], 'port'],
    [['show', '/tmp'], '/tmp is a folder'],
    [['replay', 'latest', '--timeout', 'soon'], 'milliseconds'],
    [['replay', 'latest', '--timeout', ''], 'milliseconds'],
    [['replay', 'latest', '--timeout', '9999999999'], '2147483647'],
  ])('%j ends with 2 and one line that says why', async (words, why) => {
    const home = temporaryFolder();
    const { code, stdout, stderr } = await runInProcess([process.execPath, CLI, ...words], { home });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^acptap: [^\n]*\n$/);
    expect(stderr).toContain(why);
  });

  test.each([
    ['colour:red', 'no field "colour"', '  ^^^^^^\n'],
    ['kind:bogus', 'notification', '       ^^^^^\n'],
  ])('a filter %j that cannot be read ends with 2, why, and where', async (filter, why, where) => {
    const recording = 'recordings/formats/v1.acp.jsonl';
    const { code, stdout, stderr } = await acptap(temporaryFolder(), 'show', recording, '--filter', filter);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(why);
    expect(stderr).toMatch(new RegExp(`\\n  ${filter}\\n`));
    expect(stderr.endsWith(where)).toBe(true);
  });
});

test('no command writes a control character of a hostile file to the terminal', async () => {
  const evil = '\u{1b}[2J\u{202e}\u{9b}31m\u{7}';
  const content = [
    {
      acptap: 1,
      id: evil,
      name: evil,
      startedAt: '2026-11-21T12:00:00.000Z',
      command: [evil],
      cwd: evil,
      redacted: true,
    },
    { t: 1, from: 'client', text: `${evil}\n` },
    { t: 2, from: 'agent', json: { jsonrpc: '2.0', id: evil, method: evil, params: evil } },
    { t: 3, from: 'stderr', text: evil },
    { t: 4, event: evil, signal: evil },
  ];
  const file = temporaryFile(content.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const named = temporaryFile(readFileSync(file, 'utf8').replace(/"id":"[^"]*"/, '"id":"evil"'));
  const home = temporaryFolder();
  const answers = [
    await acptap(home, 'import', file),
    await acptap(home, 'show', file),
    await acptap(home, 'import', named),
    await acptap(home, 'list'),
    await acptap(home, 'show', 'latest'),
    await acptap(home, 'check', 'latest'),
    await acptap(home, 'show', `${evil}x`),
    await acptap(home, 'rm', 'latest'),
  ];
  expect(answers.map(({ code }) => code)).toEqual([2, 0, 0, 0, 0, 1, 2, 0]);
  for (const { stdout, stderr } of answers) expect(stdout + stderr).not.toMatch(DANGEROUS);
});

test('acptap help explains, and so does acptap help COMMAND', async () => {
  const home = temporaryFolder();
  expect(await acptap(home, 'help')).toMatchObject({ code: 0, stdout: expect.stringContaining('inspect') as string });
  expect(await acptap(home, 'help', 'show')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('--filter') as string,
  });
});
