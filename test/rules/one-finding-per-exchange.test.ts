import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { HANDSHAKE_AND_SESSION, findingsIn, judgeTranscript, wholeExample } from '../judge-transcript.ts';

const EXIT = '= exit {"code":0,"signal":null}';
const KILLED = '= exit {"code":null,"signal":"SIGKILL"}';

describe('ids', () => {
  test.each([
    [
      'the same id in both directions is fine',
      '> 1 session/list {}\n< 1 _ask {}\n< 1 ok {"sessions":[]}\n> 1 ok {"sessions":[]}',
      [],
    ],
    [
      '1 and "1" are two ids',
      '> 1 session/list {}\n> "1" session/list {}\n< "1" ok {"sessions":[]}\n< 1 ok {"sessions":[]}',
      [],
    ],
    [
      'an id is free after its answer',
      '> 1 session/list {}\n< 1 ok {"sessions":[]}\n> 1 session/list {}\n< 1 ok {"sessions":[]}',
      [],
    ],
    [
      'integers beyond 2^53 differ',
      '> 9007199254740993 session/list {}\n> 9007199254740992 session/list {}\n< 9007199254740992 ok {"sessions":[]}\n< 9007199254740993 ok {"sessions":[]}',
      [],
    ],
    [
      'null twice is the mistake of null',
      '> null _a {}\n> null _b {}\n< null ok {}\n< null ok {}',
      ['jsonrpc/request-id-is-not-null warning client', 'jsonrpc/request-id-is-not-null warning client'],
    ],
    [
      'a fraction that is refused',
      '> 1.5 session/list {}\n< null error {"code":-32600,"message":"Invalid request"}',
      ['jsonrpc/request-id-is-an-integer-or-string warning client'],
    ],
    [
      'a reused id with one answer',
      '> 1 _a {}\n> 1 _b {}\n< 1 ok {}',
      ['jsonrpc/request-id-unique-in-flight error client'],
    ],
    [
      'a reused id with two answers',
      '> 1 _a {}\n> 1 _b {}\n< 1 ok {}\n< 1 ok {}',
      ['jsonrpc/request-id-unique-in-flight error client'],
    ],
    [
      'a reused id with three answers is two mistakes',
      '> 1 _a {}\n> 1 _b {}\n< 1 ok {}\n< 1 ok {}\n< 1 ok {}',
      ['jsonrpc/request-id-unique-in-flight error client', 'jsonrpc/response-comes-once error agent'],
    ],
    [
      'a reused id without an answer is two mistakes',
      '> 1 _a {}\n> 1 _b {}',
      ['jsonrpc/request-id-unique-in-flight error client', 'jsonrpc/request-is-answered warning agent'],
    ],
    [
      'an id of another type',
      '> 1 session/list {}\n< "1" ok {"sessions":[]}',
      ['jsonrpc/response-keeps-the-id-type error agent'],
    ],
    [
      'an id of another type, then the right one',
      '> 1 session/list {}\n< "1" ok {"sessions":[]}\n< 1 ok {"sessions":[]}',
      ['jsonrpc/response-keeps-the-id-type error agent'],
    ],
    [
      'an id that no request has',
      '> 1 session/list {}\n< 2 ok {"sessions":[]}',
      ['jsonrpc/response-answers-a-request error agent'],
    ],
    [
      'a second answer',
      '> 1 session/list {}\n< 1 ok {"sessions":[]}\n< 1 ok {"sessions":[]}',
      ['jsonrpc/response-comes-once error agent'],
    ],
    [
      'an error of id null to a request',
      '> 1 session/list {}\n< null error {"code":-32602,"message":"Invalid params"}',
      ['jsonrpc/response-answers-a-request warning agent'],
    ],
    [
      'an answer to a notification',
      '> session/cancel {"sessionId":"s"}\n< null error {"code":-32601,"message":"Method not found"}',
      ['jsonrpc/response-answers-a-request error agent'],
    ],
    [
      'two answers to one unreadable line',
      '> | text\n< null error {"code":-32700,"message":"no"}\n< null error {"code":-32700,"message":"no"}',
      ['framing/line-is-json error client', 'jsonrpc/response-answers-a-request warning agent'],
    ],
  ])('%s', (_name, transcript, expected) => {
    const judged = findingsIn(`${transcript}\n${EXIT}`);
    expect(judged).toEqual(expected);
  });

  test('reports an id of null and a fraction as errors in version 2', () => {
    const version2 = `
      > 0 initialize {"protocolVersion":2,"capabilities":{},"info":{"name":"editor","version":"1"}}
      < 0 ok {"protocolVersion":2,"capabilities":{"session":{}},"info":{"name":"agent","version":"1"}}`;
    expect(
      findingsIn(
        `${version2}\n> null _a {}\n< null error {"code":-32600,"message":"no"}\n> 1.5 _a {}\n< null error {"code":-32600,"message":"no"}\n${EXIT}`,
      ),
    ).toEqual([
      'jsonrpc/request-id-is-not-null error client',
      'jsonrpc/request-id-is-an-integer-or-string error client',
    ]);
  });

  test('lists the earlier frames that a finding contradicts', () => {
    const { findings } = judgeTranscript(
      catalogue,
      `${HANDSHAKE_AND_SESSION}\n> 1 session/list {}\n< 1 ok {"sessions":[]}\n< 1 ok {"sessions":[]}`,
    );
    expect(findings).toMatchObject([{ seq: 6, related: [4, 5] }]);
  });

  test('does not take an error of id null after a request as an answer to the notification before', () => {
    expect(
      findingsIn(`> _tick {}
             > 1 session/list {}
             < null error {"code":-32602,"message":"Invalid params"}`),
    ).toEqual(['jsonrpc/response-answers-a-request warning agent']);
  });

  test.each([
    ['client', 'note'],
    ['agent', 'note'],
    ['stderr', 'error'],
  ])('after a gap in the stream of %s, reports an orphan with grade %s', (of, grade) => {
    expect(findingsIn(`= gap {"of":"${of}","bytes":9}\n< _tick {}\n> _tick {}\n< 7 ok {}`)).toEqual([
      `jsonrpc/response-answers-a-request ${grade} agent`,
    ]);
  });

  test('reports an orphan as a note when the recording begins late', () => {
    expect(
      findingsIn(
        '# from the middle\n< 7 ok {"sessions":[]}\n> 8 session/list {}\n< 8 ok {"sessions":[]}\n< 9 ok {"sessions":[]}',
      ),
    ).toEqual(['jsonrpc/response-answers-a-request note agent', 'jsonrpc/response-answers-a-request note agent']);
  });
});

describe('a request without an answer', () => {
  test.each([
    ['at an orderly end', '> 1 session/list {}', EXIT, ['jsonrpc/request-is-answered warning agent']],
    ['of a killed process', '> 1 session/list {}', KILLED, ['jsonrpc/request-is-answered note agent']],
    ['of an interrupted recording', '> 1 session/list {}', '= interrupted', ['jsonrpc/request-is-answered note agent']],
    ['while live', '> 1 session/list {}', '', []],
    ['of the agent', '< 1 _ask {}', EXIT, ['jsonrpc/request-is-answered warning client']],
    [
      'that is a prompt',
      '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"go"}]}',
      EXIT,
      ['jsonrpc/request-is-answered error agent'],
    ],
    [
      'that waits for a terminal',
      `< 1 terminal/create {"sessionId":"s","command":"npm"}
       > 1 ok {"terminalId":"t"}
       < 2 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}
       < 3 terminal/release {"sessionId":"s","terminalId":"t"}
       > 3 ok {}`,
      EXIT,
      ['jsonrpc/request-is-answered note client'],
    ],
    [
      'after a gap',
      '> 1 session/list {}\n= gap {"of":"agent","bytes":9}',
      EXIT,
      ['jsonrpc/request-is-answered note agent'],
    ],
    [
      'beside one that is answered',
      '> 1 _a {}\n> 2 _b {}\n< 2 ok {}',
      EXIT,
      ['jsonrpc/request-is-answered warning agent'],
    ],
    [
      'while noise without its id passes',
      '> 1 _a {}\n< | {"id":12,"half',
      EXIT,
      ['jsonrpc/request-is-answered warning agent', 'framing/line-is-json error agent'],
    ],
  ])('%s', (_name, transcript, end, expected) => {
    expect(findingsIn(`${transcript}\n${end}`)).toEqual(expected);
  });
});

describe('methods', () => {
  test.each([
    [
      'an unknown request that is refused',
      '> 1 session/promt {}\n< 1 error {"code":-32601,"message":"Method not found"}',
      ['jsonrpc/method-is-known warning client'],
    ],
    [
      'an unknown notification, every time',
      '< qwen/notify/session/x {}\n< qwen/notify/session/x {}',
      ['jsonrpc/method-is-known warning agent', 'jsonrpc/method-is-known warning agent'],
    ],
    ['an extension', '> 1 _session/goal {}\n< 1 ok {}\n< _auth/status_update {}', []],
    [
      'a method of the other side',
      '< 1 session/prompt {}\n> 1 error {"code":-32601,"message":"Method not found"}',
      ['jsonrpc/method-goes-the-right-way error agent'],
    ],
    [
      'a notification of the other side with an id',
      '< 1 session/cancel {}\n> 1 error {"code":-32601,"message":"Method not found"}',
      ['jsonrpc/method-goes-the-right-way error agent'],
    ],
    [
      'a request of the other side without an id',
      '< session/prompt {}',
      ['jsonrpc/method-goes-the-right-way error agent'],
    ],
    [
      'a notification with an id, unanswered',
      '> 1 session/cancel {"sessionId":"s"}',
      ['jsonrpc/notification-has-no-id error client'],
    ],
    [
      'a notification with an id, refused',
      '> 1 session/cancel {"sessionId":"s"}\n< 1 error {"code":-32601,"message":"Method not found"}',
      ['jsonrpc/notification-has-no-id error client'],
    ],
    ['a request without an id', '> session/list {}', ['jsonrpc/request-has-an-id error client']],
    [
      'a request without an id, refused',
      '> session/list {}\n< null error {"code":-32600,"message":"Invalid request"}',
      ['jsonrpc/request-has-an-id error client'],
    ],
    [
      'a method of version 2 on a connection of version 1',
      '> 1 auth/login {"methodId":"m"}\n< 1 error {"code":-32601,"message":"Method not found"}',
      ['jsonrpc/method-is-in-version error client'],
    ],
    [
      'a method of the other side and the other version',
      '< 1 auth/login {"methodId":"m"}\n> 1 error {"code":-32601,"message":"Method not found"}',
      ['jsonrpc/method-goes-the-right-way error agent'],
    ],
    [
      'a cancellation from either side, each of a request that its sender never made',
      '> $/cancel_request {"requestId":1}\n< $/cancel_request {"requestId":1}',
      ['cancel/request-to-cancel-was-sent warning client', 'cancel/request-to-cancel-was-sent warning agent'],
    ],
  ])('%s', (_name, transcript, expected) => {
    expect(findingsIn(`${transcript}\n${EXIT}`)).toEqual(expected);
  });

  test.each([
    ['> 1 session/promt', 'session/prompt'],
    ['< 1 session/requestPermission', 'session/request_permission'],
    ['< 1 fs/readTextFile', 'fs/read_text_file'],
    ['> session/cancelled', 'session/cancel'],
    ['> $/cancelRequest', '$/cancel_request'],
    ['> 1 fs/readTextFile', undefined], // agents have no such method
    ['> initialized', undefined], // a method of LSP, not a misspelt request
    ['> craft/drainMidTurnQueue', undefined],
  ])('suggests for %s the name %s', (method, suggestion) => {
    const { findings } = judgeTranscript(catalogue, wholeExample(`${method} {}`));
    expect(findings.map(({ rule }) => rule)).toEqual(['jsonrpc/method-is-known']);
    expect(findings[0]?.expected).toBe(suggestion ?? 'a method of ACP, or a name that begins with an underscore');
  });

  test('judges a name again after a second handshake with another version', () => {
    const load = 'session/load {"sessionId":"s","cwd":"/a","mcpServers":[]}';
    expect(
      findingsIn(`> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1"}}
             < 0 ok {"protocolVersion":1,"agentCapabilities":{"loadSession":true},"agentInfo":{"name":"agent","version":"1"}}
             > 1 ${load}
             > 2 initialize {"protocolVersion":2,"capabilities":{},"info":{"name":"editor","version":"1"}}
             < 2 ok {"protocolVersion":2,"capabilities":{},"info":{"name":"agent","version":"1"}}
             > 3 ${load}`),
    ).toEqual(['initialize/happens-once warning client', 'jsonrpc/method-is-in-version error client']);
  });

  test('reports a wrong direction in a chain of proxies as a warning', () => {
    expect(
      findingsIn(
        '# a proxy\n> 0 proxy/initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1"}}\n< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1"}}\n< 1 session/prompt {}',
      ),
    ).toEqual(['jsonrpc/method-goes-the-right-way warning agent']);
  });
});
