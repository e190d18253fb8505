import { describe, expect, test } from 'vitest';
import { filesWindow } from '#core/files/files-window.ts';
import { isWithin } from '#core/files/file-path.ts';
import { operationWords } from '#core/files/operation-words.ts';
import { asks, diff, foldOf, linesOf, reads, turn, update, writes } from './files-of.ts';

const edit = (content: readonly object[], more: object = {}) =>
  update({ toolCallId: 'c', title: 'Edit', kind: 'edit', status: 'pending', content, ...more }, 'tool_call');
const done = (more: object = {}) => update({ toolCallId: 'c', status: 'completed', ...more });
const OLD = 'one\ntwo\n';
const NEW = 'one\n2\n';

describe('a write', () => {
  test('is as proposed when the text is the proposed one, and permitted by the question of its call', () => {
    const told = linesOf(
      turn(`${reads(10, '/work/a.ts', OLD)}
        ${edit([diff('/work/a.ts', OLD, NEW)])}
        ${asks(11, { toolCallId: 'c' }, 'yes')}
        ${writes(12, '/work/a.ts', NEW)}
        ${done({ content: [diff('/work/a.ts', OLD, NEW)] })}`),
    );
    expect(told).toEqual([
      '#5 read /work/a.ts: 8 characters',
      '#7 proposal /work/a.ts in c: written by #10, +1 -1, shown 2 times',
      '#8 permission /work/a.ts in c: allowed (Allow)',
      '#10 write /work/a.ts in c: same, allowed by #8, after #6, +1 -1',
    ]);
  });

  test.each([
    ['gets no response', ''],
    ['fails', 'error {"code":-32000,"message":"no"}'],
  ])('that succeeded stays the one of its proposal when a second one of the same text %s', (_what, answer) => {
    const told = linesOf(
      turn(`${edit([diff('/work/a.ts', OLD, NEW)])}
        ${writes(12, '/work/a.ts', NEW)}
        ${writes(13, '/work/a.ts', NEW, answer)}`),
    );
    expect(told[0]).toBe('#5 proposal /work/a.ts in c: written by #6, +1 -1');
  });

  test('carries out its proposal although another one failed before its response', () => {
    const both = [12, 13].map((id) => writes(id, '/work/a.ts', NEW, '')).join('\n');
    const told = linesOf(
      turn(`${edit([diff('/work/a.ts', OLD, NEW)])}\n${both}
        > 13 error {"code":-32000,"message":"no"}
        > 12 ok {}`),
    );
    expect(told[0]).toBe('#5 proposal /work/a.ts in c: written by #6, +1 -1');
  });

  test('is as proposed when a part was shown, and the rest is the text before', () => {
    const told = linesOf(
      turn(`${reads(10, '/work/a.ts', OLD)}
        ${edit([diff('/work/a.ts', 'two', '2'), diff('/work/a.ts', 'one', '1')])}
        ${writes(11, '/work/a.ts', '1\n2\n')}`),
    );
    expect(told.slice(1)).toEqual([
      '#7 proposal /work/a.ts in c: written by #8, +2 -2',
      '#8 write /work/a.ts in c: same, none, after #6, +2 -2',
    ]);
  });

  test('may replace each place of a part that was shown once', () => {
    const told = linesOf(
      turn(`${reads(10, '/a', 'x x')}\n${edit([diff('/a', 'x', 'y')])}\n${writes(11, '/a', 'y y')}`),
    );
    expect(told.at(-1)).toMatch(/^#8 write \/a in c: same/);
  });

  test('has the proposed part when the text before is unknown', () => {
    const told = linesOf(turn(`${edit([diff('/a', 'two', '2')])}\n${writes(10, '/a', NEW)}`));
    expect(told).toEqual(['#5 proposal /a in c: written by #6, +1 -1', '#6 write /a in c: part, none, +null -null']);
  });

  test('differs when another part of the text was changed, too', () => {
    const told = linesOf(
      turn(`${reads(10, '/a', OLD)}
        ${edit([diff('/a', 'two', '2')])}
        ${asks(11, { toolCallId: 'c' }, 'yes')}
        ${writes(12, '/a', 'ONE\n2\n')}`),
    );
    expect(told.slice(1)).toEqual([
      '#7 proposal /a in c: different by #10, +1 -1',
      '#8 permission /a in c: allowed (Allow)',
      '#10 write /a in c: different, allowed by #8, after #6, +2 -2',
    ]);
  });

  test('of a new file adds all lines', () => {
    const told = linesOf(turn(`${edit([diff('/new', null, NEW)])}\n${writes(10, '/new', NEW)}`));
    expect(told.at(-1)).toBe('#6 write /new in c: same, none, +2 -0');
  });

  test('after a refusal differs from one without a question', () => {
    const refused = turn(`${edit([diff('/a', null, NEW)])}
      ${asks(10, { toolCallId: 'c' }, 'no')}
      ${update({ toolCallId: 'c', status: 'failed' })}
      ${writes(11, '/a', NEW)}
      ${writes(12, '/b', NEW)}`);
    expect(linesOf(refused)).toEqual([
      '#5 proposal /a in c: written by #9, +2 -0',
      '#6 permission /a in c: rejected (Reject)',
      '#9 write /a in c: same, rejected by #6, +2 -0',
      '#11 write /b: unproposed, none, +null -null',
    ]);
  });

  test('before the answer to the question is marked, as is one with a permission for the whole session', () => {
    const told = linesOf(
      turn(`${edit([diff('/a', null, NEW)])}
        ${asks(10, { toolCallId: 'c' })}
        ${writes(11, '/a', NEW)}
        > 10 ok {"outcome":{"outcome":"selected","optionId":"always"}}
        ${done()}
        ${writes(12, '/b', OLD)}`),
    );
    expect(told).toEqual([
      '#5 proposal /a in c: written by #7, +2 -0',
      '#6 permission /a in c: allowed (Always)',
      '#7 write /a in c: same, open by #6, +2 -0',
      '#11 write /b: unproposed, earlier by #6, +null -null',
    ]);
  });

  test('that failed leaves the proposal unwritten and the text before as it was', () => {
    const told = linesOf(
      turn(`${reads(10, '/a', OLD)}
        ${edit([diff('/a', OLD, NEW)])}
        ${writes(11, '/a', NEW, 'error {"code":-32000,"message":"read-only"}')}
        ${writes(12, '/a', `${OLD}three\n`)}`),
    );
    expect(told.slice(2)).toEqual([
      '#8 write /a in c: failed, same, none, after #6, +1 -1',
      '#10 write /a in c: different, none, after #6, +1 -0',
    ]);
  });

  test('is compared with the write before it when one file is written several times', () => {
    const told = linesOf(
      turn(
        `${edit([diff('/a', null, OLD)])}\n${writes(10, '/a', OLD)}\n${writes(11, '/a', NEW)}\n${writes(12, '/a', NEW)}`,
      ),
    );
    expect(told.slice(1)).toEqual([
      '#6 write /a in c: same, none, +2 -0',
      '#8 write /a in c: unproposed, none, after #6, +1 -1',
      '#10 write /a in c: unproposed, none, after #8, +0 -0',
    ]);
  });

  test('beside several running calls belongs to the call that names its file', () => {
    const told = linesOf(
      turn(`${edit([diff('/a', null, OLD)])}
        ${update({ toolCallId: 'd', title: 'Other', kind: 'edit', status: 'in_progress', locations: [{ path: '/b' }] }, 'tool_call')}
        ${writes(10, '/b', OLD)}
        ${writes(11, '/a', OLD)}`),
    );
    expect(told).toEqual([
      '#5 proposal /a in c: written by #9, +2 -0',
      '#7 write /b in d: unproposed, none, +null -null',
      '#9 write /a in c: same, none, +2 -0',
    ]);
  });
});

describe('a proposal', () => {
  test('of an agent that writes by itself was carried out when its call completed', () => {
    const told = linesOf(
      turn(`${edit([diff('/work/a', 'two', '2')])}
        ${asks(10, { toolCallId: 'c', content: [diff('/work/a', 'two', '2')] }, 'yes')}
        ${done({ content: [diff('/work/a', OLD, NEW)] })}`),
    );
    expect(told).toEqual([
      '#5 proposal /work/a in c: by-agent, +1 -1, shown 2 times, allowed by #6',
      '#6 permission /work/a in c: allowed (Allow)',
      '#8 proposal /work/a in c: reported, +1 -1',
    ]);
  });

  test('stays unwritten when it was refused, cancelled or failed, and is replaced by a later one', () => {
    const outcome = (lines: string) =>
      linesOf(turn(`${edit([diff('/a', 'x', 'y')])}\n${lines}`)).filter((line) => line.includes('proposal'));
    expect(outcome(asks(10, { toolCallId: 'c' }, 'no'))).toEqual(['#5 proposal /a in c: rejected, +1 -1']);
    expect(outcome(asks(10, { toolCallId: 'c' }, 'cancelled'))).toEqual(['#5 proposal /a in c: rejected, +1 -1']);
    expect(outcome(update({ toolCallId: 'c', status: 'failed' }))).toEqual(['#5 proposal /a in c: not-written, +1 -1']);
    expect(outcome('')).toEqual(['#5 proposal /a in c: open, +1 -1']);
    expect(outcome(update({ toolCallId: 'c', content: [diff('/a', 'x', 'z')] }))).toEqual([
      '#5 proposal /a in c: replaced, +1 -1',
      '#6 proposal /a in c: open, +1 -1',
    ]);
  });

  test('asked for again after a refusal is a new one', () => {
    const told = linesOf(
      turn(`${edit([diff('/a', 'x', 'y')])}
        ${asks(10, { toolCallId: 'c' }, 'no')}
        ${asks(11, { toolCallId: 'c', content: [diff('/a', 'x', 'z')] }, 'yes')}
        ${writes(12, '/a', 'z')}`),
    );
    expect(told.filter((line) => !line.includes('permission'))).toEqual([
      '#5 proposal /a in c: rejected, +1 -1',
      '#8 proposal /a in c: written by #10, +1 -1',
      '#10 write /a in c: same, allowed by #8, +null -null',
    ]);
  });

  test('of version 2 is a patch for several files', () => {
    const patch =
      'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1,2 @@\n-x\n+y\n+z\ndiff --git a/b.ts b/b.ts\nnew file mode 100644\n--- /dev/null\n+++ b/b.ts\n@@ -0,0 +1 @@\n+b\n';
    const changes = [
      { operation: 'update', path: '/work/a.ts' },
      { operation: 'add', path: '/work/b.ts' },
    ];
    const content = [{ type: 'diff', changes, patch: { format: 'git_patch', text: patch } }];
    const told = linesOf(
      turn(`${update({ toolCallId: 'c', kind: 'edit', status: 'in_progress', content })}\n${done()}`),
    );
    expect(told).toEqual([
      '#5 proposal /work/a.ts in c: by-agent, +2 -1, patch, none',
      '#5 proposal /work/b.ts in c: by-agent, +1 -0, patch, none',
    ]);
  });

  test('in the history of a loaded session says nothing about this run', () => {
    const told = linesOf(`> 1 session/load {"sessionId":"s","cwd":"/work","mcpServers":[]}
      ${edit([diff('a', 'x', 'y')])}
      ${done()}
      < 1 ok {}`);
    expect(told).toEqual(['#1 proposal /work/a in c: history, +1 -1']);
  });
});

describe('a path', () => {
  test('is the same in each spelling', () => {
    const relative = turn(`${edit([diff('./src/a.ts', null, OLD)])}\n${writes(10, '/work/src/../src/a.ts', OLD)}`);
    expect(linesOf(relative).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      '#5 proposal /work/src/a.ts',
      '#6 write /work/src/a.ts',
    ]);
    const windows = turn(
      `${edit([diff('C:\\Work\\src\\a.ts', null, OLD)])}\n${writes(10, 'c:/work/src/a.ts', OLD)}`,
      'C:\\Work',
    );
    expect(linesOf(windows)).toEqual([
      '#5 proposal C:\\Work\\src\\a.ts in c: written by #6, +2 -0',
      '#6 write c:\\work\\src\\a.ts in c: same, none, +2 -0',
    ]);
  });
});

test('a file that a call only names is a mention, until it is read while the call runs', () => {
  const named = (status: string) =>
    update({ toolCallId: 'r', title: 'Read', kind: 'read', status, locations: [{ path: '/a' }] }, 'tool_call');
  const other = update({ toolCallId: 'o', title: 'Other', status: 'in_progress' }, 'tool_call');
  expect(linesOf(turn(named('completed')))).toEqual(['#5 mention /a in r']);
  expect(linesOf(turn(`${named('in_progress')}\n${other}\n${reads(10, '/a', 'x')}`))).toEqual([
    '#7 read /a in r: 1 characters',
  ]);
  expect(linesOf(turn(`${named('completed')}\n${reads(10, '/a', 'x')}`))).toEqual([
    '#5 mention /a in r',
    '#6 read /a: 1 characters',
  ]);
});

test('a permission to run a command permits no write, and one to edit permits those of a call that lists no files', () => {
  const permissions = (kind: string, more: object = {}) =>
    linesOf(
      turn(`${update({ toolCallId: 'c', title: 'ls', kind, status: 'pending', ...more }, 'tool_call')}
        ${asks(10, { toolCallId: 'c' }, 'yes')}
        ${writes(11, '/w/one', OLD)}\n${writes(12, '/w/two', OLD)}\n${writes(13, '/w/one', NEW)}`),
    ).flatMap((line) => /write .*unproposed, (none|allowed)/.exec(line)?.[1] ?? []);
  expect(permissions('execute')).toEqual(['none', 'none', 'none']);
  expect(permissions('edit')).toEqual(['allowed', 'allowed', 'allowed']);
  expect(permissions('execute', { locations: [{ path: '/w/one' }] })).toEqual(['allowed', 'none', 'allowed']);
});

test('a refused difference whose call completes has a warning, but is not called written', () => {
  const fold = foldOf(turn(`${edit([diff('/a', null, NEW)])}\n${asks(10, { toolCallId: 'c' }, 'no')}\n${done()}`));
  const [proposal] = fold.operations();
  expect(proposal && operationWords(proposal, false)).toEqual({
    what: 'proposed',
    facts: ['add', '+2 −0', 'not written through the client', 'refused (#6)'],
    warning: 'Completed although the permission was refused. Whether it was written is not recorded.',
  });
  expect(filesWindow(fold, { folder: '', from: 0, count: 10 }).totals).toMatchObject({
    byAgent: 0,
    despiteRefusal: 0,
    completedDespiteRefusal: 1,
  });
});

test('a folder holds what is below it, and a root everything', () => {
  const within = (folder: string, paths: readonly string[]) => paths.map((path) => isWithin(path, folder));
  expect(within('/', ['/a', '/work/a', 'C:\\a'])).toEqual([true, true, false]);
  expect(within('C:\\', ['C:\\a', 'c:\\Work\\a', 'D:\\a'])).toEqual([true, true, false]);
  expect(within('/work', ['/work', '/work/a', '/works/a'])).toEqual([true, true, false]);
});
