import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { findingsIn, judgeTranscript, wholeExample } from '../../judge-transcript.ts';

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

const of = (...lines: readonly string[]) => findingsIn(lines.join('\n'));

describe('a cancelled turn', () => {
  test('has no finding when it ends correctly, whatever is still under way', () => {
    expect(
      of(PROMPT, chunk(), TOOL_CALL, ASK, CANCEL, chunk(), NEVER_MIND, update('failed'), STOPPED, NEXT, chunk(), EXIT),
    ).toEqual(['jsonrpc/request-is-answered error agent']); // the second prompt is open at the end
  });

  test('is only the client’s mistake when the client does not wait for its end before the next prompt', () => {
    expect(of(PROMPT, CANCEL, NEXT, STOPPED, chunk(), '< 2 ok {"stopReason":"end_turn"}', EXIT)).toEqual([
      'prompt/one-turn-at-a-time warning client',
    ]);
  });

  test('expects the outcome `cancelled` of a permission request, a result or an error of the prompt', () => {
    const { findings } = judgeTranscript(catalogue, wholeExample([PROMPT, TOOL_CALL, ASK, CANCEL, EXIT].join('\n')));
    const unanswered = findings.filter(({ rule }) => rule === 'cancel/cancelled-request-is-answered');
    expect(unanswered.map(({ side, expected }) => [side, expected])).toEqual([
      ['agent', 'a result, or error -32800'],
      ['client', 'the outcome `cancelled`, or error -32800 after $/cancel_request'],
    ]);
  });

  test('may leave tool calls open', () => {
    expect(of(PROMPT, TOOL_CALL, CANCEL, STOPPED, EXIT)).toEqual([]);
  });

  test('may end before the client answers the permission request', () => {
    expect(of(PROMPT, TOOL_CALL, ASK, CANCEL, STOPPED, NEVER_MIND, EXIT)).toEqual([]);
  });

  test('that ends with an error has one finding', () => {
    expect(of(PROMPT, TOOL_CALL, CANCEL, '< 1 error {"code":-32603,"message":"Aborted"}', EXIT)).toEqual([
      'cancel/prompt-is-answered-without-error error agent',
    ]);
  });

  test('has one finding, for the client, when the client still gives permission', () => {
    expect(of(PROMPT, TOOL_CALL, ASK, CANCEL, YES, update('completed'), STOPPED, EXIT)).toEqual([
      'permission/cancelled-with-the-turn error client',
    ]);
  });

  test('has one finding for any number of later updates', () => {
    expect(of(PROMPT, TOOL_CALL, CANCEL, STOPPED, update('in_progress'), chunk(), update('failed'), EXIT)).toEqual([
      'cancel/updates-end-with-the-turn error agent',
    ]);
  });

  const ENDED = '< 2 ok {"stopReason":"end_turn"}';
  const again = TOOL_CALL.replace('"t"', '"u"');

  test('has one finding for updates of its tool calls in the next turn', () => {
    const late = ['cancel/updates-end-with-the-turn error agent'];
    expect(of(PROMPT, TOOL_CALL, CANCEL, STOPPED, NEXT, update('completed'), chunk(), ENDED, EXIT)).toEqual(late);
    expect(of(PROMPT, TOOL_CALL, CANCEL, STOPPED, NEXT, chunk(), ENDED, update('completed'), EXIT)).toEqual(late);
  });

  test('has no finding for other updates in the next turn', () => {
    const done = update('completed');
    expect(
      of(PROMPT, TOOL_CALL, done, CANCEL, STOPPED, NEXT, again, done.replace('"t"', '"u"'), chunk(), ENDED, EXIT),
    ).toEqual([]);
    expect(of(PROMPT, TOOL_CALL, '< 1 ok {"stopReason":"end_turn"}', NEXT, done, chunk(), ENDED, EXIT)).toEqual([]);
  });

  test('has only a finding for the id when the next turn reuses a tool call id', () => {
    expect(
      of(PROMPT, TOOL_CALL, CANCEL, update('failed'), STOPPED, NEXT, TOOL_CALL, update('completed'), ENDED, EXIT),
    ).toEqual(['tool-call/id-is-used-once warning agent']);
  });

  test('has a finding for each of two turns with later updates', () => {
    expect(
      of(PROMPT, CANCEL, STOPPED, chunk(), NEXT, CANCEL, '< 2 ok {"stopReason":"cancelled"}', chunk(), EXIT),
    ).toEqual(Array(2).fill('cancel/updates-end-with-the-turn error agent'));
  });

  test('may be followed by another message of the agent', () => {
    expect(of(PROMPT, chunk(',"messageId":"one"'), CANCEL, STOPPED, chunk(',"messageId":"two"'), EXIT)).toEqual([]);
    expect(of(PROMPT, chunk(',"messageId":"one"'), CANCEL, STOPPED, chunk(',"messageId":"one"'), EXIT)).toEqual([
      'cancel/updates-end-with-the-turn error agent',
    ]);
  });

  test('may be followed by the history of a session that is loaded again', () => {
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

describe('accepts crossing frames:', () => {
  test('a turn that ends by itself when the cancel comes', () => {
    expect(of(PROMPT, CANCEL, '< 1 ok {"stopReason":"end_turn"}', EXIT)).toEqual([]);
  });

  test('a cancel just after the end', () => {
    expect(of(PROMPT, '< 1 ok {"stopReason":"end_turn"}', CANCEL, EXIT)).toEqual([]);
  });

  test('permission for a request that the client cannot have read when it cancelled', () => {
    expect(of(PROMPT, TOOL_CALL, CANCEL, ASK, YES, update('completed'), STOPPED, EXIT)).toEqual([]);
  });
});

test('reports only notes after a gap', () => {
  expect(of(PROMPT, CANCEL, STOPPED, '= gap {"of":"client","bytes":100}', chunk())).toEqual([
    'cancel/updates-end-with-the-turn note agent',
  ]);
});
