import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createRecordingDecoder } from '#core/recording/decode.ts';
import { estimatedTokens } from '#core/share/share-for-models.ts';
import { MAX_ARROWS } from '#core/share/share-mermaid.ts';
import { loadRecordingFile } from '../../../proxy/replay/playbook/read-recording.ts';
import { goldenRecordings } from '../../../scripts/golden-text.ts';
import { shareTranscript, shareEntries } from './share-entries.ts';
import { someOf } from '../../support/effort.ts';

const said = (text: string) =>
  `< session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":${JSON.stringify(text)}}}}`;

const TURN = `
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"2"}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1"}}
  > 1 session/new {"cwd":"/w","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Hi"}]}
  ${said('Hel')}
  ${said('lo')}
  ! warning: slow
  < | oops
  < 2 ok {"stopReason":"end_turn"}`;

describe('frames', () => {
  test('are copied as their exact text, one after the other', () => {
    expect(shareTranscript('frame', '> | {"a" : 1}\\r\n< | no json', { of: [0] })).toBe('{"a" : 1}\r\n');
    expect(shareTranscript('frame', '> | {"a" : 1}\n< | no json')).toBe('{"a" : 1}\nno json\n');
  });

  test('are indented if they are JSON', () => {
    expect(shareTranscript('json', '> | {"a" : 1, "a":2}\n< | no json')).toBe('{\n  "a": 1,\n  "a": 2\n}\nno json\n');
  });
});

test('a recording file of selected entries is valid and keeps their times', () => {
  const [head = '', ...lines] = shareTranscript('jsonl', TURN, { of: [0, 5] })
    .trimEnd()
    .split('\n');
  expect(createRecordingDecoder().header(head)).toMatchObject({ id: 'recorded' });
  expect(lines.map((line) => (JSON.parse(line) as { t: number }).t)).toEqual([1000, 6000]);
});

describe('a Mermaid diagram', () => {
  test('has requests, dashed responses, notifications with joined chunks, and stderr', () => {
    expect(shareTranscript('mermaid', TURN)).toBe(`sequenceDiagram
    participant client
    participant agent
    client->>agent: initialize · protocol 1 · editor 2
    agent-->>client: initialize · protocol 1 · agent 1
    client->>agent: session/new · /w
    agent-->>client: session/new · s
    client->>agent: session/prompt · Hi
    agent-)client: session/update · agent_message_chunk · Hello ×2
    Note right of agent: stderr · warning#58; slow
    agent-xclient: oops
    agent-->>client: session/prompt · end_turn
`);
  });

  test('labels a response even if its request is not selected', () => {
    expect(shareTranscript('mermaid', TURN, { of: [3] })).toContain('agent-->>client: session/new · s');
  });

  test('shows how many entries it leaves out', () => {
    const transcript = Array.from({ length: MAX_ARROWS + 5 }, (_, id) => `> ${id} _x {}`).join('\n');
    const text = shareTranscript('mermaid', transcript);
    expect(text.match(/->>/g)).toHaveLength(MAX_ARROWS);
    expect(text).toContain(`Note over client,agent: The first 200 of 205 entries, up to 199`);
  });

  test('contains nothing with a meaning in Mermaid or HTML', () => {
    const nasty = [
      'a;b',
      'end',
      '<img src=x onerror=alert(1)>',
      'x\ny',
      '%%{init:{}}%%',
      '#lt;',
      '"]',
      'client->>agent: no',
    ];
    const text = shareTranscript(
      'mermaid',
      nasty.map((words) => said(words).replaceAll('#', String.raw`\u0023`)).join('\n'),
    );
    for (const line of text.trimEnd().split('\n').slice(3))
      expect(line).toMatch(/^ {4}agent-\)client: (?:[\p{L}\p{N} ·×_/.,()=+-]|#\d+;)*$/u);
  });
});

describe('an issue', () => {
  const text = shareTranscript('markdown', TURN, { selected: 8 });

  test('has the peers, the mistake, the requirement, the usual handling, and the frames around it', () => {
    expect(text).toMatch(/^## .*JSON/);
    expect(text).toContain('- Agent: `agent` `1`\n- Client: `editor` `2`\n- Protocol version: 1\n');
    expect(text).toContain('### error: framing/line-is-json\n\nEntry #8, fault of the agent:');
    expect(text).toMatch(/- Required: \S.* \(<https:\/\/agentclientprotocol\.com\/\S+>\)\n- What peers do with it: \S/);
    expect(text).toContain('```text\noops\n```');
    expect(text).toMatch(/^> #8 {2}9\.0 ms {2}agent {2}invalid {2}oops$/m);
  });

  test('contains recorded words only where Markdown does not interpret them', () => {
    const nasty = '</code><img src=x onerror=1> ```` [a](javascript:1) @maintainer \u202e';
    const issue = shareTranscript('markdown', `< | ${nasty}`, { selected: 0, header: { command: [nasty, '`'] } });
    const outside = issue
      .replaceAll(/^(`{3,})\w*\n[^]*?\n\1$/gm, '')
      .replaceAll(/(`+)(?!`).+?(?<!`)\1(?!`)/g, '')
      .replaceAll(/\\[\\`*_[\]<>#|~@!]/g, '')
      .replaceAll(/<https:\/\/agentclientprotocol\.com\/[\w/#.-]+>/g, '');
    expect(outside).not.toMatch(/[<`@\u202e]|\]\(/);
    expect(outside).toContain('Agent: did not say');
  });

  test('without a selected entry is about the worst finding', () => {
    expect(shareTranscript('markdown', TURN)).toContain('### error: framing/line-is-json');
  });

  test('of a recording without findings has the peers, the turns and their durations', () => {
    const clean = TURN.replace('< | oops\n', '')
      .replace('! warning: slow\n', '')
      .replace('"Hi"', String.raw`"Hi | there\n<b>"`);
    const report = shareTranscript('markdown', clean);
    expect(report).toMatch(/^## No errors or warnings\n\n- Agent: `agent` `1`\n- Client: `editor` `2`\n/);
    expect(report).toContain(
      [
        '| Turn | Entry | Prompt | Took | First chunk | Tool calls | Ended |',
        '| --- | --- | --- | --- | --- | --- | --- |',
        String.raw`| 1 | #4 | Hi \| there \<b\> | 0.003 s | 0.001 s | 0 | end\_turn |`,
        '',
        '1 prompt turn in 0.007 s.',
      ].join('\n'),
    );
  });
});

describe('text for a language model', () => {
  const text = shareTranscript('llm', TURN);

  test('has all messages, with joined texts, and findings beside their entries', () => {
    expect(text).toContain('#5 · +6.0 ms · agent · message · 2 pieces\nHello\n');
    expect(text).toContain('#7 · +8.0 ms · stderr\nwarning: slow\n');
    expect(text).toContain('oops\n! error framing/line-is-json (#8, fault of the agent):');
    expect(text).toContain('{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}');
  });

  test('ends with an estimate of its tokens, marked as one', () => {
    const [, tokens = ''] = /\(about (\d+) tokens, estimated at 4 characters each\)\n$/.exec(text) ?? [];
    expect(Math.abs(Number(tokens) - estimatedTokens(text))).toBeLessThan(20);
  });

  test('marks the long frames it cuts', () => {
    const long = shareTranscript('llm', `> 1 _x {"t":"${'x'.repeat(5000)}"}`);
    expect(long.length).toBeLessThan(4000);
    expect(long).toMatch(/… \d+ more characters/);
  });
});

test.each(someOf(goldenRecordings(), 12))('%s can be copied as everything', async (path) => {
  const { entries, header } = await loadRecordingFile(path);
  const text = readFileSync(path, 'utf8');
  expect(shareEntries('jsonl', entries, { header })).toBe(text.replaceAll(/^\n/gm, ''));
  for (const form of ['frame', 'json', 'mermaid', 'markdown', 'repro', 'replay', 'llm'] as const)
    expect(shareEntries(form, entries, { header, selected: entries.length - 1 })).not.toBe('');
});

test.each([
  ['ignores the notifications of an agent that sends some', '< _news {}', true],
  ['has nothing for notifications if only the client sends some', '> _news {}', false],
  ['has nothing for notifications if the agent only makes requests', '< 2 _ask {}\n> 2 ok {}', false],
])('a replay test %s', (_what, between, isExpected) => {
  const text = shareTranscript('replay', `> 1 _do {}\n${between}\n< 1 ok {}`);
  expect(text.includes('.onNotification(')).toBe(isExpected);
});
