import { expect, test } from 'vitest';
import { filesWindow } from '#core/files/files-window.ts';
import { isFile, toFileHead, toFilesHead, toOperationLine } from '../../../../inspector-ui/views/files/files-rows.ts';
import { asks, diff, foldOf, turn, update, writes } from '../../../core/files/files-of.ts';

const FOLD = foldOf(
  turn(`${update({ toolCallId: 'c', title: 'Edit', kind: 'edit', content: [diff('/work/src/a.ts', null, 'a\n')] }, 'tool_call')}
    ${asks(10, { toolCallId: 'c' }, 'no')}
    ${writes(11, '/work/src/a.ts', 'b\n')}
    ${update({ toolCallId: 'd', title: 'Own', kind: 'edit', status: 'completed', content: [diff('/work/b.ts', null, 'b\n')] }, 'tool_call')}
    < 12 terminal/create {"sessionId":"s","command":"make"}`),
);

const windowOf = (folder: string) => filesWindow(FOLD, { folder, from: 0, count: 10 });

test('the lines above the files have totals, what deserves attention, and what the recording cannot tell', () => {
  expect(toFilesHead(windowOf(''))).toEqual({
    summary: '2 files: 2 proposals, 1 permission, 1 write, 1 change by the agent itself, +2 −0',
    warnings: ['1 write although the permission was refused', '1 write not as proposed', '1 change without permission'],
    limits: [
      'The agent writes files by itself: the recording has what it proposed, but not what it wrote.',
      '1 command may have changed files, which is not recorded.',
    ],
  });
  expect(toFilesHead(windowOf('/work/src')).summary).toBe('1 of 2 files: 1 proposal, 1 permission, 1 write, +1 −0');
  expect(windowOf('/work/sr').total).toBe(0);
});

test('a file has its folder, its name and its own counts', () => {
  const [file] = windowOf('').files;
  expect(file && toFileHead(file)).toEqual({
    folder: '/work/src/',
    name: 'a.ts',
    counts: '1 proposal, 1 permission, 1 write, +1 −0',
    warnings: ['1 write although the permission was refused', '1 write not as proposed'],
  });
});

test('a refused write has a warning, and a live recording reports nothing as missing', () => {
  const operations = [...FOLD.operations()];
  const write = operations.find(({ kind }) => kind === 'write');
  expect(write && toOperationLine(write, false)).toMatchObject({
    what: 'wrote',
    warning: 'Written although the permission was refused.',
    call: 'Edit',
    note: { tone: 'bad' },
  });
  const [open] = foldOf(turn(writes(10, '/a', 'x', ''))).operations();
  const textOf = (isLive: boolean) => open && toOperationLine(open, isLive).note.text.split(' · ').at(-1);
  expect([textOf(true), textOf(false)]).toEqual(['not yet answered', 'never answered']);
});

test('an address names a file in any spelling', () => {
  expect([isFile('/work/a', '/work/./a'), isFile('C:\\Work\\a', 'c:/work/a'), isFile('/work/a', undefined)]).toEqual([
    true,
    true,
    false,
  ]);
});
