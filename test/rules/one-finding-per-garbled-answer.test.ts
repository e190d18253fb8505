import { describe, expect, test } from 'vitest';
import { handshake } from '#core/rules/examples/handshake.ts';
import { findingsIn } from '../judge-transcript.ts';

const PROMPT = '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}';
const opened = (answer: string) => `> 5 session/new {"cwd":"/a","mcpServers":[]}\n< 5 ok ${answer}`;
const inSession = (session: string, update: string) => `< session/update {"sessionId":"${session}","update":${update}}`;

/** Findings of other rules than the schema rules. */
const beyondTheSchema = (transcript: string) => findingsIn(transcript).filter((line) => !line.startsWith('schema/'));

const schema = (transcript: string) => findingsIn(transcript).filter((line) => line.startsWith('schema/'));

describe('reports no consequence of an unreadable response', () => {
  test.each([
    [
      'a session whose id is misnamed',
      `${handshake()}\n${opened('{"id":"m"}')}\n> 6 session/prompt {"sessionId":"m","prompt":[{"type":"text","text":"Hi"}]}
       ${inSession('m', '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}')}
       < 6 error {"code":-32603,"message":"no"}`,
    ],
    [
      'a fork whose id is misnamed',
      `> 5 session/fork {"sessionId":"s","cwd":"/a"}\n< 5 ok {"id":"t"}\n> 6 session/prompt {"sessionId":"t","prompt":[{"type":"text","text":"Hi"}]}`,
      ['jsonrpc/method-is-known note client'], // not stable
    ],
    [
      'a terminal whose id is misnamed',
      '< 1 terminal/create {"sessionId":"s","command":"ls"}\n> 1 ok {"id":"t"}\n< 2 terminal/output {"sessionId":"s","terminalId":"t"}\n> 2 ok {"output":"","truncated":false}',
    ],
    [
      'modes whose ids are misnamed',
      `${opened('{"sessionId":"m","modes":{"currentModeId":"ask","availableModes":[{"modeId":"ask","name":"Ask"},{"modeId":"code","name":"Code"}]}}')}
       > 6 session/set_mode {"sessionId":"m","modeId":"code"}\n< 6 ok {}
       ${inSession('m', '{"sessionUpdate":"current_mode_update","currentModeId":"code"}')}`,
    ],
    [
      'modes without a list',
      `${opened('{"sessionId":"m","modes":{"currentModeId":"ask"}}')}\n> 6 session/set_mode {"sessionId":"m","modeId":"code"}\n< 6 ok {}`,
    ],
    [
      'login methods whose ids are misnamed',
      `${handshake({ authMethods: [{ methodId: 'key', name: 'Key' }] })}\n> 1 authenticate {"methodId":"key"}\n< 1 ok {}`,
    ],
    [
      'login methods that are not a list',
      '> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1"}}\n< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1"},"authMethods":{"key":{}}}\n> 1 authenticate {"methodId":"key"}\n< 1 ok {}',
    ],
    [
      'an option of a permission without an id',
      `${PROMPT}\n${inSession('s', '{"sessionUpdate":"tool_call","toolCallId":"t","title":"Run"}')}
       < 7 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"id":"n","name":"No","kind":"reject_once"}]}
       > 7 ok {"outcome":{"outcome":"selected","optionId":"n"}}`,
    ],
    [
      'an exit status that is a number',
      '< 1 terminal/create {"sessionId":"s","command":"ls"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}\n> 2 ok {"exitCode":0}\n< 3 terminal/output {"sessionId":"s","terminalId":"t"}\n> 3 ok {"output":"","truncated":false,"exitStatus":0}',
    ],
    [
      'a configuration option without an id',
      `${opened('{"sessionId":"m","configOptions":[{"name":"Model","type":"select","currentValue":"a","options":[{"value":"a","name":"A"}]}]}')}
       > 6 session/set_config_option {"sessionId":"m","configId":"model","value":"a"}
       < 6 ok {"configOptions":[{"name":"Model","type":"select","currentValue":"a","options":[{"value":"a","name":"A"}]}]}`,
    ],
    [
      'a tool call of a variant that is misspelt',
      `${PROMPT}\n${inSession('s', '{"sessionUpdate":"toolCall","toolCallId":"t","title":"Run"}')}
       ${inSession('s', '{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"completed"}')}`,
    ],
    [
      'a tool call whose id is misnamed, and its permission',
      `${PROMPT}\n${inSession('s', '{"sessionUpdate":"tool_call","id":"t","title":"Run"}')}
       < 7 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t","title":"Run"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}
       > 7 ok {"outcome":{"outcome":"cancelled"}}`,
    ],
    [
      'a tool call in an update that is a request',
      `${PROMPT}\n< 7 session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Run"}}\n> 7 error {"code":-32601,"message":"no"}
       ${inSession('s', '{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"completed"}')}`,
      ['jsonrpc/notification-has-no-id error agent'],
    ],
  ])('%s', (_name, transcript, expected: readonly string[] = []) => {
    expect(beyondTheSchema(transcript)).toEqual(expected);
    expect(schema(transcript).length + expected.length).toBeGreaterThan(0); // the unreadable response is reported
  });

  test('reports the same mistakes where the response is readable', () => {
    expect(
      beyondTheSchema(
        `${opened('{"sessionId":"m","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"}]}}')}
         > 6 session/set_mode {"sessionId":"m","modeId":"code"}\n< 6 ok {}
         > 7 session/prompt {"sessionId":"x","prompt":[{"type":"text","text":"Hi"}]}
         < 1 terminal/output {"sessionId":"s","terminalId":"t"}\n> 1 ok {"output":"","truncated":false}`,
      ),
    ).toEqual([
      'mode/mode-was-offered error client',
      'session/is-active error client',
      'terminal/terminal-is-known error agent',
    ]);
  });
});
