import { describe, expect, test } from 'vitest';
import { encodeEntry } from '#core/recording/encode.ts';
import { createRedactor } from '#core/redaction/redact.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { elapsedUs, epochMs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { redacted, redactedEntries } from './redact-entries.ts';
import { rounds } from '../support/effort.ts';

const header: RecordingHeader = {
  id: 'r',
  startedAt: epochMs(0),
  command: ['/home/alice/bin/agent', '--acp', '--api-key', 'canary-command-word', '--token=canary-command-option'],
  cwd: '/home/alice/project',
  redacted: false,
};

/** One secret a line, where real clients and agents put them, each named after its place. */
const places = `
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{},"_meta":{"proxyConfig":{"jb":{"url":"canary-proxy-config","apiKey":"canary-proxy-key"}}}}
  > 1 authenticate {"methodId":"key","_meta":{"api-key":"canary-authenticate"}}
  > 2 session/new {"cwd":"/home/alice/project","mcpServers":[{"name":"db","command":"/bin/db","args":["--password","canary-mcp-argument"],"env":[{"name":"DB_PASS","value":"canary-mcp-env"}]},{"type":"http","name":"web","url":"https://bob:canary-url-password@mcp.test/","headers":[{"name":"X-Key","value":"canary-mcp-header"}]}]}
  > 3 providers/set {"providerId":"p","apiType":"openai","baseUrl":"https://p.test?api_key=canary-query","headers":{"X-Anything":"canary-provider-header"}}
  > 4 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"my key is sk-ant-canary0123456789abcdef and API_TOKEN=canary-assignment"}]}
  < 5 terminal/create {"sessionId":"s","command":"curl","args":["-H","Authorization: Bearer canary-bearer-token"],"env":[{"name":"HOME_TOKEN","value":"canary-terminal-env"}]}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"echo: canary-mcp-env, canary-authenticate and canary-command-word"}}}
  < _auth/status_update {"accessToken":"canary-member-name"}
  < | not json but canary-mcp-header
  ! stderr says canary-provider-header
  = spawn-failed {"message":"cannot use canary-mcp-env"}
`;

describe('canary secrets', () => {
  const text = redacted(parseTranscript(places), header);

  test('no planted or echoed secret is in the export', () => {
    expect([...text.matchAll(/canary[\w-]*/g)].map(([found]) => found)).toEqual([]);
  });

  test('the header says that it is redacted', () => {
    expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ redacted: true, cwd: '/home/user/project' });
  });

  test('user names are gone from paths', () => {
    expect(text).not.toContain('alice');
  });

  test('the same recording gives the same export', () => {
    expect(redacted(parseTranscript(places), header)).toBe(text);
  });
});

test('the same secret has the same placeholder wherever it is, and another one another', () => {
  const text = redacted(
    parseTranscript(`
    > 1 session/new {"mcpServers":[{"env":[{"name":"A","value":"first-secret-1"},{"name":"B","value":"other-secret-2"}]}]}
    < session/update {"text":"first-secret-1"}`),
    header,
  );
  expect(text.match(/\[redacted-\d+\]/g)).toEqual(
    expect.arrayContaining(['[redacted-3]', '[redacted-4]', '[redacted-3]']),
  );
});

test('plain values of an environment are masked there and kept elsewhere', () => {
  const text = redacted(
    parseTranscript(`
    < 1 terminal/create {"command":"x","env":[{"name":"MODE","value":"production"},{"name":"PWD","value":"/work/app"}]}
    < session/update {"text":"production is in /work/app"}`),
  );
  expect(text).toContain('production is in /work/app');
  expect(text).not.toContain('"value":"production"');
});

test('a known key with one slash is masked everywhere, and a media type or the name of a model is not', () => {
  const env = [
    ['KEY', '3XykWZeiNNCiia3an/Xn9k3ksu9mI4ROnl89Sm99'],
    ['TYPE', 'application/json'],
    ['MODEL', 'Qwen/Qwen2.5-Coder-32B-Instruct'],
  ].map(([name, value]) => ({ name, value }));
  const params = JSON.stringify({ env, echo: env.map(({ value }) => `said ${value}`) });
  expect(redacted(parseTranscript(`< _said ${params}`), header)).toContain(
    '["said [redacted-3]","said application/json","said Qwen/Qwen2.5-Coder-32B-Instruct"]',
  );
});

test('content without secrets stays byte for byte: spacing, key order, number spelling, escapes', () => {
  const frame =
    '{ "id" : 12345678901234567890, "b":1.0e2, "a":"\\u0041", "jsonrpc":"2.0","method":"_x","params":{"apiKey":"s3cret-value"}}\n';
  const entry: Entry = {
    kind: 'frame',
    seq: seqOf(0),
    elapsed: elapsedUs(0),
    from: 'client',
    bytes: encodeUtf8(frame),
  };
  const redactor = createRedactor({ ...header, command: [] });
  redactor.learn(entry);
  const masked = redactor.entry(entry);
  const decoded = masked.kind === 'event' ? undefined : decodeFrame(masked.bytes);
  expect(decoded).toMatchObject({ kind: 'json', text: frame.replace('s3cret-value', '[redacted-1]') });
});

test.each([
  ['shows itself', 'frame', 'key \xff sk-ant-canary0123456789abcdef\n'],
  ['stands in a secret place', 'frame', '{"method":"_a","params":{"apiKey":"canary-key-1","name":"\xff"}}\n'],
  ['stands on stderr', 'stderr', 'API_TOKEN=canary-token-2 caf\xe9\n'],
] as const)(
  'a secret that %s in a line that is not UTF-8 is masked, and the rest of the line stays',
  (_what, kind, line) => {
    const at = { seq: seqOf(0), elapsed: elapsedUs(0), bytes: Uint8Array.from(line, (char) => char.charCodeAt(0)) };
    const entry: Entry = kind === 'frame' ? { ...at, kind, from: 'agent' } : { ...at, kind, from: 'stderr' };
    const echo = parseTranscript('< _echo {"text":"canary-key-1, canary-token-2, sk-ant-canary0123456789abcdef"}')[0];
    const redactor = createRedactor({ ...header, command: [] });
    redactor.learn(entry);
    const masked = redactor.entry(entry);
    const text = masked.kind === 'event' ? '' : String.fromCharCode(...masked.bytes);
    expect(text).toBe(line.replace(/sk-ant-canary\w+|canary-[a-z]+-\d/, '[redacted-1]'));
    expect(echo && encodeEntry(redactor.entry(echo))).toContain('[redacted-1]');
  },
);

const JUDGED = `
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{"terminal":true,"elicitation":{"form":{}}},"clientInfo":{"name":"editor","version":"1"}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[{"id":"k","name":"K"}],"agentInfo":{"name":"agent","version":"1"}}
  > 1 authenticate {"methodId":"k","_meta":{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01","api-key":"abc12345"}}
  < 1 ok {}
  > 2 session/new {"cwd":"/work","mcpServers":[]}
  < 2 ok {"sessionId":"s"}
  > 3 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"go"}]}
  < 1 elicitation/create {"sessionId":"s","mode":"form","message":"?","requestedSchema":{"type":"object","properties":{"pin_token":{"type":"string","maxLength":8},"region_key":{"type":"string","enum":["eu","us"]},"session_token":{"type":"string","enum":["short","long"]},"otp":{"type":"integer"},"tokens":{"type":"array","items":{"type":"string","enum":["a"]}}}}}
  > 1 ok {"action":"accept","content":{"pin_token":"ab12cd34","region_key":"eu","session_token":"short","otp":123456,"tokens":["a"]}}
  < 2 terminal/create {"sessionId":"s","command":"env","outputByteLimit":20}
  > 2 ok {"terminalId":"t"}
  < 3 terminal/output {"sessionId":"s","terminalId":"t"}
  > 3 ok {"output":"A_KEY=a1b2 B_KEY=c3d","truncated":false,"exitStatus":{"exitCode":0}}
  < 4 terminal/release {"sessionId":"s","terminalId":"t"}
  > 4 ok {}
  < 3 ok {"stopReason":"end_turn"}
  > 4 session/new {"cwd":"/work","mcpServers":[]}
  < 4 ok {"sessionId":"c","configOptions":[{"id":"token","name":"Token","type":"select","currentValue":"short","options":[{"value":"short","name":"S"},{"value":"long","name":"L"}]}]}
  > 5 session/set_config_option {"sessionId":"c","configId":"token","value":"long"}
  < 5 ok {"configOptions":[{"id":"token","name":"Token","type":"select","currentValue":"long","options":[{"value":"short","name":"S"},{"value":"long","name":"L"}]}]}`;

test.each([
  ['with secrets in every place', places, header],
  ['with forms, limits and traces', JUDGED, { ...header, command: [] }],
])('a redacted recording %s is judged as the original is', (_what, transcript, of) => {
  const entries = parseTranscript(transcript);
  const rules = (judged: readonly Entry[]) =>
    judgeRecording(judged, catalogue, 'cut').findings.map(({ rule, seq }) => `${seq} ${rule}`);
  const masked = redactedEntries(entries, of);
  expect(rules(masked)).toEqual(rules(entries));
  expect(masked.map(encodeEntry).filter((line) => line.includes('[redacted-')).length).toBeGreaterThan(2);
});

test('the maximum number of secrets, at maximum length, is found again', () => {
  const env = Array.from({ length: rounds(200, 3000) }, (_, index) => ({
    name: 'X',
    value: `secret-${index}-${'x'.repeat(index)}`,
  }));
  const params = JSON.stringify({ env, echo: env.map(({ value }) => `said ${value}`) });
  const text = redacted(parseTranscript(`< _said ${params}`), header);
  expect(text).not.toContain('secret-');
  expect(text.match(/"said \[redacted-\d+\]"/g)).toHaveLength(env.length);
});

test('a rule that is switched off leaves its values, and only them', () => {
  const [entry] = parseTranscript('! /home/jane/app: DB_PASSWORD=swordfish9');
  if (!entry) throw new Error('no entry');
  const redactor = createRedactor(header);
  redactor.learn(entry);
  const without = (rule: string) => encodeEntry(redactor.entry(entry, undefined, (each) => each !== rule));
  expect(without('nothing')).toContain('/home/user/app: DB_PASSWORD=[redacted-3]');
  expect(without('user name')).toContain('/home/jane/app: DB_PASSWORD=[redacted-3]');
  expect(without('named value')).toContain('/home/user/app: DB_PASSWORD=swordfish9');
});

test('a rule that is switched off leaves what the other rules find', () => {
  const key = `sk-ant-api03-${'Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7'.repeat(3)}`;
  const shared = (transcript: string, off: readonly string[]) => {
    const entries = parseTranscript(transcript);
    const redactor = createRedactor(header);
    for (const entry of entries) redactor.learn(entry);
    return entries
      .map((entry) => encodeEntry(redactor.entry(entry, undefined, (rule) => !off.includes(rule))))
      .join('');
  };
  const chunk = (text: string) =>
    `< session/update ${JSON.stringify({ sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } })}`;
  const prompt = (text: string) =>
    `> 4 session/prompt ${JSON.stringify({ sessionId: 's', prompt: [{ type: 'text', text }] })}`;
  const assigned = `API_TOKEN="user:${key}"`;
  for (const transcript of [
    prompt(assigned),
    prompt(JSON.stringify({ token: `id/${key}` })),
    chunk(assigned),
    [chunk(assigned.slice(0, 40)), chunk(assigned.slice(40))].join('\n'),
    `< _x {"token":"user:${key}"}`,
    `> 2 session/new {"cwd":"/","mcpServers":[{"name":"db","command":"db","args":[],"env":[{"name":"A","value":"user:${key}"}]}]}`,
  ]) {
    const all = shared(transcript, []);
    const some = shared(transcript, ['named value', 'place']);
    const seen = (text: string) => [
      transcript,
      text.includes('user:') || text.includes('id/'),
      text.includes('sk-ant-'),
    ];
    expect(seen(all)).toEqual([transcript, false, false]);
    expect(seen(some)).toEqual([transcript, true, false]);
    expect(some).toMatch(/(?:user:|id\/)\[redacted-\d+\]/);
  }
});
