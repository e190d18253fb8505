import { expect, test } from 'vitest';
import { withOperations } from '#core/files/call-operations.ts';
import type { Card } from '#core/model/cards.ts';
import { createMemory } from '#core/memory/memory.ts';
import { memorySource } from '#core/memory/memory-source.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { toToolSteps } from '../../../../inspector-ui/views/conversation/tool-steps.ts';
import { asks, diff, foldOfEntries, reads, turn, update, writes } from '../../../core/files/files-of.ts';
import { header } from '../../../support/recording-file.ts';

/** The steps of the only tool call of a transcript, as lines. */
function stepsOf(transcript: string): readonly string[] {
  const entries = parseTranscript(transcript);
  const memory = createMemory(header());
  memory.apply(entries);
  const source = memorySource(memory.finish(), 'only');
  const { cards } = source.conversation({ session: undefined, at: { from: 0 }, count: 100 }, undefined);
  const call = withOperations(cards, foldOfEntries(entries), source.message).find(isCall);
  if (!call) throw new Error('no tool call');
  return toToolSteps(call, false).map((step) => {
    const note = 'note' in step && step.note ? ` ${step.note.tone}: ${step.note.text}` : '';
    return `#${step.seq} ${step.kind}${note}`;
  });
}

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

test('warns of changes without permission, unless they failed', () => {
  const failing = writes(11, '/a', 'two\n').replace(/ok .*/, 'error {"code":-32603,"message":"full"}');
  const noteOf = (write: string) => stepsOf(turn(`${edit}\n${write}`)).find((step) => step.includes(' write '));
  expect(noteOf(writes(11, '/a', 'two\n'))).toMatch(/^#6 write warning: .* without permission$/);
  expect(noteOf(failing)).toMatch(/^#6 write quiet: .* failed$/);
});
