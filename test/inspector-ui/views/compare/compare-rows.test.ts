import { describe, expect, test } from 'vitest';
import { epochMs } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { toPartOptions, toRecordingOptions } from '../../../../inspector-ui/views/compare/compare-options.ts';
import { toTurnViews, toVerdict, type RowView } from '../../../../inspector-ui/views/compare/compare-rows.ts';
import { calls, compared, comparedTranscripts, folded, says, session, tells } from '../../../core/compare/fold.ts';
import { recording } from '../../fakes.ts';

const NOW = epochMs(Date.parse('2026-11-21T10:00:00.000Z'));

const turnsOf = (left: string, right: string) => toTurnViews(comparedTranscripts(left, right).turns);

const step = (row: RowView | undefined) => {
  if (row?.kind !== 'step') throw new Error('a step is expected');
  return row;
};

const one = session({ lines: [says('Hello.'), calls('a'), says('Bye.')] });
const other = session({ lines: [says('Hello!'), calls('a'), calls('b', { title: 'Look\u202e' }), says('Bye.')] });

describe('a turn', () => {
  test('folds equal steps, and shows different steps with links to both entries', () => {
    const [, turn] = turnsOf(one, other);
    expect(turn).toMatchObject({
      name: 'Turn 1',
      title: 'go',
      isSame: false,
      counts: '1 changed, 1 only now, 3 the same',
    });
    expect(turn?.rows.map((row) => (row.kind === 'same' ? row.label : row.way))).toEqual([
      '1 the same',
      'changed',
      '1 the same',
      'now',
      '1 the same',
    ]);
    expect(step(turn?.rows[1])).toMatchObject({
      before: { seq: 5, what: { title: 'message', lane: 'agent', summary: 'Hello.' } },
      now: { seq: 5, what: { summary: 'Hello!' } },
      changes: [{ pointer: '/text', before: 'Hello.', now: 'Hello!', areTexts: true, cut: '' }],
    });
    expect(step(turn?.rows[3])).toMatchObject({ before: undefined, now: { seq: 7 }, changes: [] });
  });

  test('shows recorded text with its hidden characters visible', () => {
    expect(step(turnsOf(one, other)[1]?.rows[3]).now?.what?.summary).toBe('Look‹U+202E›');
  });

  test('shows which side it is missing on', () => {
    const two = session({ lines: [says('Hello.'), calls('a'), says('Bye.')] }, { prompt: 'more', lines: [] });
    expect(turnsOf(one, two)[2]).toMatchObject({ name: 'Turn 2', counts: 'only now', isSame: false });
    expect(turnsOf(two, one)[2]).toMatchObject({ name: 'Turn 2', counts: 'only before', isSame: false });
  });

  test('shows the figures of both sides, without those that both lack', () => {
    const [outside, turn] = turnsOf(one, other);
    expect(outside?.figures).toEqual([]);
    expect(turn?.figures.map(({ name, before, now }) => [name, before, now])).toEqual([
      ['Took', '4.0 ms', '5.0 ms'],
      ['First chunk', '1.0 ms', '1.0 ms'],
      ['Tool calls', '1', '2'],
      ['Ended', 'end turn', 'end turn'],
    ]);
  });

  test('shows differences in time when all messages are equal, without noise', () => {
    const inTime = (factor: number) =>
      comparedTranscripts(one, one).turns.map((turn) => ({
        ...turn,
        right: turn.right && {
          ...turn.right,
          figures: turn.right.figures && { ...turn.right.figures, duration: 100_000 * factor, firstChunk: 20_000 },
        },
        left: turn.left && {
          ...turn.left,
          figures: turn.left.figures && { ...turn.left.figures, duration: 100_000, firstChunk: 20_000 },
        },
      }));
    const verdict = (factor: number) => toVerdict({ ...comparedTranscripts(one, one), turns: inTime(factor) });
    expect(toTurnViews(inTime(3)).map(({ timing, isSame }) => [timing, isSame])).toEqual([
      ['', true],
      ['100 ms → 300 ms', true],
    ]);
    expect(verdict(3)).toMatchObject({
      isSame: true,
      notes: expect.arrayContaining([
        'Different in time: the turn took 100 ms before and 300 ms (3.0 times as long) now.',
      ]) as unknown,
    });
    expect(verdict(0.026).notes[0]).toContain('100 ms before and 2.6 ms (0.026 times as long) now');
    expect(toTurnViews(inTime(1.05)).map(({ timing }) => timing)).toEqual(['', '']);
    expect(verdict(1.05).notes).toContain('About the same time: the turn took 105 ms.');
  });

  test('has both numbers in its name when they differ', () => {
    const entries = parseTranscript(session({ lines: [] }, { lines: [] }));
    const of = (number: number) => folded(entries, { kind: 'turn', number });
    expect(toTurnViews(compared(of(1), of(2)).turns)).toMatchObject([{ name: 'Turn 1 → 2', isSame: true }]);
  });

  test('is open when it differs, up to a few screens', () => {
    const long = (word: string) =>
      session(
        ...Array.from({ length: 4 }, (_, turn) => ({
          prompt: `turn ${turn}`,
          lines: Array.from({ length: 60 }, (_line, index) => calls(`${turn}-${index}`, { title: `${word} ${index}` })),
        })),
      );
    expect(turnsOf(long('a'), long('b')).map(({ isOpen }) => isOpen)).toEqual([false, true, true, false, false]);
  });

  test('shows the name of an update once', () => {
    const modes = ['code', 'ask'].map((currentModeId) =>
      session({ lines: [tells('current_mode_update', { currentModeId })] }),
    );
    const row = step(turnsOf(modes[0] ?? '', modes[1] ?? '')[1]?.rows[1]);
    expect(row.before?.what).toMatchObject({ title: 'current_mode_update', summary: 'code' });
  });

  test('shows how many items of a list were replaced by how many', () => {
    const [left = '', right = ''] = [
      ['a', 'b', 'c'],
      ['x', 'y'],
    ].map((names) => {
      const availableCommands = names.map((name) => ({ name, description: `Does ${name}.` }));
      return session({ lines: [tells('available_commands_update', { availableCommands })] });
    });
    const outside = step(turnsOf(left, right)[0]?.rows.at(-1));
    expect(outside.changes).toEqual([
      {
        pointer: '/availableCommands',
        before: '["a","b","c"]',
        now: '["x","y"]',
        areTexts: false,
        replaced: '3 replaced by 2',
        cut: '',
      },
    ]);
  });

  test('shows values that are not text, or on one side only, as JSON', () => {
    const inputs = [{ n: 1, gone: 'x' }, { n: { deep: true } }].map((rawInput) =>
      session({ lines: [calls('a', { rawInput })] }),
    );
    const { changes } = step(turnsOf(inputs[0] ?? '', inputs[1] ?? '')[1]?.rows[1]);
    expect(changes.map(({ pointer, before, now, areTexts }) => [pointer, before, now, areTexts])).toEqual([
      ['/rawInput/gone', '"x"', undefined, false],
      ['/rawInput/n', '1', '{"deep":true}', false],
    ]);
  });

  test('shows how much of a long text is left out', () => {
    const [left, right] = ['a', 'b'].map((end) => session({ lines: [says(`${'word '.repeat(2000)}${end}`)] }));
    const [change] = step(turnsOf(left ?? '', right ?? '')[1]?.rows[1]).changes;
    expect(change?.cut).toBe('Not shown: 9\u2009800 characters before it, the same in both.');
  });
});

describe('the result of a comparison', () => {
  test.each([
    [one, one, 'The same, in 1 turn'],
    [one, other, 'Different in 1 of 1 turn'],
    [one, one.replaceAll('"protocolVersion":1', '"protocolVersion":2'), 'Different outside of turns'],
    [
      one,
      other.replaceAll('"protocolVersion":1', '"protocolVersion":2'),
      'Different outside of turns and in 1 of 1 turn',
    ],
  ])('is a sentence: %#', (left, right, expected) => {
    expect(toVerdict(comparedTranscripts(left, right)).text).toBe(expected);
  });

  test.each([
    [1, 2, 'Turn 1 and turn 2 differ: 2 changed, 1 only before'],
    [2, 1, 'Turn 2 and turn 1 differ: 2 changed, 1 only now'],
    [1, 1, 'Turn 1 is the same'],
    [2, 3, 'Turn 2 and turn 3 are the same'],
  ])('names the chosen turns %i and %i', (before, now, expected) => {
    const turns = [['Hello.', 'a'], ['Bye.'], ['Bye.']].map(([text = '', call], turn) => ({
      prompt: turn === 0 ? 'go' : 'stop',
      lines: [says(text), ...(call ? [calls(call)] : [])],
    }));
    const entries = parseTranscript(session(...turns));
    const of = (number: number) => folded(entries, { kind: 'turn', number });
    expect(toVerdict(compared(of(before), of(now))).text).toBe(expected);
  });

  test.each([
    [{ turns: 159, different: 159 }, 'The last 159 turns are not listed (all different).'],
    [{ turns: 159, different: 7 }, 'The last 159 turns are not listed (7 different).'],
    [{ turns: 2, different: 0 }, 'The last 2 turns are not listed (all the same).'],
    [{ turns: 1, different: 1 }, 'The last turn is not listed (different).'],
  ])('counts unlisted turns: %j', (more, expected) => {
    expect(toVerdict({ ...compared(folded([]), folded([], { kind: 'all' }, '/', 'b')), more }).notes).toEqual([
      expected,
    ]);
  });

  test('mentions a comparison of a recording with itself', () => {
    const [alone, both] = [
      compared(folded([]), folded([])),
      compared(folded([]), folded([], { kind: 'all' }, '/', 'b')),
    ];
    expect([toVerdict(alone).notes.length, toVerdict(both).notes.length]).toEqual([1, 0]);
  });
});

describe('the choices for a comparison', () => {
  const own = recording('own');

  test('are this recording, the runs of its command, all others by name, and a chosen one that is missing', () => {
    const others = [recording('b', { name: 'try\u0007', command: ['else'] }), recording('c', { name: 'again' })];
    const options = toRecordingOptions(own, [own, ...others], 'gone', NOW);
    const labelled = (label: string) =>
      expect.stringMatching(new RegExp(`^${label} · 20 Nov \\d\\d:\\d\\d · .$`)) as string;
    expect(options).toEqual([
      { value: 'own', label: 'this recording itself' },
      { value: 'c', label: labelled('again'), group: 'Runs of this command' },
      { value: 'b', label: labelled('try‹BEL›'), group: 'Other recordings' },
      { value: 'gone', label: 'gone, which is not here' },
    ]);
  });

  test('are the newest recordings and the chosen one, when there are thousands', () => {
    const many = Array.from({ length: 2000 }, (_, index) => recording(`r${index}`));
    const values = toRecordingOptions(own, many, 'r1999', NOW).map(({ value }) => value);
    expect([values.length, values.at(-1)]).toEqual([302, 'r1999']);
  });

  test('are the whole recording, its sessions if several, and its turns', () => {
    const side = { recording: 'a', part: { kind: 'all' } as const, steps: 1, turns: [{ number: 1, title: 'Fix it' }] };
    expect(toPartOptions({ ...side, sessions: 2 }, { kind: 'all' })).toEqual([
      { value: '', label: 'all of it' },
      { value: 'session-1', label: 'Session 1' },
      { value: 'session-2', label: 'Session 2' },
      { value: 'turn-1', label: 'Turn 1 · Fix it' },
    ]);
    expect(toPartOptions({ ...side, sessions: 1 }, { kind: 'turn', number: 7 }).map(({ label }) => label)).toEqual([
      'all of it',
      'Turn 1 · Fix it',
      'turn 7',
    ]);
    expect(toPartOptions(undefined, { kind: 'session', number: 1 }).map(({ value }) => value)).toEqual([
      '',
      'session-1',
    ]);
  });
});
