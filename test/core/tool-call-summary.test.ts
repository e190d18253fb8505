import { expect, test } from 'vitest';
import { describe } from '../../proxy/core/protocol/describe.ts';

const summaryOf = (update: object) =>
  describe(
    {
      kind: 'notification',
      method: 'session/update',
      params: { sessionId: 's', update: { toolCallId: 'c', ...update } },
    },
    { toolTitle: 'Edit notes.txt' },
  );
const diff = { type: 'diff', path: '/notes.txt', oldText: 'a', newText: 'b' };
const textBlock = { type: 'content', content: { type: 'text', text: 'done' } };

test.each<readonly [object, string]>([
  [{ rawInput: { path: '/notes.txt' } }, 'rawInput'],
  [{ rawInput: { path: '/notes.txt' }, content: [diff] }, 'rawInput, diff'],
  [{ content: [textBlock, textBlock, { type: 'terminal', terminalId: 't' }] }, 'text, terminal'],
  [{ rawInput: {}, content: [], locations: [], rawOutput: null }, ''],
  [{ locations: [{ path: '/notes.txt' }], _meta: { a: 1 } }, 'locations'],
  [{ _meta: { a: 1 } }, '_meta'],
  [{ content: [7, {}] }, '?'],
])('the summary of an update tells what it brings: %j', (update, brings) => {
  const words = ['tool_call_update', 'Edit notes.txt', brings].filter((word) => word !== '');
  expect(summaryOf({ sessionUpdate: 'tool_call_update', ...update })).toBe(words.join(' · '));
});

test('an update with a status and nothing else tells no metadata', () => {
  const update = { sessionUpdate: 'tool_call_update', status: 'completed', _meta: { a: 1 } };
  expect(summaryOf(update)).toBe('tool_call_update · completed · Edit notes.txt');
});
