import { describe, expect, test } from 'vitest';
import { found } from '../../judge.ts';

const SPAWN = '= spawn {"pid":7}';
const ASK = '> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1"}}';
const ANSWER = '< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1"}}';
const NEW = 'session/new {"cwd":"/a","mcpServers":[]}';
const PROMPT = 'session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}';
const UPDATE =
  '< session/update {"sessionId":"s","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}';

describe('a client that does not wait', () => {
  test.each([
    ['and never initializes', `${SPAWN}\n> 1 ${NEW}\n< 1 ok {"sessionId":"s"}\n> 2 ${PROMPT}`],
    ['for a session that does not exist', `${SPAWN}\n> 1 ${PROMPT}\n${ASK}\n${ANSWER}`],
    ['for the answer, twice', `${ASK}\n> 1 ${NEW}\n> 2 ${NEW}\n${ANSWER}`],
    ['for a success', `${ASK}\n< 0 error {"code":-32603,"message":"no"}\n> 1 ${NEW}`],
  ])('%s is told once', (_name, transcript) => {
    expect(found(`# from the beginning\n${transcript}`)).toEqual(['initialize/comes-first error client']);
  });

  test.each([
    [
      'what the recording lacks may hold the handshake',
      `> 1 ${NEW}\n< 1 ok {"sessionId":"s"}\n> 2 ${PROMPT}\n${UPDATE}`,
    ],
    ['so may a gap', `${SPAWN}\n= gap {"of":"client","bytes":120}\n> 1 ${NEW}`],
    ['a cancellation may be about initialize', `${ASK}\n> $/cancel_request {"requestId":0}\n${ANSWER}`],
    ['an extension may come before', `${SPAWN}\n> _hello {}\n${ASK}\n> _hello {}\n${ANSWER}\n> 1 ${NEW}`],
    ['it may try again', `${ASK}\n< 0 error {"code":-32603,"message":"no"}\n${ASK}\n${ANSWER}\n> 1 ${NEW}`],
  ])('is not one: %s', (_name, transcript) => {
    expect(found(`# as it is\n${transcript}`)).toEqual([]);
  });
});

describe('an agent that does not wait', () => {
  test('is told once', () => {
    expect(found(`# speaks first\n${UPDATE}\n${UPDATE}\n${ASK}\n${UPDATE}\n${ANSWER}`)).toEqual([
      'initialize/agent-waits warning agent',
    ]);
  });

  test('may have been in the middle of a session, where the recording begins late', () => {
    expect(found(`# late\n${UPDATE}\n> 5 ${PROMPT}\n${UPDATE}`)).toEqual([]);
  });
});

test('a client goes on with a version that it did not request, which is another mistake than to answer with it', () => {
  const answer = '< 0 ok {"protocolVersion":3,"agentInfo":{"name":"agent","version":"1"}}';
  expect(found(`${ASK}\n${answer}\n> 1 ${NEW}\n> 2 ${NEW}`)).toEqual([
    'initialize/version-was-requested warning agent',
    'initialize/client-leaves-an-unknown-version warning client',
  ]);
});

test('a version that is no whole number is told of its sender only', () => {
  const ask = '> 0 initialize {"protocolVersion":1.5,"clientInfo":{"name":"editor","version":"1"}}';
  expect(found(`${ask}\n< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1"}}`)).toEqual([
    'schema/params-match error client',
  ]);
});
