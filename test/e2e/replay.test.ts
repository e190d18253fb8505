import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadRecordingFile } from '../../proxy/replay/playbook/read-recording.ts';
import { stableText } from '../../proxy/replay/playbook/stable-text.ts';
import { bytesOf, CLIENT, TURN, turn } from '../replay/recorded-turn.ts';
import { isLong, someOf } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { runInProcess } from '../support/in-process.ts';
import { acptap, CLI, start, stdoutHas, type Running } from '../support/processes.ts';
import { list } from '../support/recorded.ts';
import { recordingFile } from '../support/recording-file.ts';
import { waitFor } from '../support/wait-for.ts';

/** `acptap replay` of the recorded turn, with a report. */
function startReplay(...options: readonly string[]) {
  const folder = temporaryFolder();
  const report = join(folder, 'report.json');
  const file = recordingFile(TURN);
  const replay = start([process.execPath, CLI, 'replay', file, '--report', report, ...options], { home: folder });
  return { replay, file, reported: () => JSON.parse(readFileSync(report, 'utf8')) as Record<string, unknown> };
}

const say = ({ child }: Running, ...lines: readonly string[]) => child.stdin.write(bytesOf(lines.join('\n')));

describe('acptap replay', () => {
  test('is the recorded agent, and ends with 0 when its client has closed', async () => {
    const { replay, reported } = startReplay();
    say(replay, ...CLIENT.slice(0, 3));
    await stdoutHas(replay, 'fs/read_text_file');
    say(replay, CLIENT[3] ?? '');
    await stdoutHas(replay, 'session/request_permission');
    say(replay, CLIENT[4] ?? '');
    await stdoutHas(replay, 'end_turn');
    expect(replay.child.exitCode).toBe(null); // it is the client that ends a connection
    replay.child.stdin.end();
    expect(await replay.closed).toEqual({ code: 0, signal: null });
    expect(replay.stderr()).toBe('');
    expect(replay.stdout().toString().split('\n')).toHaveLength(7);
    expect(Object.keys(reported())).toEqual([
      'recording',
      'outcome',
      'played',
      'received',
      'unused',
      'missing',
      'unplayed',
      'unrecorded',
      'divergences',
      'moreDivergences',
      'missingCapabilities',
      'notes',
      'branch',
      'waitedFor',
      'failure',
      'journal',
      'file',
    ]);
    expect(reported()).toMatchObject({ recording: 'recorded', outcome: 'complete', played: 6, received: 5 });
    expect(reported()).toMatchObject({ journal: [0, 2, 4, 7, 9].map((matched, index) => ({ index, matched })) });
  });

  test('ends by a fault, and names the seed and the touched frames', async () => {
    const fault = 'exit 3 where method:session/update';
    const { replay, reported } = startReplay('--fault', fault, '--seed', '7');
    say(replay, ...CLIENT.slice(0, 3));
    expect(await replay.closed).toEqual({ code: 3, signal: null });
    expect(replay.stdout().toString().split('\n')).toHaveLength(4);
    expect(replay.stderr()).toContain(`fault: ${fault}, touched 1 frame (seed 7)`);
    expect(reported()).toMatchObject({ seed: 7, faults: [{ fault, touched: 1 }] });
  });

  test.runIf(isLong)('refuses an invalid fault before the first frame', async () => {
    const { replay } = startReplay('--fault', 'drop often');
    expect(await replay.closed).toEqual({ code: 2, signal: null });
    expect(replay.stdout().toString()).toBe('');
    expect(replay.stderr()).toMatch(/"often" is not expected here.*\n {2}drop often\n {7}\^{5}\n/);
  });

  test('ends with 1 at the first divergence, while the client lives, and prints the difference on stderr', async () => {
    const { replay, file, reported } = startReplay();
    say(replay, CLIENT[0] ?? '', '> "x" session/prompt {}');
    expect(await replay.closed).toEqual({ code: 1, signal: null });
    expect(replay.stderr()).toBe(
      [
        'acptap: the recording expects session/new "/work" next (#2), the client sent session/prompt',
        '  like it: #4, session/prompt "go"',
        '',
        `the replay of ${file} diverged (1 frame played, 2 messages received)`,
        '',
        'never came:',
        '  session/new "/work" (#2)',
        '  session/prompt "go" (#4)',
        '  the answer to fs/read_text_file: a result (#7)',
        '  the answer to session/request_permission: allow (#9)',
        '',
      ].join('\n'),
    );
    const answers = replay
      .stdout()
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(answers[1]).toMatchObject({
      id: 'x',
      error: { data: { acptap: { expected: 'session/new "/work"', received: 'session/prompt' } } },
    });
    expect(reported()).toMatchObject({ outcome: 'diverged', divergences: [{ seq: 2, nearMisses: [{ seq: 4 }] }] });
  });

  test.runIf(isLong)('has a timeout, and names what never came', async () => {
    const { replay, reported } = startReplay('--timeout', '300');
    say(replay, ...CLIENT.slice(0, 3));
    expect(await replay.closed).toEqual({ code: 1, signal: null });
    expect(replay.stderr()).toContain('waited 300 ms for the client to answer fs/read_text_file (#7); the wait began ');
    expect(reported()).toMatchObject({ outcome: 'diverged', divergences: [{ seq: 7, received: 'nothing' }] });
  });

  test('calls a client that closes early incomplete, and that is no failure', async () => {
    const { replay, reported } = startReplay();
    say(replay, ...CLIENT.slice(0, 2));
    replay.child.stdin.end();
    expect(await replay.closed).toEqual({ code: 0, signal: null });
    expect(replay.stderr()).toContain(
      'is incomplete: it waited for the client to send session/prompt "go" (#4) when the client closed',
    );
    expect(replay.stderr()).toContain('never came:\n  session/prompt "go" (#4)\n');
    expect(reported()).toMatchObject({ outcome: 'incomplete', unused: [4, 7, 9] });
  });

  test('calls a client that stops reading incomplete, and that is no failure', async () => {
    const folder = temporaryFolder();
    const report = join(folder, 'report.json');
    const many = `< _a {"text":"${'x'.repeat(1000)}"}\n`.repeat(2000);
    const file = recordingFile(`${many}> 1 _b\n< 1 ok`);
    const line = `sleep 2 | '${process.execPath}' '${CLI}' replay '${file}' --report '${report}' | head -c 10; echo "\n\${PIPESTATUS[1]}"`;
    const piped = start(['bash', '-c', line], { home: folder });
    await piped.closed;
    expect(piped.stdout().toString()).toMatch(/0\n$/);
    expect(piped.stderr()).toMatch(/is incomplete[^]*never came: .*\(#2000\)/);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ outcome: 'incomplete', divergences: [] });
  });

  test.runIf(isLong)(
    'answers a line that is not a message with a JSON-RPC error, and adds nothing else to stdout',
    async () => {
      const { replay } = startReplay();
      say(replay, '> | garbage');
      expect(await replay.closed).toEqual({ code: 1, signal: null });
      expect(replay.stdout().toString().trimEnd().split('\n')).toEqual([
        expect.stringMatching(/^\{"jsonrpc":"2.0","id":null,"error":\{"code":-32700,/),
      ]);
      expect(replay.stderr()).toContain('the client sent a line that is not a JSON-RPC message');
    },
  );

  test('judges the live client with --verify: findings on stderr and in the report, exit code 1 for an error', async () => {
    const { replay, reported } = startReplay('--verify', '--settle', '0');
    say(replay, ...CLIENT.map((line) => line.replace('"cwd":"/work"', '"cwd":"work"')));
    await stdoutHas(replay, 'end_turn');
    replay.child.stdin.end();
    expect(await replay.closed).toEqual({ code: 1, signal: null });
    expect(replay.stderr()).toMatch(
      /^acptap: .*cwd.*\(error of the client, [^]*\nthe replay of \S+\.acp\.jsonl is complete[^]*\(note of the client, /,
    );
    expect(reported()).toMatchObject({
      outcome: 'complete',
      findings: [{ grade: 'note' }, { grade: 'error', side: 'client', seq: 2 }],
    });
  });

  test('plays the recorded stderr and ends as the recorded agent did, when it is asked to', async () => {
    const file = recordingFile(`! starting\n${TURN}\n= eof {"of":"client"}\n! bye\n= exit {"code":3,"signal":null}`);
    const replay = start([process.execPath, CLI, 'replay', file, '--settle', '0', '--stderr', '--exit-code'], {
      home: temporaryFolder(),
    });
    say(replay, ...CLIENT);
    await stdoutHas(replay, 'end_turn');
    replay.child.stdin.end();
    expect(await replay.closed).toEqual({ code: 3, signal: null });
    expect(replay.stderr()).toBe('starting\nbye\n');
  });

  test('dies by the signal that the recorded agent died of, at the place where it did', async () => {
    const file = recordingFile('> 1 _a\n< 1 ok {}\n= exit {"code":null,"signal":"SIGABRT"}');
    const replay = start([process.execPath, CLI, 'replay', file, '--exit-code'], { home: temporaryFolder() });
    say(replay, '> 1 _a');
    expect(await replay.closed).toEqual({ code: null, signal: 'SIGABRT' });
    expect(replay.stdout().toString()).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  });

  test.each(someOf(['SIGTERM', 'SIGINT'] as const, 2))('ends by %s at once, and leaves its report', async (signal) => {
    const { replay, reported } = startReplay('--speed', 'recorded');
    say(replay, ...CLIENT.slice(0, 2));
    await stdoutHas(replay, '"sessionId":"s"');
    replay.child.kill(signal);
    expect(await replay.closed).toEqual({ code: null, signal });
    expect(reported()).toMatchObject({ outcome: 'incomplete', received: 2 });
  });

  test('ends by SIGTERM even while its output is not read', async () => {
    const file = recordingFile(`> 1 _a\n${`< _b {"text":"${'x'.repeat(1000)}"}\n`.repeat(2000)}< 1 ok {}`);
    const replay = start([process.execPath, CLI, 'replay', file], { home: temporaryFolder() });
    replay.child.stdout.pause();
    say(replay, '> 1 _a');
    await new Promise((resolve) => replay.child.stdout.once('readable', resolve));
    replay.child.kill('SIGTERM');
    expect((await replay.exited).signal).toBe('SIGTERM');
    replay.child.stdout.resume();
  });

  test.runIf(isLong)('switches to the recording that has the client’s choice', async () => {
    const folder = temporaryFolder();
    const report = join(folder, 'report.json');
    const other = TURN.replace('"optionId":"allow"}}', '"optionId":"reject"}}').replace('end_turn', 'refusal');
    const files = [recordingFile(TURN), recordingFile(other, { id: 'rejected' })];
    const replay = start([process.execPath, CLI, 'replay', ...files, '--report', report], { home: folder });
    say(replay, ...CLIENT.slice(0, -1), CLIENT.at(-1)?.replace('allow', 'reject') ?? '');
    await stdoutHas(replay, 'refusal');
    replay.child.stdin.end();
    expect(await replay.closed).toEqual({ code: 0, signal: null });
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ outcome: 'complete', branch: files[1] });
  });

  // In the gate test/replay/report-junit.test.ts has such a report.
  test.runIf(isLong)('fails with --strict when a message never came, also in the JUnit file', async () => {
    const junit = join(temporaryFolder(), 'junit.xml');
    const { replay } = startReplay('--strict', '--junit', junit);
    say(replay, ...CLIENT.slice(0, 2));
    replay.child.stdin.end();
    expect(await replay.closed).toEqual({ code: 1, signal: null });
    expect(readFileSync(junit, 'utf8')).toContain('<failure message="never came: session/prompt &quot;go&quot; (#4)">');
  });

  test.each([
    [['--speed', 'fast'], '"fast" is no speed: write instant, recorded, or x2 for twice as fast'],
    [['--match', 'session/prompt=alike'], '"session/prompt=alike" is not METHOD=LEVEL'],
    [['--timeout', '-1'], 'give milliseconds, 5000 for example'],
    [['--on-divergence', 'ignore'], '--on-divergence "ignore": give one of fail, follow'],
    [['--name', 'a'], '--name is for --record'],
  ])('refuses %j with words and the exit code 2', async (options, words) => {
    const line = [process.execPath, CLI, 'replay', recordingFile(TURN), ...options];
    const { code, stdout, stderr } = await runInProcess(line, { home: temporaryFolder() });
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
  });

  test('does not read a recording from stdin, where the client writes', async () => {
    const { code, stderr } = await runInProcess([process.execPath, CLI, 'replay', '-'], { home: temporaryFolder() });
    expect(code).toBe(2);
    expect(stderr).toBe('acptap: replay cannot read a recording from stdin: the client writes there\n');
  });

  test('with --record makes a recording that equals the played one except for volatile parts', async () => {
    const home = temporaryFolder();
    const file = recordingFile(TURN);
    const replay = start([process.execPath, CLI, 'replay', file, '--settle', '0', '--record', '--name', 'again'], {
      home,
    });
    for (const [index, line] of CLIENT.entries()) {
      say(replay, line);
      await waitFor(
        `what follows line ${index}`,
        () => replay.stdout().toString().split('\n').length > AGENT_LINES[index]!,
      );
    }
    replay.child.stdin.end();
    expect(await replay.closed).toEqual({ code: 0, signal: null });
    expect(await list(home)).toMatchObject([
      { name: 'again', state: 'ended', command: [process.execPath, CLI, 'replay', '--settle', '0', '--', file] },
    ]);
    const again = join(home, 'again.acp.jsonl');
    expect(await acptap(home, 'export', 'latest', '--no-redact', '-o', again)).toMatchObject({ code: 0 });
    const { entries } = await loadRecordingFile(again);
    expect(stableText(entries)).toBe(stableText(turn()));

    if (!isLong) return;
    const latest = start([process.execPath, CLI, 'replay', 'latest', '--record'], { home });
    latest.child.stdin.end();
    await latest.closed;
    const [newest, before] = await list(home);
    expect(newest?.command.at(-1)).toBe(before?.id); // not the turn that had just begun
  });

  // In the gate lifecycle.test.ts sends signals to acptap run, which --record starts.
  test.runIf(isLong)('with --record ends by a signal with its child processes', async () => {
    const home = temporaryFolder();
    const replay = start([process.execPath, CLI, 'replay', recordingFile(TURN), '--record'], { home });
    say(replay, CLIENT[0] ?? '');
    await stdoutHas(replay, '"result"');
    replay.child.kill('SIGTERM');
    expect(await replay.closed).toEqual({ code: null, signal: 'SIGTERM' });
    expect(await list(home)).toMatchObject([{ entries: { client: 1, agent: 1 } }]);
  });
});

/** The number of agent lines before each line of the client. */
const AGENT_LINES = [1, 2, 4, 5, 6];
