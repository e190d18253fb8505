import { expect, test } from 'vitest';
import { operationWords } from '#core/files/operation-words.ts';
import { asks, diff, foldOf, reads, turn, update, writes } from './files-of.ts';

const edit = (before: string | null) =>
  update(
    { toolCallId: 'c', title: 'Edit', kind: 'edit', status: 'pending', content: [diff('/a', before, 'new\n')] },
    'tool_call',
  );

function proposalIn(lines: string): string | undefined {
  for (const operation of foldOf(turn(lines)).operations())
    if (operation.kind === 'proposal') return operationWords(operation, false).facts.join(', ');
  return undefined;
}

test('a proposal that was written although refused, or without a permission, says so itself', () => {
  const written = writes(11, '/a', 'new\n');
  const refused = `${edit('old\n')}\n${asks(10, { toolCallId: 'c' }, 'no')}`;
  expect(proposalIn(`${refused}\n${written}`)).toBe('+1 −1, written although refused');
  expect(proposalIn(`${refused}\n${writes(11, '/a', 'x')}`)).toBe('+1 −1, written differently although refused');
  expect(proposalIn(`${edit('old\n')}\n${written}`)).toBe('+1 −1, written without permission');
  const allowed = `${edit('old\n')}\n${asks(10, { toolCallId: 'c' }, 'yes')}`;
  expect(proposalIn(`${allowed}\n${written}`)).toBe('+1 −1, written as proposed');
});

test('a proposal with an old text that the file did not have when it was read says so', () => {
  const words = "+1 −1, not written, the proposal's old text is not the file's";
  expect(proposalIn(`${reads(10, '/a', 'other\n')}\n${edit('old\n')}`)).toBe(words);
  expect(proposalIn(`${reads(10, '/a', 'some\r\nold\r\n')}\n${edit('some\nold\n')}`)).not.toContain('old text');
  expect(proposalIn(`${reads(10, '/a', 'the old\n')}\n${edit('old\n')}`)).not.toContain('old text');
  expect(proposalIn(`${edit('old\n')}\n${reads(10, '/a', 'other\n')}`)).toBe(words);
  expect(proposalIn(`${edit('old\n')}\n${reads(10, '/a', 'new\n')}`)).not.toContain('old text');
  expect(proposalIn(edit('old\n'))).not.toContain('old text');
});

test.each([
  [true, 'not yet answered'],
  [false, 'never answered'],
])('a read or write without a response is not said to be done (live: %s)', (isLive, words) => {
  const allowed = `${edit(null)}\n${asks(10, { toolCallId: 'c' }, 'yes')}`;
  const told = (lines: string) =>
    Array.from(foldOf(turn(lines)).operations(), (operation) => {
      const { what, facts, warning } = operationWords(operation, isLive);
      return [what, facts.at(-1), warning];
    });
  expect(told(`${allowed}\n${writes(11, '/a', 'new\n', '')}`)).toEqual([
    ['proposed', `the write was ${words}`, null],
    ['permission', expect.stringMatching(/^after /), null],
    ['write', words, null],
  ]);
  expect(told(`${edit(null)}\n${asks(10, { toolCallId: 'c' }, 'no')}\n${writes(11, '/a', 'new\n', '')}`)[2]).toEqual([
    'write',
    words,
    'Asked for although the permission was refused.',
  ]);
  expect(told(`${edit(null)}\n${writes(11, '/a', 'other', 'error {"code":-32603,"message":"no"}')}`)[1]).toEqual([
    'write',
    'failed',
    'Not as proposed.',
  ]);
  expect(told('< 11 fs/read_text_file {"sessionId":"s","path":"/a"}')).toEqual([['read', words, null]]);
});
