import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { spoolNames, temporaryFolder } from '../support/folders.ts';
import { acptap, answerOf, CLI, kill, list, peer, rawBytes, shown, start, startShim } from '../support/processes.ts';
import { recordingFile, temporaryFile } from '../support/recording-file.ts';
import { DANGEROUS } from '../support/terminal.ts';
import { waitFor } from '../support/wait-for.ts';

const ODD = Buffer.concat([
  Buffer.from('{"jsonrpc":"2.0","id":9007199254740993,"method":"session/new","params":{}}\r\n'),
  Buffer.from([0xff, 0xfe, 0x0a, 0x00, 0x0a]),
  Buffer.from('npm WARN\n\n{"jsonrpc":"2.0","id":"1","method":"_cut'),
]);

/** A data folder with one recording: an agent that echoed these bytes. */
async function recorded(bytes: Uint8Array = ODD): Promise<string> {
  const home = temporaryFolder();
  const shim = startShim(peer('echo'), { home, run: ['--name', 'odd'] });
  shim.child.stdin.end(bytes);
  await shim.closed;
  await list(home);
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

const BROKEN = `${CLEAN.split('= exit')[0]}
  < 2 ok {"stopReason":"end_turn"}
  = exit {"code":0,"signal":null}`;

describe('acptap list --json', () => {
  test('has the members that product.md promises, newest first', async () => {
    const home = await recorded();
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

  test('says live while the agent runs, and who speaks', async () => {
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
    const home = await recorded();
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
    expect(stdout).toMatch(/^ +7 .*\[error: jsonrpc\/response-comes-once\]/m);
  });

  test('ends quietly when its reader has had enough', async () => {
    const file = recordingFile('> 1 _a {}\n'.repeat(20_000));
    const home = temporaryFolder();
    for (const options of ['', '--json', '--raw --from client']) {
      const line = `'${process.execPath}' '${CLI}' show '${file}' ${options} | head -n 1; echo "\${PIPESTATUS[0]}"`;
      const { stdout, stderr } = await answerOf(start(['bash', '-c', line], { home }));
      expect([stdout.trimEnd().split('\n').at(-1), stderr]).toEqual(['0', '']);
    }
  });
});

describe('acptap check', () => {
  test('--json has the members that product.md promises', async () => {
    const { code, stdout, stderr } = await acptap(temporaryFolder(), 'check', recordingFile(BROKEN), '--json');
    expect([code, stderr]).toEqual([1, '']);
    const report = JSON.parse(stdout) as { findings: object[]; rules: Record<string, string[]> };
    expect(Object.keys(report)).toEqual(['recording', 'protocolVersion', 'findings', 'rules']);
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
  ])('of %s ends with its code', async (_what, transcript, options, code) => {
    expect(await acptap(temporaryFolder(), 'check', recordingFile(transcript), ...options)).toMatchObject({ code });
  });
});

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

  test('leave nothing behind of a file that is broken, and name file and line', async () => {
    const home = temporaryFolder();
    const good = recordingFile(CLEAN);
    const bad = temporaryFile(`${readFileSync(good, 'utf8').replace('"recorded"', '"bad"')}{"t":`);
    const { code, stderr } = await acptap(home, 'import', bad);
    expect([code, await list(home)]).toEqual([2, []]);
    expect(stderr).toContain(`acptap: ${bad}: line 10`);
  });

  test('leave no half file where nothing can be written', async () => {
    const path = join(temporaryFolder(), 'missing', 'file.acp.jsonl');
    const { code, stderr } = await acptap(temporaryFolder(), 'export', recordingFile(CLEAN), '-o', path);
    expect([code, existsSync(path)]).toEqual([2, false]);
    expect(stderr).toContain(`cannot write ${path}`);
  });
});

describe('acptap export -o', () => {
  const exporting = (path: string) => acptap(temporaryFolder(), 'export', recordingFile(CLEAN), '-o', path);
  const LINES = 9;

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

  test('/dev/stdout is stdout', async () => {
    const line = `'${process.execPath}' '${CLI}' export '${recordingFile(CLEAN)}' -o /dev/stdout | cat`;
    const { stdout, stderr } = await answerOf(start(['bash', '-c', line], { home: temporaryFolder() }));
    expect([stdout.trimEnd().split('\n').length, stderr]).toEqual([LINES, '']);
    expect(lstatSync('/dev/stdout').isSymbolicLink()).toBe(true);
  });
});

describe('acptap import', () => {
  const header = (file: string) => readFileSync(file, 'utf8').split('\n')[0] ?? '';

  test('of a pipe that is slow keeps nobody from writing, and nothing shows the half', async () => {
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

  test('that is killed leaves nothing once another command has run', async () => {
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

  /** What is in the database of a recording that no command shows. */
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

describe('acptap rm', () => {
  test('removes what it is asked to, or nothing at all', async () => {
    const home = await recorded();
    await acptap(home, 'import', recordingFile(CLEAN));
    expect(await acptap(home, 'rm', 'recorded', 'nothing')).toMatchObject({ code: 2 });
    expect(await list(home)).toHaveLength(2);
    expect(await acptap(home, 'rm', 'recorded')).toMatchObject({ code: 0, stdout: 'recorded\n' });
    expect(await list(home)).toMatchObject([{ name: 'odd' }]);
  });
});

describe('wrong usage', () => {
  test.each([
    [['nothing'], 'nothing'],
    [['show'], 'ref'],
    [['show', 'latest', '--raw'], '--from'],
    [['show', 'latest'], 'nothing is recorded'],
    [['show', 'recordings/formats/from-the-future.acp.jsonl'], 'install a newer acptap'],
    [['show', '/nonexistent.acp.jsonl'], 'there is no file'],
    [['show', 'recordings/formats/v1.acp.jsonl', '--filter', 'colour:red'], 'colour'],
    [['inspect', '--port', '99999'], 'port'],
    [['inspect', '--port', ''], 'port'],
    [['show', '/tmp'], '/tmp is a folder'],
    [['show', 'recordings/formats/v1.acp.jsonl', '--filter', 'kind:bogus'], 'notification'],
    [['replay', 'latest', '--timeout', 'soon'], 'milliseconds'],
    [['replay', 'latest', '--timeout', ''], 'milliseconds'],
    [['replay', 'latest', '--timeout', '9999999999'], '2147483647'],
  ])('%j ends with 2 and one line that says why', async (words, why) => {
    const { code, stdout, stderr } = await acptap(temporaryFolder(), ...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^acptap: [^\n]*\n$/);
    expect(stderr).toContain(why);
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

test('a full disk on stdout is said and ends with 2', async () => {
  const line = `'${process.execPath}' '${CLI}' show '${recordingFile(CLEAN)}' > /dev/full`;
  const { code, stderr } = await answerOf(start(['bash', '-c', line], { home: temporaryFolder() }));
  expect(code).toBe(2);
  expect(stderr).toMatch(/^acptap: cannot write to stdout: ENOSPC[^\n]*\n$/);
});

test('acptap help explains, and so does acptap help COMMAND', async () => {
  const home = temporaryFolder();
  expect(await acptap(home, 'help')).toMatchObject({ code: 0, stdout: expect.stringContaining('inspect') as string });
  expect(await acptap(home, 'help', 'show')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('--filter') as string,
  });
});

test.each([['--once'], ['--no-open', '--port', '0']])(
  'acptap demo %s that cannot record says why and ends',
  async (...options) => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'spool'), 'no folder');
    const { code, stderr } = await acptap(home, 'demo', ...options);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^acptap: .*spool.*\nacptap: the demo ran, but nothing of it was recorded/s);
  },
);

test('acptap demo --once sums up its own recording, whatever else is recorded meanwhile', async () => {
  const home = temporaryFolder();
  const demo = start([process.execPath, CLI, 'demo', '--once'], { home });
  await waitFor('the demo to record', () => spoolNames(home).length > 0);
  const shim = startShim(peer('echo'), { home });
  shim.child.stdin.end('x\n');
  await shim.closed;
  const { code, stdout } = await answerOf(demo);
  const ids = (await list(home)).filter(({ name }) => name === 'demo').map(({ id }) => id);
  expect([code, /^recorded (\S+):/.exec(stdout)?.[1]]).toEqual([0, ids[0]]);
});

test('acptap demo --once records two turns through the real shim and finds the two mistakes', async () => {
  const home = temporaryFolder();
  const { code, stdout, stderr } = await acptap(home, 'demo', '--once');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/turns: +2 \(end_turn, cancelled\)/);
  expect(stdout).toContain('framing/line-is-json');
  expect(stdout).toContain('jsonrpc/response-comes-once');
  expect(await list(home)).toMatchObject([{ name: 'demo', state: 'ended', exit: { code: 0 } }]);
});
