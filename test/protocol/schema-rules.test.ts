import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { findingsIn, judgeTranscript, wholeExample } from '../judge-transcript.ts';

const rules = catalogue.filter(({ id }) => id.startsWith('schema/'));
const schema = (transcript: string) =>
  judgeTranscript(rules, wholeExample(transcript)).findings.map(({ rule, grade, side }) => `${rule} ${grade} ${side}`);

const chunk = (members: string) =>
  `< session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk",${members}"content":{"type":"text","text":"hi"}}}`;

describe('mistakes of other rules are not reported again', () => {
  test.each([
    ['a method of the other side', '< 1 session/prompt {"wrong":true}'],
    ['an unknown method', '> 1 session/promt {"wrong":true}'],
    ['a method of version 2', '> 1 auth/login {"wrong":true}'],
    ['params that are a string', '> 1 session/prompt "hello"'],
    ['a request without an id', '> session/prompt {"wrong":true}'],
    ['an error that is not an object', '> 1 session/list {}\n< 1 error "no"'],
  ])('%s', (_name, transcript) => {
    expect(schema(transcript)).toEqual([]);
  });
});

describe('_meta that is not an object', () => {
  test.each([
    ['of params', '> session/cancel {"sessionId":"s","_meta":[]}', 'client'],
    ['of an update', chunk('"_meta":"trace",'), 'agent'],
    ['of a result', '> 1 session/list {}\n< 1 ok {"sessions":[],"_meta":7}', 'agent'],
  ])('%s is dropped by receivers', (_name, transcript, side) => {
    expect(findingsIn(transcript)).toEqual([`schema/value-is-not-dropped warning ${side}`]);
  });
});

describe('capabilities under the name of the other version', () => {
  const answered = (members: string) =>
    schema(
      `> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1"}}\n< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1"},${members}}`,
    );

  test('are not found by the other side, but no capability is reported as missing', () => {
    expect(answered('"capabilities":{"loadSession":true}')).toEqual(['schema/members-are-known warning agent']);
    expect(
      findingsIn(
        '> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1"}}\n< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1"},"capabilities":{"loadSession":true}}\n> 1 session/load {"sessionId":"s","cwd":"/a","mcpServers":[]}\n< 1 ok {}',
      ),
    ).toEqual(['schema/members-are-known warning agent']);
  });

  test('are allowed beside the right ones, for peers of that version', () => {
    expect(answered('"capabilities":{},"agentCapabilities":{}')).toEqual(['schema/names-are-current note agent']);
  });
});

describe('reported once', () => {
  test('an unknown member, for each side and each place', () => {
    const twice = `${chunk('"index":1,')}\n${chunk('"index":2,')}`;
    expect(findingsIn(twice)).toEqual(['schema/members-are-known warning agent']);
    expect(schema(`${twice}\n> session/cancel {"sessionId":"s","index":1}`)).toEqual([
      'schema/members-are-known warning agent',
      'schema/members-are-known warning client',
    ]);
  });

  test('a member in every item of a list', () => {
    const servers =
      '[{"name":"a","command":"/a","args":[],"env":[],"x":1},{"name":"b","command":"/b","args":[],"env":[],"x":1}]';
    expect(schema(`> 1 session/new {"cwd":"/a","mcpServers":${servers}}`)).toEqual([
      'schema/members-are-known warning client',
    ]);
  });

  test('an envelope with a member of its own', () => {
    const frame = '| {"type":"x","jsonrpc":"2.0","method":"_tick"}';
    expect(findingsIn(`> ${frame}\n> ${frame}\n< ${frame}`)).toEqual([
      'schema/envelope-members-are-known note client',
      'schema/envelope-members-are-known note agent',
    ]);
  });
});

test('reports every lost value', () => {
  const call =
    '< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"t","kind":"bash"}}';
  expect(schema(`${call}\n${call}`)).toEqual([
    'schema/value-is-not-dropped warning agent',
    'schema/value-is-not-dropped warning agent',
  ]);
});

test('reports a result for the side that answered, with the method of the request', () => {
  const { findings } = judgeTranscript(rules, wholeExample('> 1 session/list {}\n< 1 ok {}'));
  expect(findings).toMatchObject([
    { rule: 'schema/result-match', side: 'agent', seq: 5, related: [4], pointer: '/result' },
  ]);
});

test('without a handshake, accepts anything that one of the versions allows', () => {
  expect(
    schema(
      '# from the middle\n< session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"running"}}',
    ),
  ).toEqual([]);
  expect(schema('# from the middle\n> 1 session/prompt {}')).toEqual([
    'schema/params-match error client',
    'schema/params-match error client',
  ]);
});

test('accepts an unstable capability in the handshake without a finding', () => {
  expect(schema('> 1 session/list {}\n< 1 ok {"sessions":[]}')).toEqual([]);
});
