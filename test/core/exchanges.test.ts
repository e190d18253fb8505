import { describe, expect, test } from 'vitest';
import { createTrace } from '#core/trace/trace.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { foldedEvents, foldTranscript } from '../fold-transcript.ts';

describe('exchanges', () => {
  test('the same id from each side names two exchanges', () => {
    const answered = foldedEvents(
      `> 1 session/prompt {"sessionId":"s"}
       < 1 session/request_permission {"sessionId":"s"}
       > 1 ok {"outcome":{"outcome":"cancelled"}}
       < 1 ok {"stopReason":"cancelled"}`,
      'answered',
    );
    expect(answered.map(({ exchange }) => [exchange.method, exchange.opened.seq, exchange.closed.seq])).toEqual([
      ['session/request_permission', 1, 2],
      ['session/prompt', 0, 3],
    ]);
  });

  test('a response has the method and the session of its request', () => {
    const { messages } = foldTranscript('> 1 session/set_mode {"sessionId":"s","modeId":"m"}\n< 1 ok {}');
    expect(messages[1]).toMatchObject({ method: 'session/set_mode', session: 's', ref: { seq: 1, from: 'agent' } });
  });

  test.each([
    ['1', '"1"'],
    ['9007199254740992', '9007199254740993'],
    ['1', '1.5'],
  ])('%s and %s are different ids', (one, other) => {
    const { trace } = foldTranscript(`> ${one} _a\n> ${other} _b\n< ${one} ok`);
    expect([...trace.openRequests('client')].map(({ method }) => method)).toEqual(['_b']);
  });

  test('0 and null are ids, and null is a result', () => {
    expect(foldedEvents('> 0 _a\n> null _b\n< null ok null\n< 0 ok null', 'answered')).toHaveLength(2);
  });

  test('an id reused while open belongs to the later request, and the earlier request is reported', () => {
    const { trace, events } = foldTranscript('> 1 _a\n> 1 _b\n< 1 ok');
    expect(events.filter(({ kind }) => kind === 'request')).toMatchObject([
      { exchange: { method: '_a' } },
      { exchange: { method: '_b' }, reused: { method: '_a' } },
    ]);
    expect(events.at(-1)).toMatchObject({ kind: 'answered', exchange: { method: '_b' } });
    expect([...trace.openRequests('client')]).toEqual([]);
  });

  test('an id is reused only by its own side', () => {
    const reused = (transcript: string) => foldedEvents(transcript, 'request').map((event) => event.reused?.method);
    expect(reused('> 1 _a\n< 1 _b')).toEqual([undefined, undefined]);
    expect(reused('< 1 _a\n> 1 _b')).toEqual([undefined, undefined]);
    expect(reused('< 1 _a\n< 1 _b')).toEqual([undefined, '_a']);
  });

  test('messages of a batch have their index as part', () => {
    const { messages } = foldTranscript(
      '> | [{"jsonrpc":"2.0","id":1,"method":"_a"},7,{"jsonrpc":"2.0","method":"_b"}]',
    );
    expect(messages.map(({ method, ref }) => [method, ref.part])).toEqual([
      ['_a', 0],
      ['_b', 2],
    ]);
  });

  test.each([
    ['never-asked', '< 7 ok'],
    ['never-asked', '< 1 _a\n< 1 ok'], // a response of the same side does not count
    ['null-id', '< null error {"code":-32700,"message":"no"}'],
    ['no-id', '< | {"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}}'],
    ['no-id', '> 1 _a\n< | {"jsonrpc":"2.0","id":true,"result":{}}'],
    ['answered-before', '> 1 _a\n< 1 ok\n< 1 ok'],
    ['answered-before', '< 1 _a\n> 1 ok\n> 1 ok'],
    ['never-asked', '> 1 _a\n< 1 ok\n> 1 ok'], // answered before, but by the other side
    ['other-id-type', '> 1 _a\n< "1" ok'],
    ['other-id-type', '> "1" _a\n< 1 ok'],
    ['never-asked', '> "a" _a\n< "b" ok'],
  ])('an orphan is %s: %s', (why, transcript) => {
    expect(foldedEvents(transcript, 'orphan').map(({ answer }) => answer.why)).toEqual([why]);
  });

  test('an orphan has the request that it probably means', () => {
    expect(foldedEvents('> 1 _a\n< "1" ok', 'orphan')).toMatchObject([{ answer: { near: { method: '_a' } } }]);
    expect(foldedEvents('> 1 _a\n< 1 ok\n< 1 ok', 'orphan')).toMatchObject([
      { answer: { near: { method: '_a', opened: { seq: 0 }, closed: { seq: 1 } } } },
    ]);
  });

  test('a malformed error still ends its request', () => {
    expect(foldedEvents('> 1 _a\n< 1 error "no"', 'answered')).toMatchObject([
      { exchange: { outcome: { ok: false } } },
    ]);
  });

  test('frames without a message open and close nothing', () => {
    const { events, trace } = foldTranscript(
      '> 1 _a\n< | {"jsonrpc":"2.0","id":1}\n< | text\n< |\n! stderr\n= exit {"code":0}',
    );
    expect(events.map(({ kind }) => kind)).toEqual(['request']);
    expect([...trace.openRequests('client')]).toHaveLength(1);
  });
});

const call = (id: string, status: string) =>
  `< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"${id}","title":"T","status":"${status}"}}`;

describe('an endless recording', () => {
  const COUNT = 10_000;

  test('forgets answered requests, the oldest first', () => {
    const trace = createTrace();
    const [request, response] = parseTranscript('> 1 _a {}\n< 1 ok {}');
    const tell = (entry: typeof request, id: number) => {
      if (entry?.kind !== 'frame') throw new Error('not a frame');
      const text = new TextDecoder().decode(entry.bytes).replace('"id":1', `"id":${id}`);
      return trace.apply({ ...entry, bytes: new TextEncoder().encode(text) });
    };
    for (let id = 0; id < COUNT; id++) {
      tell(request, id);
      tell(response, id);
    }
    const why = (id: number) => tell(response, id).events.map((event) => event.kind === 'orphan' && event.answer.why);
    expect([...trace.openRequests('client')]).toEqual([]);
    expect(why(COUNT - 1)).toEqual(['answered-before']);
    expect(why(0)).toEqual(['never-asked']);
  });

  test('keeps no parameters and results of answered requests', () => {
    const [orphan] = foldedEvents('> 1 _a {"big":1}\n< 1 ok {"big":1}\n< 1 ok', 'orphan');
    expect(JSON.stringify(orphan?.answer)).not.toContain('big');
  });

  test('forgets ended tool calls, the oldest first, but no open ones', () => {
    const trace = createTrace();
    const calls = Array.from({ length: 5000 }, (_, index) => call(`t${index}`, 'completed'));
    for (const entry of parseTranscript([call('open', 'pending'), ...calls].join('\n'))) trace.apply(entry);
    expect(trace.toolCall('s', 'open')).toBeDefined();
    expect(trace.toolCall('s', 't4999')).toBeDefined();
    expect(trace.toolCall('s', 't0')).toBeUndefined();
  });
});
