import { expect, test } from 'vitest';
import { findingsIn } from '../../judge-transcript.ts';

const PROMPT = '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Fix the tests"}]}';
const END = '< 1 ok {"stopReason":"end_turn"}';
const EXIT = '= exit {"code":0,"signal":null}';
const call = (id = 't') =>
  `< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"${id}","title":"Run the tests"}}`;
const update = (status: string, id = 't') =>
  `< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"${id}","status":"${status}"}}`;
const load = (...history: readonly string[]) =>
  ['> 3 session/load {"sessionId":"s","cwd":"/home/me/app","mcpServers":[]}', ...history, '< 3 ok {}'].join('\n');
const ASK =
  '< 7 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"}]}';
const YES = '> 7 ok {"outcome":{"outcome":"selected","optionId":"yes"}}';

const of = (...lines: readonly string[]) => findingsIn(lines.join('\n'));

test('reports a repeated id once, and not its status', () => {
  const again = [call(), update('in_progress'), update('completed')];
  expect(of(PROMPT, ...again, ...again, ...again, END, EXIT)).toEqual(['tool-call/id-is-used-once warning agent']);
});

test('reports an unknown tool call once', () => {
  expect(of(PROMPT, update('pending'), update('in_progress'), update('completed'), END, EXIT)).toEqual([
    'tool-call/introduced-before-updated warning agent',
  ]);
});

test('accepts repeated tool calls in the history of a loaded session', () => {
  expect(
    of(PROMPT, call(), update('completed'), END, load(call(), update('in_progress'), update('completed')), EXIT),
  ).toEqual([]);
});

test('reports a tool call in the background as an update after the turn, not as unfinished', () => {
  expect(of(PROMPT, call(), END, update('in_progress'), EXIT)).toEqual(['prompt/updates-belong-to-a-turn note agent']);
});

test('reports a request that outlives its turn for the agent when it is answered, for the client when not', () => {
  expect(of(PROMPT, call(), ASK, update('completed'), END, YES, EXIT)).toEqual([
    'prompt/ends-with-requests-answered warning agent',
  ]);
  expect(of(PROMPT, call(), ASK, update('completed'), END, EXIT)).toEqual([
    'jsonrpc/request-is-answered warning client',
  ]);
});

test('accepts the end of a tool call until both of two simultaneous turns have ended', () => {
  const NEXT = '> 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}';
  expect(of(PROMPT, call(), NEXT, END, update('completed'), '< 2 ok {"stopReason":"end_turn"}', EXIT)).toEqual([
    'prompt/one-turn-at-a-time warning client',
  ]);
});
