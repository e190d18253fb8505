import { expect, test } from 'vitest';
import { describeMessage } from '#core/trace/describe-message.ts';
import { CHAIN_HANDSHAKE, TURN } from '../proxy-chain.ts';
import { foldTranscript } from '../fold-transcript.ts';

const inner = (transcript: string) =>
  foldTranscript(transcript).steps.flatMap(({ successor }) => successor?.events ?? []);

test('a connection without envelopes has no successor step', () => {
  const { steps, trace } = foldTranscript(
    '> 0 initialize {"protocolVersion":1}\n< 0 ok {"protocolVersion":1}\n> 1 session/list {}',
  );
  expect(steps.filter((step) => 'successor' in step)).toEqual([]);
  expect(trace.successor.handshake().progress).toBe('none');
});

test('the proxy is the client of its successor, with a separate handshake', () => {
  const { trace } = foldTranscript(CHAIN_HANDSHAKE);
  expect(trace.handshake()).toMatchObject({ agent: { name: 'proxy' }, progress: 'done' });
  expect(trace.successor.handshake()).toMatchObject({ agent: { name: 'agent' }, progress: 'done' });
});

test('sessions with the same id on the two connections are different', () => {
  const { trace } = foldTranscript(`${CHAIN_HANDSHAKE}
    < 2 proxy/successor {"method":"session/close","params":{"sessionId":"s"}}
    > 2 ok {}`);
  expect(trace.session('s')).toMatchObject({ opened: { seq: 5, from: 'client' } });
  expect(trace.successor.session('s')).toBeUndefined();
  expect(trace.successor.closedSession('s')).toMatchObject({
    opened: { seq: 6, from: 'client' },
    closedBy: 'session/close',
  });
});

test('folds enveloped turns, tool calls and permissions into the successor’s connection only', () => {
  const events = inner(CHAIN_HANDSHAKE + TURN);
  expect(events.flatMap((event) => (event.kind === 'turn' ? [event.turn.outcome ?? 'running'] : []))).toEqual([
    'running',
    'end_turn',
  ]);
  expect(events.find(({ kind }) => kind === 'permission')).toMatchObject({
    permission: { toolCallId: 't', chosen: 'yes' },
  });
  const { trace } = foldTranscript(CHAIN_HANDSHAKE + TURN);
  expect(trace.toolCall('s', 't')).toMatchObject({ status: 'completed', opened: { from: 'agent', seq: 12 } });
  expect(trace.successor.toolCall('s', 't')).toMatchObject({ status: 'completed', opened: { from: 'agent', seq: 11 } });
});

test('pairs a response on the connection of its request, whatever ids the other connection uses', () => {
  const answered = inner(CHAIN_HANDSHAKE).flatMap((event) =>
    event.kind === 'answered'
      ? [`${event.exchange.method} ${event.exchange.opened.seq}-${event.exchange.closed.seq}`]
      : [],
  );
  expect(answered).toEqual(['initialize 2-3', 'session/new 6-7']);
});

test('a cancellation of the envelope’s id cancels the enveloped request', () => {
  const cancel = '< 2 proxy/successor {"method":"session/list","params":{}}\n< $/cancel_request {"requestId":2}';
  const { steps } = foldTranscript(`${CHAIN_HANDSHAKE}${cancel}`);
  expect(steps.at(-1)).toMatchObject({
    events: [],
    messages: [{ method: '$/cancel_request', ref: { from: 'agent' } }],
    successor: { isBare: true, events: [{ kind: 'notification', ref: { from: 'client' } }] },
  });
  const own = foldTranscript(`${CHAIN_HANDSHAKE}< 2 session/request_permission {}\n< $/cancel_request {"requestId":2}`);
  expect(own.steps.at(-1)).not.toHaveProperty('successor');
  const other = foldTranscript(`${CHAIN_HANDSHAKE}${cancel.replace('$/cancel_request', '_other')}`);
  expect(other.steps.at(-1)).not.toHaveProperty('successor');
});

test('a response to no request may belong to either connection', () => {
  const orphan = '> 99 ok {}';
  expect(foldTranscript(`${CHAIN_HANDSHAKE}${orphan}`).steps.at(-1)).toMatchObject({
    messages: [{ ref: { from: 'client' } }],
    successor: { isBare: false, messages: [{ ref: { from: 'agent' } }] },
  });
  expect(foldTranscript(orphan).steps[0]).not.toHaveProperty('successor');
});

test('an envelope’s id, when reused by another message, no longer belongs to the successor', () => {
  const { trace } = foldTranscript(
    `${CHAIN_HANDSHAKE}< 2 proxy/successor {"method":"session/list","params":{}}\n< 2 _mine {}`,
  );
  expect([...trace.successor.openRequests('client')]).toEqual([]);
});

test('an envelope without a method has no content', () => {
  const { steps } = foldTranscript('< 0 proxy/successor {"params":{}}\n> 0 ok {}\n< proxy/successor [1]');
  expect(steps.filter((step) => 'successor' in step)).toEqual([]);
});

test('nested envelopes are read to a limit', () => {
  const depth = 5000;
  const deep = `${'{"method":"proxy/successor","params":'.repeat(depth)}{}${'}'.repeat(depth)}`;
  const { messages } = foldTranscript(`< 0 proxy/successor ${deep}\n> 0 ok {}`);
  expect(messages.map((placed) => placed.carries?.methods.length)).toEqual([4, 4]);
  expect(messages.map(describeMessage)[1]).toBe(Array.from({ length: 4 }, () => 'proxy/successor').join(' · '));
});

test('a row has the method on the wire, the session, and a summary of the envelope’s content', () => {
  const { messages } = foldTranscript(CHAIN_HANDSHAKE + TURN);
  const rows = messages.map((placed) => `${placed.method} ${placed.session ?? '-'} | ${describeMessage(placed)}`);
  expect(rows.filter((row) => row.startsWith('proxy/'))).toEqual([
    'proxy/initialize - | protocol 1 · editor 1.0.0',
    'proxy/successor - | initialize · protocol 1 · editor 1.0.0',
    'proxy/successor - | initialize · protocol 1 · agent 2.1.0',
    'proxy/initialize - | protocol 1 · proxy 0.3.0',
    'proxy/successor - | session/new · /home/me/app',
    'proxy/successor s | session/new · s',
    'proxy/successor s | session/prompt · Add a licence',
    'proxy/successor s | session/update · tool_call · pending · Edit LICENSE',
    'proxy/successor s | session/request_permission · Edit LICENSE · Allow',
    'proxy/successor s | session/request_permission · yes · Edit LICENSE',
    'proxy/successor s | session/update · tool_call_update · completed · Edit LICENSE',
    'proxy/successor s | session/prompt · end_turn',
  ]);
});

test('older method names with an underscore are envelopes too', () => {
  const { trace } = foldTranscript(CHAIN_HANDSHAKE.replaceAll('proxy/', '_proxy/'));
  expect(trace.handshake().agent?.name).toBe('proxy');
  expect(trace.successor.handshake().agent?.name).toBe('agent');
});

test.each([
  [
    '< 1 mcp/message {"serverId":"m","requestId":"r","method":"tools/call","params":{"name":"read"}}\n> 1 ok {"result":{"content":[{"type":"text","text":"MIT"}]}}',
    ['tools/call · read', 'tools/call · MIT'],
  ],
  [
    '< 1 mcp/message {"serverId":"m","requestId":"r","method":"tools/call","params":{"name":"read"}}\n> 1 ok {"error":{"code":-32602,"message":"no such tool"}}',
    ['tools/call · read', 'tools/call · error -32602 · no such tool'],
  ],
  [
    '< 1 mcp/message {"connectionId":"c","method":"tools/list"}\n> 1 ok {"tools":[{"name":"read"}]}',
    ['tools/list', 'tools/list · 1 tool'],
  ],
  [
    '> 1 proxy/successor {"method":"mcp/message","params":{"serverId":"m","requestId":"r","method":"resources/read","params":{"uri":"file:///a"}}}\n< 1 error {"code":-32603,"message":"gone"}',
    ['mcp/message · resources/read · file:///a', 'mcp/message · resources/read · error -32603 · gone'],
  ],
])('%s is described by its content', (transcript, expected) => {
  expect(foldTranscript(transcript).messages.map(describeMessage)).toEqual(expected);
});

test('a method named like a member of Object.prototype is an ordinary method', () => {
  const { messages } = foldTranscript(
    '> 1 constructor {"a":"b"}\n< 1 ok {"c":1}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"toString"}}',
  );
  expect(messages.map(describeMessage)).toEqual(['a: b', 'c: 1', 'toString']);
});
