import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { TURN } from '../../replay/recorded-turn.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { runInProcess } from '../../support/in-process.ts';
import { acptap, CLI, peer, startShim } from '../../support/processes.ts';
import { recordingFile } from '../../support/recording-file.ts';
import { takeTurn } from '../../support/sdk-client.ts';
import { agent, drive, prompted, replayOf } from './scripted-agent.ts';

describe('the report', () => {
  test('reports that the agent did the same', async () => {
    const file = recordingFile(TURN);
    const { code, stdout, stderr } = await drive(file, replayOf(file));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      [
        `drive of recorded (unknown agent) against ${replayOf(file).join(' ')} (unknown agent)`,
        'Same: the agent did what it did then, in 1 turn.',
        '',
        '  ✓ handshake and sessions',
        '  ✓ turn 1  end_turn · 1 tool call · 1 permission request',
        '',
      ].join('\n'),
    );
  });

  test('reports the agent’s differences', async () => {
    const other = TURN.replace('"end_turn"', '"refusal"')
      .replace('"agentCapabilities":{}', '"agentCapabilities":{"loadSession":true}')
      .replace('ünï', 'other');
    const { code, stdout } = await drive(recordingFile(TURN), replayOf(recordingFile(other)));
    expect(code).toBe(1);
    expect(stdout.split('\n').slice(1)).toEqual([
      'Different: 2 differences.',
      '',
      '  ≠ handshake and sessions',
      '      - capability gained: loadSession',
      '  ≠ turn 1  refusal · 1 tool call · 1 permission request',
      '      - stop reason: expected end_turn, got refusal',
      '      ~ other text: expected "ünï", got "other"',
      '',
    ]);
  });

  test('is one JSON object, on stdout and in a file', async () => {
    const [file, report] = [recordingFile(TURN), join(temporaryFolder(), 'report.json')];
    const other = recordingFile(TURN.replace('ünï', 'other'));
    const { code, stdout } = await drive(file, replayOf(other), '--json', '--report', report, '--text', 'exact');
    const printed = JSON.parse(stdout) as Record<string, unknown>;
    expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual(printed);
    expect([code, Object.keys(printed)]).toEqual([
      1,
      [
        'recording',
        'command',
        'outcome',
        'failure',
        'agents',
        'turns',
        'differences',
        'textDifferences',
        'unsent',
        'notes',
      ],
    ]);
    expect(printed).toMatchObject({
      recording: 'recorded',
      outcome: 'different',
      failure: null,
      turns: [
        { turn: 1, seq: 4, same: false, text: 'different', live: { end: 'end_turn', toolCalls: 1, permissions: 1 } },
      ],
      differences: [{ turn: 1, what: 'text', expected: 'ünï', received: 'other' }],
    });
  });

  test('has the findings of the agent with --check, and its errors count', async () => {
    const file = recordingFile(prompted());
    const { code, stdout } = await drive(file, agent('say({ method: 5 })'), '--check');
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^Same: [^]*error {2}jsonrpc\//m)]);
    expect((await drive(file, agent(''), '--check')).stdout).toContain('rules: nothing found');
  });

  test('shows no control characters of an agent', async () => {
    const file = recordingFile(
      prompted(
        '< session/update {"sessionId":"then","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"\\u001b[31mred"}}}\n< 2 ok {"stopReason":"\\u001b[2J"}',
      ),
    );
    expect((await drive(file, agent(''))).stdout).not.toContain('\u001b');
  });
});

describe('a drive that fails', () => {
  test('reports how the agent ended, and forwards its stderr', async () => {
    const { code, stdout, stderr } = await drive(
      recordingFile(prompted()),
      agent('console.error("no model"); process.exit(3)'),
    );
    expect([code, stderr]).toEqual([1, 'no model\n']);
    expect(stdout.split('\n').slice(1, 6)).toEqual([
      'Failed: the agent ended with code 3 while acptap waited for the answer to session/prompt (#4 of the recording). Up to there: 1 difference.',
      '',
      '  ✓ handshake and sessions',
      '  ≠ turn 1  never ended',
      '      - stop reason: expected end_turn, got nothing',
    ]);
  });

  test('reports a missing agent', async () => {
    const { code, stdout, stderr } = await drive(recordingFile(prompted()), ['no-such-agent-anywhere']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('the agent could not be started: "no-such-agent-anywhere" was not found');
  });

  test('names the missing message', async () => {
    const { code, stdout } = await drive(
      recordingFile(prompted()),
      agent('await new Promise(() => {})'),
      '--timeout',
      '3000',
    );
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(
        'waited 3 s for the answer to session/prompt (#4 of the recording), and the agent was silent',
      ),
    ]);
  });

  test.each([
    ['no command', (file: string) => ['drive', file], /command/],
    ['two folders', (file: string) => ['drive', file, '--cwd', '--workspace', '.', '--', 'x'], /exclude each other/],
    [
      'a workspace that does not exist',
      (file: string) => ['drive', file, '--workspace', '/none', '--', 'x'],
      /is not a folder/,
    ],
    ['a recording without a client', () => ['drive', recordingFile('< _hello'), '--', 'x'], /its client said nothing/],
    ['no recording', () => ['drive', '/none.acp.jsonl', '--', 'x'], /there is no file/],
  ] as const)('is wrong usage with %s', async (_what, words, message) => {
    const line = [process.execPath, CLI, ...words(recordingFile(prompted()))];
    const { code, stdout, stderr } = await runInProcess(line, { home: temporaryFolder() });
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
  });
});

describe('a drive without differences', () => {
  test('can be saved as a recording that is checked and driven again', async () => {
    const [file, saved] = [recordingFile(TURN), join(temporaryFolder(), 'saved.acp.jsonl')];
    expect((await drive(file, replayOf(file), '--save', saved)).code).toBe(0);
    expect((await acptap(temporaryFolder(), 'check', saved)).stdout).toContain(`${saved}: 1 warning`);
    expect(readFileSync(saved, 'utf8')).toContain('"id":"drive-of-recorded"');
    const { code, stdout } = await drive(saved, replayOf(file));
    expect([code, stdout]).toEqual([0, expect.stringContaining('\nSame: ')]);
  });

  test('is the same as in the editor, with an agent made with the official SDK', async () => {
    const home = temporaryFolder();
    const sdkAgent = peer('sdk-agent');
    const shim = startShim(sdkAgent, { home });
    await takeTurn(Writable.toWeb(shim.child.stdin), Readable.toWeb(shim.child.stdout) as ReadableStream<Uint8Array>);
    shim.child.stdin.end();
    await shim.closed;
    const words = [process.execPath, CLI, 'drive', 'latest', '--text', 'exact', '--', ...sdkAgent];
    const { code, stdout } = await runInProcess(words, { home });
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('✓ turn 1  end_turn · 1 tool call · 1 permission request'),
    ]);
  });
});
