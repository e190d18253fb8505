import { expect, test } from 'vitest';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { FrameEntry, Sent } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { delivered, soonAfter } from '../support/delivered.ts';
import { redacted } from './redact-entries.ts';

const textOf = ({ bytes }: FrameEntry) => Buffer.from(bytes).toString();

const SECRETS = `
  > 1 authenticate {"methodId":"key","_meta":{"api-key":"canary-echoed-key"}}
  > 2 session/new {"cwd":"/p","mcpServers":[{"name":"db","command":"/bin/db","args":[],"env":[{"name":"DB_PASS","value":"canary-mcp-env"}]}]}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"my key is sk-ant-canary0123"}}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"456789abcdefghi canary-echoed-key"}}}
`;

const canariesIn = (text: string) => [...text.matchAll(/canary[\w-]*|456789abc\w*/g)].map(([found]) => found);

const as = (change: (text: string) => string, kind: string) => (frame: FrameEntry) => ({
  elapsed: soonAfter(frame),
  bytes: encodeUtf8(change(textOf(frame))),
  why: [{ kind, fault: `${kind} where text:canary-mcp-env` }],
});

test.each<[string, (frame: FrameEntry) => Sent]>([
  ['another line end', as((text) => text.replace('\n', '\r\n'), 'crlf')],
  ['no line end', as((text) => text.slice(0, -1), 'truncate')],
  ['another id', as((text) => text.replace('"id":', '"id":9'), 'wrong-id')],
  ['another kind of update', as((text) => text.replace('agent_message_chunk', 'unknown_by_acptap'), 'unknown-update')],
  ['a changed byte', as((text) => text.replace('canary-e', 'canary-E').replace('canary0', 'canary9'), 'corrupt')],
  ['nothing', () => ({ why: [{ kind: 'drop', fault: 'drop where text:canary-mcp-env' }] })],
])('an export hides secrets also in what was delivered: %s', (_, becomes) => {
  expect(canariesIn(redacted(delivered(parseTranscript(SECRETS), becomes)))).toEqual([]);
});

test('an export hides secrets in what acptap itself wrote', () => {
  const [, , chunk] = SECRETS.trim().split('\n');
  const json = chunk?.replace(/.*session\/update /, '');
  const injected = `= injected {"toward":"client","json":{"jsonrpc":"2.0","method":"session/update","params":${json}},"why":[{"kind":"duplicate"}]}`;
  const base64 = Buffer.from('a line with canary-mcp-env\xff', 'latin1').toString('base64');
  const text = redacted(
    delivered(
      parseTranscript(
        `${SECRETS}\n${injected}\n= injected {"toward":"agent","base64":"${base64}","why":[{"kind":"noise"}]}`,
      ),
    ),
  );
  expect(canariesIn(text)).toEqual([]);
  expect(Buffer.from(/"base64":"([^"]*)"/.exec(text)?.[1] ?? '', 'base64').toString('latin1')).not.toContain('canary');
});

test('a delivered text without a secret is exported unchanged', () => {
  const plain = parseTranscript('< session/update {"sessionId":"s","update":{"sessionUpdate":"plan","entries":[]}}');
  const text = redacted(
    delivered(
      plain,
      as(() => 'other\n', 'corrupt'),
    ),
  );
  expect(text).toContain('"sent":{"t":1101,"text":"other\\n"}');
});

test('an export hides a copy of a corrupted line', () => {
  const event =
    '= injected {"toward":"client","text":"my key is sk-ant-canarY0123","why":[{"kind":"corrupt"},{"kind":"duplicate"}]}';
  expect(redacted(delivered(parseTranscript(event)))).toContain('"toward":"client","text":"[redacted]\\n"');
});
