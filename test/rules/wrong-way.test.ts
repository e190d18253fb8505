import { describe, expect, test } from 'vitest';
import { foldTranscript } from '../fold-transcript.ts';
import { HANDSHAKE_AND_SESSION, findingsIn } from '../judge-transcript.ts';

const PROMPT = '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}';
const EXIT = '= exit {"code":0,"signal":null}';

const fromClient = ['jsonrpc/method-goes-the-right-way error client'];
const fromAgent = ['jsonrpc/method-goes-the-right-way error agent'];

describe('a method in the wrong direction', () => {
  test.each([
    [
      'an update with what agents get wrong',
      '> session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"q","status":"completed","locations":[{"path":"a"}],"content":[{"type":"terminal","terminalId":"t"}]}}',
      fromClient,
    ],
    [
      'an elicitation that is not secure',
      '> 2 elicitation/create {"mode":"url","url":"http://example.com","sessionId":"s","elicitationId":"e","message":"Log in"}\n< 2 ok {"action":"accept"}',
      fromClient,
    ],
    ['the end of an elicitation', '> elicitation/complete {"elicitationId":"e"}', fromClient],
    [
      'a permission request, and an answer that was not offered',
      '> 2 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}\n< 2 ok {"outcome":{"outcome":"selected","optionId":"z"}}',
      fromClient,
    ],
    [
      'a file to read, and more lines than asked for',
      '> 2 fs/read_text_file {"sessionId":"s","path":"/a","limit":1}\n< 2 ok {"content":"a\\nb\\nc"}',
      fromClient,
    ],
    [
      'a terminal',
      `> 2 terminal/create {"sessionId":"s","command":"ls"}\n< 2 ok {"terminalId":"t"}\n${EXIT}`,
      fromClient,
    ],
    [
      'a mode',
      '< 0 session/set_mode {"sessionId":"s","modeId":"z"}\n> 0 error {"code":-32601,"message":"no"}',
      fromAgent,
    ],
    [
      'a session with the id of another',
      '< 0 session/new {"cwd":"/a","mcpServers":[]}\n> 0 ok {"sessionId":"s"}',
      fromAgent,
    ],
    [
      'a turn that ends as cancelled',
      '< 0 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go"}]}\n> 0 ok {"stopReason":"cancelled"}',
      fromAgent,
    ],
    [
      'a handshake that is refused, and a capability of the previous handshake',
      `< 0 initialize {"protocolVersion":1}\n> 0 error {"code":-32601,"message":"no"}\n${PROMPT}\n< 2 fs/read_text_file {"sessionId":"s","path":"/a"}\n> 2 ok {"content":""}\n< 1 ok {"stopReason":"end_turn"}`,
      fromAgent,
    ],
    [
      'a handshake that is answered with another version',
      `< 0 initialize {"protocolVersion":1}\n> 0 ok {"protocolVersion":2}\n${PROMPT}\n< 1 ok {"stopReason":"end_turn"}`,
      fromAgent,
    ],
    ['a handshake before there was one', '# agent first\n< 0 initialize {"protocolVersion":1}', fromAgent],
  ])('has no other finding: %s', (_name, transcript, expected) => {
    expect(findingsIn(transcript)).toEqual(expected);
  });

  test('opens and changes nothing', () => {
    const { trace, events } = foldTranscript(`${HANDSHAKE_AND_SESSION}
      < 0 session/new {"cwd":"/b","mcpServers":[]}
      > 0 ok {"sessionId":"other"}
      < 1 session/prompt {"sessionId":"s","prompt":[]}
      > 2 terminal/create {"sessionId":"s","command":"ls"}
      < 2 ok {"terminalId":"t"}
      > session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"c","title":"ls"}}
      < 3 initialize {"protocolVersion":2}
      > 3 ok {"protocolVersion":2}`);
    expect([...trace.openSessions()].map(({ id }) => id)).toEqual(['s']);
    expect([...trace.openTurns()]).toEqual([]);
    expect(trace.openTerminals()).toEqual([]);
    expect(trace.toolCall('s', 'c')).toBeUndefined();
    expect(trace.version()).toBe(1);
    expect(events.filter(({ kind }) => kind === 'update' || kind === 'tool-call')).toEqual([]);
  });

  test('still needs a response and a free id', () => {
    expect(findingsIn(`< 0 session/list {}\n${EXIT}`)).toEqual([
      ...fromAgent,
      'jsonrpc/request-is-answered warning client',
    ]);
    expect(findingsIn('< 0 session/list {}\n< 0 session/list {}')).toEqual([
      ...fromAgent,
      'jsonrpc/request-id-unique-in-flight error agent',
      ...fromAgent,
    ]);
  });
});
