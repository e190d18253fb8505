import { expect, test } from 'vitest';
import { withOperations } from '#core/files/call-operations.ts';
import type { Card, ToolCallBody } from '#core/model/cards.ts';
import { createMemory } from '#core/memory/memory.ts';
import { memorySource } from '#core/memory/memory-source.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { toToolSteps } from '../../../../inspector-ui/views/conversation/tool-steps.ts';
import { asks, diff, foldOfEntries, reads, turn, update, writes } from '../../../core/files/files-of.ts';
import { header } from '../../../support/recording-file.ts';

/** The first tool call of a transcript. */
function callOf(transcript: string): ToolCallBody {
  const entries = parseTranscript(transcript);
  const memory = createMemory(header());
  memory.apply(entries);
  const source = memorySource(memory.finish(), 'only');
  const { cards } = source.conversation({ session: undefined, at: { from: 0 }, count: 100 }, undefined);
  const call = withOperations(cards, foldOfEntries(entries), source.message).find(isCall);
  if (!call) throw new Error('no tool call');
  return call;
}

/** Its steps, as lines. */
const stepsOf = (transcript: string): readonly string[] =>
  toToolSteps(callOf(transcript), false).map((step) => {
    const note = 'note' in step && step.note ? ` ${step.note.tone}: ${step.note.text}` : '';
    return `#${step.seq} ${step.kind}${note}`;
  });

/** The headings of its changes. */
const wordsOf = (transcript: string): readonly string[] =>
  toToolSteps(callOf(transcript), false).flatMap((step) => (step.kind === 'content' ? step.word : []));

const isCall = (card: Card) => card.kind === 'tool-call';

const edit = update(
  { toolCallId: 'c', title: 'Edit', kind: 'edit', status: 'pending', content: [diff('/a', 'one\n', 'two\n')] },
  'tool_call',
);

test('the steps of a tool call stand in the order in which they happened, with what became of the proposal', () => {
  const steps = stepsOf(
    turn(`${edit}
      ${asks(10, { toolCallId: 'c' }, 'yes')}
      ${reads(11, '/a', 'one\n')}
      ${writes(12, '/a', 'two\n')}
      ${update({ toolCallId: 'c', status: 'completed', content: [diff('/a', 'one\n', 'two\n')] })}`),
  );
  expect(steps).toEqual([
    '#5 content quiet: +1 −1 · shown 2 times · written as proposed',
    '#6 ask',
    '#8 file',
    '#10 write good: +1 −1 · as proposed · allowed (#6)',
  ]);
});

test('each change says whether the agent proposed it or reported it afterwards, whichever updates came', () => {
  const shown = diff('/a', 'one\n', 'two\n');
  const done = (content: readonly object[]) => update({ toolCallId: 'c', status: 'completed', content });
  expect(wordsOf(turn(edit))).toEqual(['Proposed']);
  expect(wordsOf(turn(`${edit}\n${done([shown])}`))).toEqual(['Proposed']);
  expect(wordsOf(turn(`${edit}\n${done([{ type: 'content', content: { type: 'text', text: 'Done' } }])}`))).toEqual([
    '',
  ]);
  const other = diff('/a', 'one\n', '2\n');
  expect(wordsOf(turn(`${edit}\n${writes(12, '/a', 'two\n')}\n${done([other])}`))).toEqual(['Reported']);
});

test('a write after a refusal belongs to the steps of its call, even if the call has ended', () => {
  const steps = stepsOf(
    turn(`${edit}
      ${asks(10, { toolCallId: 'c' }, 'no')}
      ${update({ toolCallId: 'c', status: 'failed' })}
      ${writes(11, '/a', 'three\n')}`),
  );
  expect(steps).toEqual([
    '#5 content warning: +1 −1 · written differently although refused',
    '#6 ask',
    '#9 write bad: 6 characters, text before unknown · not as proposed · refused (#6)',
  ]);
});

test('a proposal that a later update replaced stays, by a text or by another difference', () => {
  const lines = (content: readonly object[]) =>
    turn(`${edit}\n${asks(10, { toolCallId: 'c' }, 'no')}\n${update({ toolCallId: 'c', status: 'failed', content })}`);
  expect(stepsOf(lines([{ type: 'content', content: { type: 'text', text: 'User refused' } }]))).toEqual([
    '#5 proposal quiet: +1 −1 · refused, not written',
    '#6 ask',
    '#8 content',
  ]);
  const both = turn(`${edit}\n${update({ toolCallId: 'c', content: [diff('/a', 'one\n', 'three\n')] })}`);
  expect(stepsOf(both)).toEqual([
    '#5 proposal quiet: +1 −1 · replaced by a later one',
    '#6 content quiet: +1 −1 · not written',
  ]);
});

test('a call has its newest 50 proposals and writes, and counts the earlier ones', () => {
  const growing = Array.from({ length: 60 }, (_, at) =>
    update({ toolCallId: 'c', content: [diff('/a', 'one\n', 'x'.repeat(at + 1))] }),
  );
  const call = callOf(turn([edit, ...growing, writes(11, '/a', 'x'.repeat(60))].join('\n')));
  expect(call.earlierOperations).toBe(12);
  expect(toToolSteps(call, false).at(-1)).toMatchObject({
    kind: 'write',
    note: { text: expect.stringContaining('as proposed') },
  });
  expect(toToolSteps(call, false)).toHaveLength(50);
});

test('a read beside several running calls is a step of the call that names the file, with its text', () => {
  const other = update({ toolCallId: 'd', status: 'in_progress', locations: [{ path: '/b' }] }, 'tool_call');
  const call = callOf(turn(`${edit}\n${other}\n${reads(11, '/a', 'one\n')}\n${reads(12, '/b', 'other\n')}`));
  expect(toToolSteps(call, false)).toMatchObject([
    { kind: 'content' },
    { kind: 'file', seq: 7, file: { answered: 8, content: { text: 'one\n' } } },
  ]);
});

test('each file of a patch in the content is shown by it', () => {
  const changes = ['/a', '/b'].map((path) => ({ operation: 'update', path }));
  const patch = { format: 'git_patch', text: '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n' };
  const content = [{ type: 'diff', changes, patch }];
  expect(stepsOf(turn(update({ toolCallId: 'c', kind: 'edit', content }, 'tool_call')))).toEqual([
    expect.stringMatching(/^#5 content/),
  ]);
});

test('warns of changes without permission, unless they failed', () => {
  const failing = writes(11, '/a', 'two\n').replace(/ok .*/, 'error {"code":-32603,"message":"full"}');
  const noteOf = (write: string) => stepsOf(turn(`${edit}\n${write}`)).find((step) => step.includes(' write '));
  expect(noteOf(writes(11, '/a', 'two\n'))).toMatch(/^#6 write warning: .* without permission$/);
  expect(noteOf(failing)).toMatch(/^#6 write quiet: .* failed$/);
});
