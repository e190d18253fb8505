import { describe, expect, test } from 'vitest';
import { decodeFrame } from '#core/wire/decode.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { createRedactor } from '#core/recording/redact.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/judge-recording.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { elapsedUs, epochMs, seqOf } from '#core/wire/units.ts';

const header: RecordingHeader = {
  id: 'r',
  startedAt: epochMs(0),
  command: ['/home/alice/bin/agent', '--acp', '--api-key', 'canary-command-word', '--token=canary-command-option'],
  cwd: '/home/alice/project',
  redacted: false,
};

/** The export of a recording, as one text. */
function redacted(entries: readonly Entry[], of: RecordingHeader = header): string {
  const redactor = createRedactor(of);
  for (const entry of entries) redactor.learn(entry);
  return encodeHeader(redactor.header(of)) + entries.map((entry) => encodeEntry(redactor.entry(entry))).join('');
}

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
  const text = redacted(parseTranscript(places));

  test('none is in the export, wherever it was planted or echoed', () => {
    expect([...text.matchAll(/canary[\w-]*/g)].map(([found]) => found)).toEqual([]);
  });

  test('the header says that it is redacted', () => {
    expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ redacted: true, cwd: '/home/user/project' });
  });

  test('user names are gone from paths', () => {
    expect(text).not.toContain('alice');
  });

  test('the same recording gives the same export', () => {
    expect(redacted(parseTranscript(places))).toBe(text);
  });
});

test('the same secret has the same placeholder wherever it is, and another one another', () => {
  const text = redacted(
    parseTranscript(`
    > 1 session/new {"mcpServers":[{"env":[{"name":"A","value":"first-secret-1"},{"name":"B","value":"other-secret-2"}]}]}
    < session/update {"text":"first-secret-1"}`),
  );
  expect(text.match(/\[redacted-\d+\]/g)).toEqual(
    expect.arrayContaining(['[redacted-3]', '[redacted-4]', '[redacted-3]']),
  );
});

test('plain values of an environment are masked where they stand and left alone elsewhere', () => {
  const text = redacted(
    parseTranscript(`
    < 1 terminal/create {"command":"x","env":[{"name":"MODE","value":"production"},{"name":"PWD","value":"/work/app"}]}
    < session/update {"text":"production is in /work/app"}`),
  );
  expect(text).toContain('production is in /work/app');
  expect(text).not.toContain('"value":"production"');
});

test('what is not secret stays byte for byte: spacing, key order, number spelling, escapes', () => {
  const frame =
    '{ "id" : 12345678901234567890, "b":1.0e2, "a":"\\u0041", "jsonrpc":"2.0","method":"_x","params":{"apiKey":"s3cret-value"}}\n';
  const entry: Entry = { kind: 'frame', seq: seqOf(0), at: elapsedUs(0), from: 'client', bytes: encodeUtf8(frame) };
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
  'a secret that %s in a line that is no UTF-8 is masked, and the rest of the line stays',
  (_what, kind, line) => {
    const at = { seq: seqOf(0), at: elapsedUs(0), bytes: Uint8Array.from(line, (char) => char.charCodeAt(0)) };
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

test('a redacted recording is judged as the original is', () => {
  const entries = parseTranscript(places);
  const redactor = createRedactor(header);
  for (const entry of entries) redactor.learn(entry);
  const rules = (of: readonly Entry[]) =>
    judgeRecording(of, catalogue, 'cut').findings.map(({ rule, seq }) => `${seq} ${rule}`);
  expect(rules(entries.map((entry) => redactor.entry(entry)))).toEqual(rules(entries));
});
