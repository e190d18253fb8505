import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { createJudge } from '#core/rules/engine/judge.ts';
import { createTrace } from '#core/trace/trace.ts';
import type { Side } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { CHAIN_HANDSHAKE, TURN } from '../proxy-chain.ts';
import { judgeTranscript } from '../judge-transcript.ts';

const EXIT = '= exit {"code":0,"signal":null}';

const findings = (transcript: string) => judgeTranscript(catalogue, transcript).findings;

/** `seq rule grade side pointer` of each finding. */
const found = (transcript: string) =>
  findings(transcript).map(({ seq, rule, grade, side, pointer = '-' }) => `${seq} ${rule} ${grade} ${side} ${pointer}`);

test('reports nothing in a conforming chain', () => {
  expect(found(`${CHAIN_HANDSHAKE}${TURN}${EXIT}`)).toEqual([]);
  expect(found(`${CHAIN_HANDSHAKE}${TURN}${EXIT}`.replaceAll('proxy/', '_proxy/'))).toEqual([]);
});

test('counts kept occasions in envelopes', () => {
  const kept = (transcript: string) =>
    judgeTranscript(catalogue, transcript).occasions.get('tool-call/status-goes-forward')?.kept ?? 0;
  const without = TURN.replaceAll(/^.*proxy\/successor.*"session\/update".*$/gm, '');
  expect(kept(CHAIN_HANDSHAKE + TURN)).toBe(2 * kept(CHAIN_HANDSHAKE + without));
});

test('counts what is kept in an envelope for the side that wrote the envelope', () => {
  const keptBy = (only: Side) => {
    const trace = createTrace();
    const judge = createJudge(catalogue, only);
    for (const entry of parseTranscript(CHAIN_HANDSHAKE + TURN)) judge.apply(trace.apply(entry), trace);
    return judge.occasions().get('tool-call/status-goes-forward')?.kept ?? 0;
  };
  expect(keptBy('client')).toBeGreaterThan(0); // it passes on what the successor sends
  expect(keptBy('agent')).toBe(keptBy('client'));
});

test('lets the successor send before the proxy has answered proxy/initialize', () => {
  const update = '> proxy/successor {"method":"_ready","params":{}}';
  const early = CHAIN_HANDSHAKE.replace(/(\n {2}< 0 ok )/, `\n  ${update}$1`);
  expect(early).not.toBe(CHAIN_HANDSHAKE);
  expect(found(early)).toEqual([]);
});

describe('reports one mistake in an envelope once, for the sender of the frame', () => {
  test.each([
    [
      'an unknown session',
      '< 2 proxy/successor {"method":"session/prompt","params":{"sessionId":"other","prompt":[{"type":"text","text":"hi"}]}}',
      ['9 session/is-active error agent /params/params/sessionId'],
    ],
    [
      'an update of an unknown session',
      '> proxy/successor {"method":"session/update","params":{"sessionId":"other","update":{"sessionUpdate":"session_info_update","title":"Old"}}}',
      ['9 session/update-names-an-active-session note client /params/params/sessionId'],
    ],
    [
      'a tool call that was not introduced',
      '> proxy/successor {"method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"x","status":"in_progress"}}}',
      ['9 tool-call/introduced-before-updated warning client /params/params/update/toolCallId'],
    ],
    [
      'params without a member',
      '< 2 proxy/successor {"method":"session/prompt","params":{"sessionId":"s"}}',
      ['9 schema/params-match error agent /params/params'],
    ],
    [
      'a value of the wrong type',
      '> proxy/successor {"method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":"hi"}}}',
      ['9 schema/params-match error client /params/params/update/content'],
    ],
    [
      'a result of the wrong type',
      '< 2 proxy/successor {"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"hi"}]}}\n> 2 ok {"stopReason":"done"}',
      ['10 schema/result-match error client /result/stopReason'],
    ],
    [
      'an error whose code is no 32-bit integer',
      '< 2 proxy/successor {"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"hi"}]}}\n> 2 error {"code":4294967296,"message":"no"}',
      ['10 schema/result-match error client /error/code'],
    ],
    [
      'a misspelt method',
      '< 2 proxy/successor {"method":"session/promt","params":{}}',
      ['9 jsonrpc/method-is-known warning agent /params/method'],
    ],
    [
      'a method of the other side',
      '< 2 proxy/successor {"method":"session/request_permission","params":{}}',
      ['9 jsonrpc/method-goes-the-right-way error agent /params/method'],
    ],
    [
      'a request without an id',
      '< proxy/successor {"method":"session/list","params":{}}',
      ['9 jsonrpc/request-has-an-id error agent /id'],
    ],
    [
      'a capability that the editor has not offered',
      '> 3 proxy/successor {"method":"terminal/create","params":{"sessionId":"s","command":"npm"}}\n< 3 error {"code":-32601,"message":"Method not found"}',
      ['9 capability/terminals-are-offered error client /params/method'],
    ],
    [
      'params that are no structure',
      '< 2 proxy/successor {"method":"session/list","params":7}',
      ['9 jsonrpc/envelope-is-well-formed error agent /params/params'],
    ],
    [
      'an envelope that carries nothing',
      '< 2 proxy/successor {"params":{}}',
      ['9 schema/params-match error agent /params'],
    ],
    [
      'a response without a request',
      '> 9 ok {"stopReason":"end_turn"}',
      ['9 jsonrpc/response-answers-a-request error client /id'],
    ],
    [
      'a second answer',
      '< 2 proxy/successor {"method":"_ask","params":{}}\n> 2 ok {}\n> 2 ok {}',
      ['11 jsonrpc/response-comes-once error client /id'],
    ],
    [
      'an id that is in use',
      '< 2 proxy/successor {"method":"_a","params":{}}\n< 2 proxy/successor {"method":"_b","params":{}}',
      ['10 jsonrpc/request-id-unique-in-flight error agent /id'],
    ],
    [
      'a request that is never answered',
      `< 2 proxy/successor {"method":"_ask","params":{}}\n${EXIT}`,
      ['9 jsonrpc/request-is-answered warning client -'],
    ],
    [
      'a cancelled request that is never answered',
      `@20000 < 2 proxy/successor {"method":"_ask","params":{}}\n@21000 < $/cancel_request {"requestId":2}\n@900000 ${EXIT}`,
      ['9 cancel/cancelled-request-is-answered error client -'],
    ],
    [
      'a cancellation of what is answered',
      `@20000 < 2 proxy/successor {"method":"_ask","params":{}}\n@21000 > 2 ok {}\n@900000 < $/cancel_request {"requestId":2}`,
      ['11 cancel/request-to-cancel-was-sent note agent /params/requestId'],
    ],
    [
      'an MCP server that nobody has declared',
      '> 3 proxy/successor {"method":"mcp/message","params":{"serverId":"m","requestId":"r","method":"ping"}}\n< 3 ok {"result":{}}',
      [
        '9 mcp/server-was-declared error client /params/params/serverId',
        '9 jsonrpc/method-is-known note client /params/method', // unstable
      ],
    ],
  ])('%s', (_name, mistake, expected) => {
    expect(found(`${CHAIN_HANDSHAKE}${mistake}`)).toEqual(expected);
  });

  test('a prompt before the successor is initialized', () => {
    const early =
      '< 0 proxy/successor {"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"hi"}]}}';
    const initialize = '> 0 proxy/initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}';
    expect(found(`= spawn {"pid":7}\n${initialize}\n${early}`)).toEqual([
      '2 initialize/comes-first error agent /params/method',
    ]);
  });

  test('an answer with another version than the one requested', () => {
    const other = CHAIN_HANDSHAKE.replace('> 0 ok {"protocolVersion":1', '> 0 ok {"protocolVersion":3');
    expect(found(other)[0]).toBe('3 initialize/version-was-requested warning client /result/protocolVersion');
  });

  test('names the two sides in the message', () => {
    const [finding] = findings(`${CHAIN_HANDSHAKE}< 2 proxy/successor {"method":"session/promt","params":{}}`);
    expect(finding?.message).toBe(
      'between proxy and successor, session/promt is not a method of ACP: did you mean session/prompt?',
    );
  });
});

describe('a mistake that the proxy forwards is reported once', () => {
  const update = '{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":"hi"}}';
  const received = `> proxy/successor {"method":"session/update","params":${update}}`;

  test('for the successor', () => {
    expect(found(`${CHAIN_HANDSHAKE}${received}\n< session/update ${update}`)).toEqual([
      '9 schema/params-match error client /params/params/update/content',
    ]);
  });

  test('for the predecessor', () => {
    expect(
      found(
        `${CHAIN_HANDSHAKE}> 2 session/prompt {"sessionId":"s"}\n< 2 proxy/successor {"method":"session/prompt","params":{"sessionId":"s"}}`,
      ),
    ).toEqual(['9 schema/params-match error client /params']);
  });

  test('and again when the proxy sends it more often than it received it', () => {
    expect(found(`${CHAIN_HANDSHAKE}${received}\n< session/update ${update}\n< session/update ${update}`)).toEqual([
      '9 schema/params-match error client /params/params/update/content',
      '11 schema/params-match error agent /params/update/content',
    ]);
  });

  test('and for the proxy when it sends it first', () => {
    expect(found(`${CHAIN_HANDSHAKE}< session/update ${update}`)).toEqual([
      '9 schema/params-match error agent /params/update/content',
    ]);
  });
});

test('treats both connections as incomplete after a gap', () => {
  expect(found(`${CHAIN_HANDSHAKE}= gap {"of":"agent","bytes":9}\n> 9 ok {}`)).toEqual([
    '10 jsonrpc/response-answers-a-request note client /id',
  ]);
});
