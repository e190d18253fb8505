import { describe, expect, test } from 'vitest';
import { found } from '../../judge.ts';

const PROMPT = '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Fix the tests"}]}';
const NEXT = '> 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}';
const CANCEL = '> session/cancel {"sessionId":"s"}';
const chunk = (members = '') =>
  `< session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk"${members},"content":{"type":"text","text":"a"}}}`;
const TOOL_CALL =
  '< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Run the tests"}}';
const update = (status: string) =>
  `< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"${status}"}}`;
const ASK =
  '< 7 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"}]}';
const YES = '> 7 ok {"outcome":{"outcome":"selected","optionId":"yes"}}';
const NEVER_MIND = '> 7 ok {"outcome":{"outcome":"cancelled"}}';
const STOPPED = '< 1 ok {"stopReason":"cancelled"}';
const EXIT = '= exit {"code":0,"signal":null}';

const of = (...lines: readonly string[]) => found(lines.join('\n'));

describe('a turn that is cancelled', () => {
  test('as it should be has no finding, whatever is still under way', () => {
    expect(
      of(PROMPT, chunk(), TOOL_CALL, ASK, CANCEL, chunk(), NEVER_MIND, update('failed'), STOPPED, NEXT, chunk(), EXIT),
    ).toEqual(['jsonrpc/request-is-answered note agent']); // the second prompt, when the client leaves
  });

  test('and not finished before the next prompt is the client’s mistake alone', () => {
    expect(of(PROMPT, CANCEL, NEXT, STOPPED, chunk(), '< 2 ok {"stopReason":"end_turn"}', EXIT)).toEqual([
      'prompt/one-turn-at-a-time warning client',
    ]);
  });

  test('may leave tool calls open', () => {
    expect(of(PROMPT, TOOL_CALL, CANCEL, STOPPED, EXIT)).toEqual([]);
  });

  test('is answered before the client answers the permission request', () => {
    expect(of(PROMPT, TOOL_CALL, ASK, CANCEL, STOPPED, NEVER_MIND, EXIT)).toEqual([]);
  });

  test('ends with an error: one finding', () => {
    expect(of(PROMPT, TOOL_CALL, CANCEL, '< 1 error {"code":-32603,"message":"Aborted"}', EXIT)).toEqual([
      'cancel/prompt-is-answered-without-error error agent',
    ]);
  });

  test('and whose permission is given all the same: one finding, of the client', () => {
    expect(of(PROMPT, TOOL_CALL, ASK, CANCEL, YES, update('completed'), STOPPED, EXIT)).toEqual([
      'permission/cancelled-with-the-turn error client',
    ]);
  });

  test('goes on afterwards: one finding, however much comes', () => {
    expect(of(PROMPT, TOOL_CALL, CANCEL, STOPPED, update('in_progress'), chunk(), update('failed'), EXIT)).toEqual([
      'cancel/updates-end-with-the-turn error agent',
    ]);
  });

  const ENDED = '< 2 ok {"stopReason":"end_turn"}';
  const again = TOOL_CALL.replace('"t"', '"u"');

  test('goes on in the next one: one finding, for what has an id of the cancelled turn', () => {
    const late = ['cancel/updates-end-with-the-turn error agent'];
    expect(of(PROMPT, TOOL_CALL, CANCEL, STOPPED, NEXT, update('completed'), chunk(), ENDED, EXIT)).toEqual(late);
    expect(of(PROMPT, TOOL_CALL, CANCEL, STOPPED, NEXT, chunk(), ENDED, update('completed'), EXIT)).toEqual(late);
  });

  test('leaves the next one alone, and a turn that nobody cancelled may go on in it', () => {
    const done = update('completed');
    expect(
      of(PROMPT, TOOL_CALL, done, CANCEL, STOPPED, NEXT, again, done.replace('"t"', '"u"'), chunk(), ENDED, EXIT),
    ).toEqual([]);
    expect(of(PROMPT, TOOL_CALL, '< 1 ok {"stopReason":"end_turn"}', NEXT, done, chunk(), ENDED, EXIT)).toEqual([]);
  });

  test('whose id a tool call of the next one takes: one finding, and not this one', () => {
    expect(
      of(PROMPT, TOOL_CALL, CANCEL, update('failed'), STOPPED, NEXT, TOOL_CALL, update('completed'), ENDED, EXIT),
    ).toEqual(['tool-call/id-is-used-once warning agent']);
  });

  test('goes on in each of two turns: two findings', () => {
    expect(
      of(PROMPT, CANCEL, STOPPED, chunk(), NEXT, CANCEL, '< 2 ok {"stopReason":"cancelled"}', chunk(), EXIT),
    ).toEqual(Array(2).fill('cancel/updates-end-with-the-turn error agent'));
  });

  test('is followed by another message of the agent’s own', () => {
    expect(of(PROMPT, chunk(',"messageId":"one"'), CANCEL, STOPPED, chunk(',"messageId":"two"'), EXIT)).toEqual([]);
    expect(of(PROMPT, chunk(',"messageId":"one"'), CANCEL, STOPPED, chunk(',"messageId":"one"'), EXIT)).toEqual([
      'cancel/updates-end-with-the-turn error agent',
    ]);
  });

  test('is followed by the history of the session, which the client has loaded again', () => {
    expect(
      of(
        PROMPT,
        TOOL_CALL,
        chunk(),
        CANCEL,
        STOPPED,
        '> 3 session/load {"sessionId":"s","cwd":"/home/me/app","mcpServers":[]}',
        '< session/update {"sessionId":"s","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Fix"}}}',
        TOOL_CALL,
        update('completed'),
        chunk(),
        '< 3 ok {}',
        EXIT,
      ),
    ).toEqual([]);
  });
});

describe('frames that cross', () => {
  test('a turn that had ended by itself when the cancel came', () => {
    expect(of(PROMPT, CANCEL, '< 1 ok {"stopReason":"end_turn"}', EXIT)).toEqual([]);
  });

  test('a cancel that came just after the end', () => {
    expect(of(PROMPT, '< 1 ok {"stopReason":"end_turn"}', CANCEL, EXIT)).toEqual([]);
  });

  test('a permission request that the client cannot have read when it cancelled may be allowed afterwards', () => {
    expect(of(PROMPT, TOOL_CALL, CANCEL, ASK, YES, update('completed'), STOPPED, EXIT)).toEqual([]);
  });
});

test('after a gap in the recording nothing certain is said', () => {
  expect(of(PROMPT, CANCEL, STOPPED, '= gap {"of":"client","bytes":100}', chunk())).toEqual([
    'cancel/updates-end-with-the-turn note agent',
  ]);
});
