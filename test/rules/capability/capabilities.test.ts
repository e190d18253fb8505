import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { handshake, handshakeAndSession } from '#core/rules/examples/handshake.ts';
import { findingsIn, judgeTranscript } from '../../judge-transcript.ts';

const LOAD = 'session/load {"sessionId":"old","cwd":"/a","mcpServers":[]}';
const NOT_FOUND = 'error {"code":-32601,"message":"Method not found"}';
const NOTICE =
  '< session/update {"sessionId":"s","update":{"sessionUpdate":"notice","severity":"info","title":"Out of credit"}}';

const findings = (transcript: string) => judgeTranscript(catalogue, transcript).findings;

test('reports each kind of content that was not offered once', () => {
  const image = '{"type":"image","data":"AAAA","mimeType":"image/png"}';
  const file = '{"type":"resource","resource":{"uri":"file:///a","text":"a"}}';
  const prompt = `> 1 session/prompt {"sessionId":"s","prompt":[${image},${file},${image}]}`;
  expect(findings(`${handshakeAndSession()}\n${prompt}`).map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    'capability/prompt-content-is-offered /params/prompt/0/type',
    'capability/prompt-content-is-offered /params/prompt/1/type',
  ]);
});

test.each(['"1"', 'null', '[1]'])('reports a method that was not offered after the version %s, too', (version) => {
  const ask = '> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1"}}';
  const answer = `< 0 ok {"protocolVersion":${version},"agentInfo":{"name":"agent","version":"1"}}`;
  expect(findingsIn(`${ask}\n${answer}\n> 1 ${LOAD}\n< 1 ${NOT_FOUND}`)).toEqual([
    'schema/result-match error agent',
    'capability/load-is-offered error client',
  ]);
});

describe('a method that was not offered', () => {
  test('is reported for each call, with the response to initialize', () => {
    expect(findings(`${handshake()}\n> 1 ${LOAD}\n< 1 ${NOT_FOUND}\n> 2 ${LOAD}\n< 2 ${NOT_FOUND}`)).toMatchObject([
      { rule: 'capability/load-is-offered', seq: 2, related: [1] },
      { rule: 'capability/load-is-offered', seq: 4, related: [1] },
    ]);
  });

  test('has a message that mentions a successful response', () => {
    const [finding] = findings(`${handshake()}\n> 1 ${LOAD}\n< 1 ok {}`);
    expect(finding?.message).toMatch(/but the agent answered$/);
  });

  test('is reported at the end when it is not answered', () => {
    expect(findingsIn(`${handshake()}\n> 1 ${LOAD}`)).toEqual([]);
    expect(findingsIn(`${handshake()}\n> 1 ${LOAD}\n= exit {"code":null,"signal":"SIGKILL"}`)).toContain(
      'capability/load-is-offered error client',
    );
  });

  test('is reported for terminal/create, and not again for other terminal methods', () => {
    const use = (id: number, method: string) =>
      `< ${id} terminal/${method} {"sessionId":"s","terminalId":"t"}\n> ${id} error {"code":-32601,"message":"Method not found"}`;
    const make = '< 1 terminal/create {"sessionId":"s","command":"ls"}\n> 1 ok {"terminalId":"t"}';
    expect(findingsIn(`${handshakeAndSession()}\n${make}\n${use(2, 'output')}\n${use(3, 'release')}`)).toEqual([
      'capability/terminals-are-offered error agent',
    ]);
    expect(findingsIn(`${handshakeAndSession()}\n${use(2, 'output')}`)).toEqual([
      'capability/terminals-are-offered error agent',
    ]);
  });

  test('is a note where the recording may lack another handshake', () => {
    expect(findingsIn(`${handshake()}\n= gap {"of":"client","bytes":120}\n> 1 ${LOAD}\n< 1 ${NOT_FOUND}`)).toEqual([
      'capability/load-is-offered note client',
    ]);
  });

  test('is reported by another rule when a client calls its own methods', () => {
    expect(findingsIn(`${handshakeAndSession()}\n> 1 fs/read_text_file {"sessionId":"s","path":"/a"}`)).toEqual([
      'jsonrpc/method-goes-the-right-way error client',
    ]);
  });
});

test.each([
  ['a flag that is an object', { loadSession: {} }, LOAD],
  ['a marker that is a flag', { sessionCapabilities: { list: true } }, 'session/list {}'],
  ['a marker that is text', { sessionCapabilities: { list: 'yes' } }, 'session/list {}'],
  ['a group that is a flag', { sessionCapabilities: true }, 'session/list {}'],
])('%s is reported for the side that offers it, not for the side that uses it', (_name, agent, call) => {
  expect(findingsIn(`${handshake({ agent })}\n> 1 ${call}\n< 1 ${NOT_FOUND}`)).toEqual([
    'schema/value-is-not-dropped warning agent',
  ]);
});

test('reports updates without a capability once', () => {
  expect(findingsIn(`${handshakeAndSession()}\n${NOTICE}\n${NOTICE}`)).toEqual([
    'capability/notices-are-offered error agent',
  ]);
});

test('needs no capability for notices in version 2', () => {
  expect(findingsIn(`${handshakeAndSession({ version: 2 })}\n${NOTICE}`)).toEqual([]);
});

test('does not judge capabilities in an unknown version', () => {
  const transcript = `
    > 0 initialize {"protocolVersion":7,"clientInfo":{"name":"editor","version":"1"}}
    < 0 ok {"protocolVersion":7,"agentInfo":{"name":"agent","version":"1"}}
    > 1 ${LOAD}
    < 1 ${NOT_FOUND}`;
  expect(findingsIn(transcript).filter((finding) => finding.startsWith('capability/'))).toEqual([]);
});

test('reports authenticate with a terminal login once', () => {
  const transcript = handshake({
    client: { auth: { terminal: true } },
    authMethods: [{ id: 'login', name: 'Log in', type: 'terminal' }],
  });
  expect(
    findingsIn(`${transcript}\n> 1 authenticate {"methodId":"login"}\n< 1 error {"code":-32602,"message":"no"}`),
  ).toEqual(['capability/terminal-login-is-not-requested error client']);
});

test.each([7, true, { cancel: true }])('reports only the wrong value when an item offers %j', (capabilities) => {
  const update = { sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'Build', capabilities };
  const transcript = `${handshakeAndSession({ version: 2 })}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"running"}}
    < session/update ${JSON.stringify({ sessionId: 's', update })}
    > 1 tool_call/cancel {"sessionId":"s","toolCallId":"t"}`;
  expect(findingsIn(transcript)).toEqual(['schema/value-is-not-dropped warning agent']);
});
