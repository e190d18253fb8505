import { expect, test } from 'vitest';
import type { Comparison } from '#core/model/compare.ts';
import { calls, compared, comparedTranscripts, foldedFile, inWords, says, session } from './fold.ts';

let id = 70;
const asks = (toolCallId: string, title: string, kind: string) =>
  `< ${id++} session/request_permission ${JSON.stringify({ sessionId: 's', toolCall: { toolCallId, title, kind }, options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }] })}`;
const edits = (toolCallId: string, title = 'Edit hello.js', kind = 'edit') => calls(toolCallId, { title, kind });

/** Pairs of the first turn: `Edit a = Edit a`. */
const pairsOf = ({ turns }: Comparison): readonly string[] =>
  (turns[1]?.rows ?? []).flatMap((row) => {
    if (row.kind === 'same') return row.pairs.map(({ left, right }) => `${left.title} = ${right.title}`);
    if (row.kind !== 'changed') return `${row.kind === 'left' ? '-' : '+'} ${row.step.title}`;
    return `${row.left.title} ~ ${row.right.title}${row.isMoved ? ', moved' : ''}`;
  });

test('permission requests of two agents are paired if they are about the same tool call', async () => {
  const comparison = compared(
    await foldedFile('real/claude-0.100.0/edit'),
    await foldedFile('real/gemini-0.61.0/edit'),
  );
  const asked = pairsOf(comparison).filter((pair) => /Yes|Allow/.test(pair));
  expect(asked).toEqual([
    '+ Set 3 todo(s) · Allow for this session, Allow, Reject',
    'Edit notes.txt · Yes, Yes, allow all edits during this session, No ~ notes.txt: status: draft => status: final ✓ · Allow for this session, Allow, Reject, moved',
    'Write hello.js · Yes, Yes, allow all edits during this session, No ~ Writing to hello.js · Allow for this session, Allow, Reject, moved',
    '+ Set 3 todo(s) · Allow for this session, Allow, Reject',
  ]);
});

test('requests about tool calls of other kinds are not paired, even at the same position', () => {
  const [one, other] = [
    session({ lines: [asks('a', 'Set 3 todo(s)', 'other'), says('Done.')] }),
    session({ lines: [asks('b', 'Edit hello.js', 'edit'), says('Done.')] }),
  ];
  expect(pairsOf(comparedTranscripts(one, other))).toEqual([
    expect.stringContaining('go = go'),
    '- Set 3 todo(s) · Yes',
    '+ Edit hello.js · Yes',
    expect.stringContaining(' = '),
  ]);
});

test('tool calls with the same title are paired, even if the kind changed', () => {
  const [one, other] = [
    session({ lines: [edits('a', 'Plan', 'think'), edits('b', 'Edit hello.js', 'edit')] }),
    session({ lines: [edits('x', 'Edit hello.js', 'other')] }),
  ];
  expect(pairsOf(comparedTranscripts(one, other))).toEqual([
    expect.stringContaining('go = go'),
    '- Plan',
    'Edit hello.js ~ Edit hello.js',
  ]);
});

test('steps in another order are a change, even without any other', () => {
  const [one, other] = [
    session({ lines: [edits('a'), says('Wait.'), asks('a', 'Edit hello.js', 'edit')] }),
    session({ lines: [asks('x', 'Edit hello.js', 'edit'), edits('x'), says('Wait.')] }),
  ];
  const comparison = comparedTranscripts(one, other);
  expect(comparison.isSame).toBe(false);
  expect(pairsOf(comparison)).toContain('Edit hello.js · Yes ~ Edit hello.js · Yes, moved');
  expect(inWords(comparedTranscripts(one, one))[1]).toEqual(['= 4']);
});
