import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../judge-transcript.ts';

const SPAWN = '= spawn {"pid":7}';
const ASK = '> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1"}}';
const ANSWER = '< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1"}}';
const NEW = 'session/new {"cwd":"/a","mcpServers":[]}';
const PROMPT = 'session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}';
const UPDATE =
  '< session/update {"sessionId":"s","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}';

describe('a client that does not wait', () => {
  test.each([
    ['never, with no initialize', `${SPAWN}\n> 1 ${NEW}\n< 1 ok {"sessionId":"s"}\n> 2 ${PROMPT}`],
    ['for a session that does not exist', `${SPAWN}\n> 1 ${PROMPT}\n${ASK}\n${ANSWER}`],
    ['for the answer, twice', `${ASK}\n> 1 ${NEW}\n> 2 ${NEW}\n${ANSWER}`],
    ['for a success', `${ASK}\n< 0 error {"code":-32603,"message":"no"}\n> 1 ${NEW}`],
  ])('%s is reported once', (_name, transcript) => {
    expect(findingsIn(`# from the beginning\n${transcript}`)).toEqual(['initialize/comes-first error client']);
  });

  test.each([
    ['the recording begins late', `> 1 ${NEW}\n< 1 ok {"sessionId":"s"}\n> 2 ${PROMPT}\n${UPDATE}`],
    ['a gap may hide the handshake', `${SPAWN}\n= gap {"of":"client","bytes":120}\n> 1 ${NEW}`],
    ['a cancellation of initialize', `${ASK}\n> $/cancel_request {"requestId":0}\n${ANSWER}`],
    ['an extension before initialize', `${SPAWN}\n> _hello {}\n${ASK}\n> _hello {}\n${ANSWER}\n> 1 ${NEW}`],
    ['a second try', `${ASK}\n< 0 error {"code":-32603,"message":"no"}\n${ASK}\n${ANSWER}\n> 1 ${NEW}`],
  ])('is not reported for: %s', (_name, transcript) => {
    expect(findingsIn(`# as it is\n${transcript}`)).toEqual([]);
  });
});

describe('an agent that does not wait', () => {
  test('is reported once', () => {
    expect(findingsIn(`# speaks first\n${UPDATE}\n${UPDATE}\n${ASK}\n${UPDATE}\n${ANSWER}`)).toEqual([
      'initialize/agent-waits warning agent',
    ]);
  });

  test('is not reported where the recording begins late', () => {
    expect(findingsIn(`# late\n${UPDATE}\n> 5 ${PROMPT}\n${UPDATE}`)).toEqual([]);
  });
});

test('reports a wrong version twice: for the agent that answers it, and for the client that continues', () => {
  const answer = '< 0 ok {"protocolVersion":3,"agentInfo":{"name":"agent","version":"1"}}';
  expect(findingsIn(`${ASK}\n${answer}\n> 1 ${NEW}\n> 2 ${NEW}`)).toEqual([
    'initialize/version-was-requested warning agent',
    'initialize/client-leaves-an-unknown-version warning client',
  ]);
});

test('reports a version that is not an integer for its sender only', () => {
  const ask = '> 0 initialize {"protocolVersion":1.5,"clientInfo":{"name":"editor","version":"1"}}';
  expect(findingsIn(`${ask}\n< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1"}}`)).toEqual([
    'schema/params-match error client',
  ]);
});
