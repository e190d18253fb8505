import { assert, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePart, renderPart } from '#core/compare/part.ts';
import {
  MAX_PAIRS_OF_RUN,
  MAX_ROWS,
  MAX_VALUES_TEXT,
  type ComparedTurn,
  type Comparison,
} from '#core/model/compare.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { rounds } from '../../support/effort.ts';
import { generatedTranscripts } from '../../support/generated-transcript.ts';
import { calledOn, calls, compared, comparedTranscripts, folded, inWords, says, session } from './fold.ts';

describe('two recordings', () => {
  test('of the same text have no differences, for any text', () => {
    assert(
      property(generatedTranscripts(), (transcript) => {
        const comparison = comparedTranscripts(transcript, transcript);
        expect(comparison.isSame).toBe(true);
        expect(comparison.turns.every(({ rows }) => rows.every(({ kind }) => kind === 'same'))).toBe(true);
      }),
      { numRuns: rounds(30, 100) },
    );
  });

  test('give the mirror image when swapped', () => {
    assert(
      property(generatedTranscripts(), generatedTranscripts(), (one, other) => {
        expect(verdicts(comparedTranscripts(other, one), true)).toEqual(
          verdicts(comparedTranscripts(one, other), false),
        );
      }),
      { numRuns: rounds(30, 100), examples: [[...ASKED], [...REFUSED]] },
    );
  });

  test('list every step of each side once', () => {
    assert(
      property(generatedTranscripts(), generatedTranscripts(), (one, other) => {
        const { turns, left, right } = comparedTranscripts(one, other);
        const sum = (count: (turn: ComparedTurn) => number) => turns.reduce((all, turn) => all + count(turn), 0);
        expect(sum(({ counts }) => counts.same + counts.changed + counts.left)).toBe(left.steps);
        expect(sum(({ counts }) => counts.same + counts.changed + counts.right)).toBe(right.steps);
      }),
      { numRuns: rounds(30, 100) },
    );
  });
});

describe('a turn', () => {
  const calm = session({ lines: [says('one'), calls('a'), says('two'), calls('b'), says('three')] });

  test('with one more tool call has only that difference, although later ids differ', () => {
    const more = session({
      lines: [says('one'), calls('x', { title: 'Tool a' }), calls('y', { title: 'Look' }), says('two')].concat([
        calls('z', { title: 'Tool b' }),
        says('three'),
      ]),
    });
    expect(inWords(comparedTranscripts(calm, more))).toEqual([['= 2'], ['= 3', '+ tool-call Look', '= 3']]);
    expect(inWords(comparedTranscripts(more, calm))).toEqual([['= 2'], ['= 3', '- tool-call Look', '= 3']]);
  });

  test('shows where a step changed, by pointer, with both values', () => {
    const other = session({
      lines: [
        says('one'),
        calls('a', { kind: 'read', rawInput: { path: '/work/a' } }),
        says('two'),
        calls('b'),
        says('three'),
      ],
    });
    const [, turn] = comparedTranscripts(calm, other).turns;
    expect(turn?.rows[1]).toMatchObject({
      kind: 'changed',
      left: { seq: 6, kind: 'tool-call', title: 'Tool a' },
      right: { seq: 6 },
      changes: [{ pointer: '/rawInput', left: null, right: { text: '{"path":"./a"}', isText: false } }],
    });
  });

  test('shows a permission request about another tool call as a difference', () => {
    const asking = (id: string) =>
      session({
        lines: [
          calls('a', { title: 'Read' }),
          calls('b', { title: 'Read' }),
          `< 7 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"${id}"},"options":[]}`,
        ],
      });
    const [, turn] = comparedTranscripts(asking('a'), asking('b')).turns;
    expect(turn?.rows[1]).toMatchObject({
      kind: 'changed',
      changes: [
        { pointer: '/params/toolCall/toolCallId', left: { text: 'tool call 1' }, right: { text: 'tool call 2' } },
      ],
    });
  });

  test('shows a permission request after the end of its tool call as a difference', () => {
    const request = '< 7 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"a"},"options":[]}';
    const [before, after] = [
      session({ lines: [calls('a'), request, calledOn('a', { status: 'completed' })] }),
      session({ lines: [calls('a'), calledOn('a', { status: 'completed' }), request] }),
    ];
    const [, turn] = comparedTranscripts(before, after).turns;
    expect(turn?.rows[1]).toMatchObject({
      kind: 'changed',
      changes: [{ pointer: '/asked', left: null, right: { text: 'after its tool call ended' } }],
    });
  });

  test('differs by its outcome, but not by its duration', () => {
    const ends = (reason: string, at: number) =>
      `${session({ lines: [says('one')] })
        .split('\n')
        .slice(0, -1)
        .join('\n')}\n@${at} < 2 ok {"stopReason":"${reason}","usage":{"totalTokens":${at}}}`;
    expect(comparedTranscripts(ends('end_turn', 900_000), ends('end_turn', 90_000_000)).isSame).toBe(true);
    const [, turn] = comparedTranscripts(ends('end_turn', 900_000), ends('refusal', 90_000_000)).turns;
    expect(turn?.rows[0]).toMatchObject({
      changes: [{ pointer: '/answer/result/stopReason', left: { text: 'end_turn' }, right: { text: 'refusal' } }],
    });
    expect([turn?.left?.figures?.tokens?.total, turn?.right?.figures?.tokens?.total]).toEqual([900_000, 90_000_000]);
  });

  test('is matched by its prompt when another turn comes before it', () => {
    const ask = (prompt: string, text = prompt) => ({ prompt, lines: [says(text)] });
    const one = session(ask('a'), ask('b'), ask('c'));
    const other = session(ask('a'), ask('new'), ask('b', 'other'), ask('c'));
    const { turns } = comparedTranscripts(one, other);
    expect(turns.map(({ left, right, isSame }) => [left?.turn, right?.turn, isSame])).toEqual([
      [null, null, true],
      [1, 1, true],
      [undefined, 2, false],
      [2, 3, false],
      [3, 4, true],
    ]);
    expect(comparedTranscripts(other, one).turns.map(({ left, right }) => [left?.turn, right?.turn])).toEqual(
      turns.map(({ left, right }) => [right?.turn, left?.turn]),
    );
  });

  test('is compared with any other turn when both are selected', () => {
    const entries = parseTranscript(session({ prompt: 'a', lines: [says('x')] }, { prompt: 'b', lines: [says('x')] }));
    const of = (number: number) => folded(entries, { kind: 'turn', number });
    expect(inWords(compared(of(1), of(2)))).toEqual([['~ exchange /params/prompt/0/text', '= 1']]);
    expect(() => compared(of(1), of(3))).toThrow('no such part');
  });
});

test('one session is compared with another of the same connection', () => {
  const two = ['s', 't'].flatMap((id, index) => [
    `> ${index * 2} session/new {"cwd":"/work/${id}","mcpServers":[]}`,
    `< ${index * 2} ok {"sessionId":"${id}"}`,
    `> ${index * 2 + 1} session/prompt {"sessionId":"${id}","prompt":[{"type":"text","text":"go"}]}`,
    `< ${index * 2 + 1} ok {"stopReason":"end_turn"}`,
  ]);
  const entries = parseTranscript(two.join('\n'));
  const of = (number: number) => folded(entries, { kind: 'session', number });
  expect(inWords(compared(of(1), of(2)))).toEqual([['~ exchange /params/cwd'], ['= 1']]);
});

test.each(['', 'turn-1', 'session-12'])('parses and prints the part "%s"', (text) => {
  expect(renderPart(parsePart(text) ?? { kind: 'turn', number: 0 })).toBe(text);
});

test.each(['turn-0', 'turn', 'turn-1x', 'part-1'])('rejects "%s" as a part', (text) => {
  expect(parsePart(text)).toBeUndefined();
});

describe('a comparison above its limits', () => {
  const talk = (count: number, word: (index: number) => string) =>
    session({ lines: Array.from({ length: count }, (_, index) => calls(`c${index}`, { title: word(index) })) });

  test('counts rows that are too many to list', () => {
    const { turns } = comparedTranscripts(
      talk(3 * MAX_ROWS, (index) => `a${index}`),
      talk(0, String),
    );
    const [, turn] = turns;
    expect(turn).toMatchObject({ isSame: false, counts: { left: 3 * MAX_ROWS, same: 1 }, missing: 2 * MAX_ROWS });
    expect(turn?.rows).toHaveLength(MAX_ROWS + 1);
  });

  test('counts equal pairs that are too many to list', () => {
    const long = talk(300, (index) => `a${index}`);
    expect(comparedTranscripts(long, long).turns[1]?.rows).toMatchObject([
      { kind: 'same', count: 301, pairs: { length: MAX_PAIRS_OF_RUN } },
    ]);
  });

  test('pairs the steps that occur once on each side when there are too many to align', () => {
    const word = (index: number) => `a${index}`;
    const { turns, isRough } = comparedTranscripts(
      talk(1200, (index) => (index % 2 === 0 ? word(index) : `left ${index}`)),
      talk(1200, (index) => (index % 2 === 0 ? word(index) : `right ${index}`)),
    );
    expect(isRough).toBe(false);
    expect(turns[1]?.counts).toEqual({ same: 601, changed: 600, left: 0, right: 0 });
  });

  test('pairs what it can and is marked as rough when the budget is used up', () => {
    const { isRough, turns } = comparedTranscripts(
      talk(900, (index) => `x${index % 3}`),
      talk(900, (index) => `x${(index * index) % 5}`),
    );
    expect(isRough).toBe(true);
    expect(turns[1]?.counts.same).toBeLessThan(901);
  });

  test('counts changes when their values are too much text in total', () => {
    const long = (word: string) =>
      session({
        lines: Array.from({ length: 600 }, (_, index) =>
          calls(`c${index}`, { title: `t${index}`, rawInput: word.repeat(4000) }),
        ),
      });
    const { turns } = comparedTranscripts(long('a'), long('b'));
    const rows = turns[1]?.rows.flatMap((row) => (row.kind === 'changed' ? [row] : [])) ?? [];
    expect(rows.filter(({ changes }) => changes.length > 0)).toHaveLength(MAX_VALUES_TEXT / 8000);
    expect(rows.at(-1)).toMatchObject({ changes: [], moreChanges: 1 });
  });

  test('shows a long text around the first difference', () => {
    const base = 'word '.repeat(4000);
    const [one, other] = ['red', 'blue'].map((colour) => session({ lines: [says(`${base}${colour} end`)] }));
    const row = comparedTranscripts(one ?? '', other ?? '').turns[1]?.rows[1];
    if (row?.kind !== 'changed') throw new Error('the text has changed');
    const [change] = row.changes;
    expect(change?.left?.text.endsWith('red end')).toBe(true);
    expect(change?.left?.before).toBe(base.length - 200);
    expect(change?.right).toMatchObject({ isText: true, after: 0 });
  });
});

test('a tool call is compared in its final state', () => {
  const once = session({ lines: [calls('a', { status: 'completed', rawInput: { command: 'ls' } })] });
  const bits = session({
    lines: [
      calls('b', { title: 'Tool a', status: 'pending', rawInput: {} }),
      calledOn('b', { rawInput: { command: 'l' } }),
      calledOn('b', { rawInput: { command: 'ls' }, status: 'completed' }),
    ],
  });
  expect(comparedTranscripts(once, bits).isSame).toBe(true);
});

/** The results, as seen from the left, or mirrored. */
/** A question about a tool call. */
const asks = (id: number, call: string) =>
  `< ${id} session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"${call}"},"options":[{"optionId":"ok","name":"OK","kind":"allow_once"}]}`;

const SAYS =
  '< session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}}';

/** One side's call is asked about where the other side has two calls. */
const ASKED = [
  [asks(1, 'call-1'), asks(2, 'call-1'), asks(1, 'call-1'), '> 2 error {"code":-32603,"message":"no"}', SAYS].join(
    '\n',
  ),
  [asks(1, 'call-9'), asks(1, 'call-1'), asks(1, 'call-9')].join('\n'),
] as const;

const refused = (from: '<' | '>') => `${from} 1 error {"code":-32603,"message":"no"}`;

/** A question that is asked twice with one id: one side's client refuses it, the other side's agent answers itself. */
const REFUSED = [
  [asks(1, 'call-1'), asks(1, 'call-1'), refused('<')].join('\n'),
  [asks(1, 'call-9'), refused('<'), asks(1, 'call-9'), refused('>')].join('\n'),
] as const;

const verdicts = ({ isSame, turns }: Comparison, isMirrored: boolean) => {
  const [left, right] = isMirrored ? (['right', 'left'] as const) : (['left', 'right'] as const);
  return {
    isSame,
    turns: turns.map((turn) => [
      turn[left]?.turn,
      turn[right]?.turn,
      { ...turn.counts, left: turn.counts[left], right: turn.counts[right] },
      // rows stand in the order of the left side, so a pair with another order on the right parts a run of equal pairs
      turn.rows
        .flatMap((row) => {
          if (row.kind === 'same') return row.pairs.map((pair) => `= ${pair[left].seq} ${pair[right].seq}`);
          return row.kind === 'changed'
            ? `~ ${row[left].seq} ${row[right].seq}`
            : `${row.kind === left ? '-' : '+'} ${row.step.seq}`;
        })
        .toSorted(),
    ]),
  };
};
