import { expect, test } from 'vitest';
import { OPEN, statsOf, update } from './stats-of.ts';

test('names the first failed and the first open tool call', () => {
  const call = (id: string, rest: string) =>
    `< ${update(`"sessionUpdate":"tool_call","toolCallId":"${id}","title":"R","kind":"read",${rest}`)}`;
  const [failed, open] = ['"status":"failed"', '"status":"pending"'];
  const of = statsOf(`${OPEN}\n${[call('a', open), call('b', failed), call('c', failed), call('d', open)].join('\n')}`);
  expect(of.tools).toMatchObject([{ failed: 2, firstFailed: 5, open: 2, firstOpen: 4 }]);
});

test('counts invented kinds of tool calls beyond the limit as other', () => {
  const calls = Array.from({ length: 150 }, (_, index) =>
    update(`"sessionUpdate":"tool_call","toolCallId":"t${index}","title":"x","kind":"k${index}","status":"completed"`),
  );
  const { tools } = statsOf(`${OPEN}\n${calls.map((call) => `< ${call}`).join('\n')}`);
  expect(tools).toHaveLength(101);
  expect(tools.find(({ kind }) => kind === 'other')?.ended?.count).toBe(50);
});
