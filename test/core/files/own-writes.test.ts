import { expect, test } from 'vitest';
import { filesWindow } from '#core/files/files-window.ts';
import { operationWords } from '#core/files/operation-words.ts';
import { asks, diff, foldOf, turn, update, writes } from './files-of.ts';

const edit = update(
  { toolCallId: 'c', title: 'Edit', kind: 'edit', status: 'completed', content: [diff('/a', null, 'x')] },
  'tool_call',
);
const named = update({ toolCallId: 'd', kind: 'edit', status: 'completed', locations: [{ path: '/c' }] }, 'tool_call');
const other = writes(10, '/b', 'x');
const offered = (lines: string) =>
  turn(lines).replace('"clientCapabilities":{}', '"clientCapabilities":{"fs":{"writeTextFile":true}}');

function told(transcript: string) {
  const fold = foldOf(transcript);
  const lines = Array.from(fold.operations(), (operation) => {
    const { what, facts } = operationWords(operation, false);
    return `${what} ${operation.path}: ${facts.at(-1) === 'without permission' ? facts.at(-2) : facts.at(-1)}`;
  });
  return { lines, byAgent: filesWindow(fold, { folder: '', from: 0, count: 9 }).totals.byAgent };
}

test('an agent that writes other files through the client is not said to have written one itself', () => {
  const { lines, byAgent } = told(offered(`${edit}\n${named}\n${other}`));
  expect(lines.slice(0, 2)).toEqual([
    'proposed /a: not written through the client',
    'named /c: not written through the client',
  ]);
  expect(byAgent).toBe(0);
});

test('an agent that writes none through the client, or cannot, wrote the file itself', () => {
  expect(told(offered(`${edit}\n${named}`))).toEqual({
    lines: ['proposed /a: written by the agent itself', 'edited /c: by the agent itself, not recorded'],
    byAgent: 1,
  });
  expect(told(turn(`${edit}\n${other}`)).byAgent).toBe(1);
});

test('a refused call that completed without a write is no write although refused', () => {
  const refused = `${edit.replace('completed', 'pending')}
    ${asks(11, { toolCallId: 'c' }, 'no')}
    ${update({ toolCallId: 'c', status: 'completed' })}
    ${other}`;
  expect(told(offered(refused)).lines[0]).toBe('proposed /a: refused (#6)');
});
