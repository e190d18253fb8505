import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesOf, CLIENT, TURN } from '../replay/turn.ts';
import { temporaryFolder } from '../support/folders.ts';
import { CLI, start, stdoutHas, type Running } from '../support/processes.ts';
import { recordingFile } from '../support/recording-file.ts';

/** `acptap replay` of the recorded turn, with a report. */
function startReplay(...options: readonly string[]) {
  const folder = temporaryFolder();
  const report = join(folder, 'report.json');
  const file = recordingFile(TURN);
  const replay = start([process.execPath, CLI, 'replay', file, '--report', report, ...options], { home: folder });
  return { replay, reported: () => JSON.parse(readFileSync(report, 'utf8')) as Record<string, unknown> };
}

const say = ({ child }: Running, ...lines: readonly string[]) => child.stdin.write(bytesOf(lines.join('\n')));

describe('acptap replay', () => {
  test('is the recorded agent, and ends with 0 when its client has closed', async () => {
    const { replay, reported } = startReplay();
    say(replay, ...CLIENT);
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
      'divergences',
      'missingCapabilities',
    ]);
    expect(reported()).toMatchObject({ recording: 'recorded', outcome: 'complete', played: 6, received: 5 });
  });

  test('ends with 1 at the first divergence, though the client lives, and says on stderr what differs', async () => {
    const { replay, reported } = startReplay();
    say(replay, CLIENT[0] ?? '', '> "x" session/prompt {}');
    expect(await replay.closed).toEqual({ code: 1, signal: null });
    const words =
      'the recording expects session/new (request) next (entry 2), the client sent session/prompt (request)';
    expect(replay.stderr()).toBe(`acptap: ${words}; in the recording that is entry 4\n`);
    const answers = replay
      .stdout()
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(answers[1]).toMatchObject({
      id: 'x',
      error: { data: { acptap: { expected: 'session/new (request)', received: 'session/prompt (request)' } } },
    });
    expect(reported()).toMatchObject({ outcome: 'diverged', divergences: [{ seq: 2, nearMisses: [{ seq: 4 }] }] });
  });

  test('does not wait for ever: it names what never came', async () => {
    const { replay, reported } = startReplay('--timeout', '300');
    expect(await replay.closed).toEqual({ code: 1, signal: null });
    expect(replay.stderr()).toBe(
      'acptap: waited 300 ms for initialize (request) (entry 0 of the recording), nothing came\n',
    );
    expect(reported()).toMatchObject({ outcome: 'diverged', divergences: [{ seq: 0, received: 'nothing' }] });
  });

  test('calls a client that closes early incomplete, and that is no failure', async () => {
    const { replay, reported } = startReplay();
    say(replay, ...CLIENT.slice(0, 2));
    replay.child.stdin.end();
    expect(await replay.closed).toEqual({ code: 0, signal: null });
    expect(replay.stderr()).toContain('closed before the end of the recording; 3 of its recorded messages never came');
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
    expect(piped.stderr()).toContain('the client closed before the end of the recording');
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ outcome: 'incomplete', divergences: [] });
  });

  test('writes nothing but the recorded bytes to stdout', async () => {
    const { replay } = startReplay();
    say(replay, '> | garbage');
    expect(await replay.closed).toEqual({ code: 1, signal: null });
    expect(replay.stdout()).toHaveLength(0);
    expect(replay.stderr()).toBe('acptap: the client sent a line that is no JSON-RPC message\n');
  });
});
