import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, answerOf, CLI, start } from '../support/processes.ts';
import { recordingFile, temporaryFile } from '../support/recording-file.ts';
import { DANGEROUS } from '../support/terminal.ts';

const file = () =>
  recordingFile(`
    > 0 initialize {"protocolVersion":1,"clientCapabilities":{}}
    < 0 ok {"protocolVersion":1,"agentCapabilities":{}}
    < | my key is sk-ant-api03-CANARYcanaryCANARYcanary0123456789`);
const exporting = (...words: readonly string[]) => acptap(temporaryFolder(), 'export', file(), ...words);

const HOSTILE = `
  > 1 session/new {"cwd":"/w\\u202ea\u202eb\u009b2J","mcpServers":[]}
  < | \u001b]52;c;ZXZpbA==\u0007 it\u2066 is not JSON
  ! \u001b]52;c;ZXZpbA==\u0007 \u009b2J\ttab`;

describe('acptap export of control characters and marks of writing direction', () => {
  test.each(['llm', 'markdown', 'mermaid', 'perfetto'])('as %s has them visible only', async (format) => {
    const { code, stdout } = await acptap(temporaryFolder(), 'export', recordingFile(HOSTILE), '--format', format);
    expect([code, DANGEROUS.exec(stdout.replaceAll('\t', ''))]).toEqual([0, null]);
    expect(stdout.includes(String.raw`\u001b]52;c;ZXZpbA==\u0007`)).toBe(['llm', 'markdown'].includes(format));
  });

  test('to a terminal has nothing that acts there, and stays the same recording', async () => {
    const path = recordingFile(HOSTILE);
    const onTerminal = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];
    const words = [process.execPath, ...onTerminal, CLI, 'export', path, '--no-redact'] as const;
    const { stdout } = await answerOf(start([...words], { home: temporaryFolder() }));
    expect(DANGEROUS.exec(stdout)).toBe(null);
    const again = await acptap(temporaryFolder(), 'export', temporaryFile(stdout), '--no-redact');
    expect(again.stdout).toBe(readFileSync(path, 'utf8'));
  });
});

describe('acptap export --format', () => {
  test('mermaid draws what the filter lets through', async () => {
    const { code, stdout } = await exporting('--format', 'mermaid', '--filter', 'kind:request');
    expect([code, stdout]).toEqual([
      0,
      'sequenceDiagram\n    participant client\n    participant agent\n    client->>agent: initialize · protocol 1\n',
    ]);
  });

  test('markdown is an issue about an entry, without secrets unless they are asked for', async () => {
    const { code, stdout } = await exporting('--format', 'markdown', '--entry', '2');
    expect([code, stdout]).toEqual([0, expect.stringContaining('### error: framing/line-is-json') as string]);
    expect(stdout).toContain('my key is [redacted-1]');
    expect((await exporting('--format', 'markdown', '--entry', '2', '--no-redact')).stdout).toContain('CANARY');
  });

  test('llm is all of it as text, with an estimate of its tokens', async () => {
    const { code, stdout } = await exporting('--format', 'llm');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^A recorded session[^]*\(about \d+ tokens, estimated/) as string,
    ]);
    expect(stdout).not.toContain('CANARY');
  });

  test('perfetto is a trace of all frames, without secrets', async () => {
    const { code, stdout } = await exporting('--format', 'perfetto');
    const { traceEvents } = JSON.parse(stdout) as { traceEvents: { cat?: string }[] };
    expect([code, traceEvents.filter(({ cat }) => cat === 'frame').length]).toEqual([0, 3]);
    expect(stdout).not.toContain('CANARY');
    expect((await exporting('--format', 'perfetto', '--dry-run')).stdout).toContain('value');
  });

  test('jsonl is the recording, or what the filter lets through of it', async () => {
    const lines = (await exporting('--filter', 'from:agent')).stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as { from?: string })).toMatchObject([
      { acptap: 1, redacted: true },
      { from: 'agent' },
      { from: 'agent' },
    ]);
  });

  test.each([
    [
      ['--format', 'html', '--filter', 'x'],
      '--filter is for --format jsonl and mermaid: html always has the whole recording',
    ],
    [['--format', 'llm', '--entry', '1'], '--entry is for --format markdown: the entry that the issue describes'],
    [['--format', 'markdown', '--entry', '3'], 'there is no entry 3: the recording has 3'],
    [['--canonical', '--filter', 'x'], '--canonical needs the whole recording: leave out --filter'],
    [['--canonical', '--format', 'html'], '--canonical is for --format jsonl: html is not a recording file'],
    [['--timing'], '--timing is for --canonical: a recording file keeps its times without it'],
    [['--filter', 'method:'], 'method: needs a value right behind it'],
    [['--format', 'png'], '--format "png": give one of'],
  ])('%j is refused', async (words, problem) => {
    const { code, stdout, stderr } = await exporting(...words);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(problem) as string]);
  });
});

describe('acptap export --canonical', () => {
  const run = (request: string, session: string, folder: string, gap: number) =>
    recordingFile(`
      = spawn {"pid":${gap}}
      > ${request} session/new {"cwd":"${folder}","mcpServers":[]}
      @${gap} < ${request} ok {"sessionId":"${session}"}
      ! session ${session} with the key sk-ant-api03-CANARYcanaryCANARYcanary0123456789
      < session/update {"sessionId":"${session}","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"In ${folder}/a.ts"}}}`);

  test('is the same for two runs of the same conversation, and redacted', async () => {
    const [one, other] = await Promise.all(
      [run('7', 'u-1', '/home/ann/app', 5000), run('12', 'x/2', '/tmp/test-Ab3dEf', 90_000)].map((each) =>
        acptap(temporaryFolder(), 'export', each, '--canonical'),
      ),
    );
    expect(one?.code).toBe(0);
    expect(one?.stdout).toContain('"params":{"sessionId":"session-1"');
    expect(one?.stdout).toContain('In /acptap/project/a.ts');
    expect(other?.stdout).toBe(one?.stdout);
  });

  test('keeps the times with --timing', async () => {
    const words = ['export', run('7', 'u-1', '/home/ann/app', 5000), '--canonical', '--timing'] as const;
    const { stdout } = await acptap(temporaryFolder(), ...words);
    expect(stdout).toContain('{"t":5000,"from":"agent","json":{"jsonrpc":"2.0","id":0,');
  });
});
