import { describe, expect, onTestFinished, test } from 'vitest';
import type { Comparison } from '#core/model/compare.ts';
import { calls, says, session, tells } from '../core/compare/fold.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, importInto } from '../support/processes.ts';
import { recordingFile } from '../support/recording-file.ts';
import { DANGEROUS } from '../support/terminal.ts';

const YESTERDAY = session(
  {
    prompt: 'Fix it',
    lines: [says('Let me '), says('look.'), calls('a', { title: 'Read a.ts', status: 'completed' })],
  },
  { prompt: 'Thanks', lines: [says('You are welcome.')] },
);

/** The same on another day: another session, another folder, cut elsewhere, and one tool call more. */
const TODAY = session(
  {
    prompt: 'Fix it',
    lines: [
      says('Let me look.', { messageId: 'm' }),
      calls('x', { title: 'Read b.ts', status: 'completed' }),
      calls('y', { title: 'Read a.ts', status: 'failed' }),
    ],
  },
  { prompt: 'Thanks', lines: [says('You are welcome.')] },
)
  .replaceAll('"s"', '"s-2"')
  .replaceAll('/work', '/tmp/there');

const diff = (...words: readonly string[]) => acptap(temporaryFolder(), 'diff', ...words);

describe('acptap diff', () => {
  test('prints a line for each unchanged turn, and ends with 0', async () => {
    const again = YESTERDAY.replaceAll('"s"', '"other"').replaceAll('/work', '/tmp/there');
    const [one, other] = [
      recordingFile(YESTERDAY, { id: 'one' }),
      recordingFile(again, { id: 'other', name: 'again' }),
    ] as const;
    const { code, stdout, stderr } = await diff(one, other);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      `before  ${one}  one  2026-11-21T12:00:00.000Z  agent --acp`,
      `now     ${other}  other (again)  2026-11-21T12:00:00.000Z  agent --acp`,
      'Same, in 2 turns.',
      '',
      '= outside of turns  2 steps',
      '= turn 1  3 steps',
      '= turn 2  2 steps',
      '',
    ]);
  });

  test('calls a line that is not a message invalid', async () => {
    const { stdout } = await diff(recordingFile(YESTERDAY), recordingFile(`${YESTERDAY}\n< | Loading…`));
    expect(stdout).toMatch(/ invalid +Loading…/);
  });

  test('prints the changes with their entries, and ends with 1', async () => {
    const { code, stdout } = await diff(recordingFile(YESTERDAY), recordingFile(TODAY));
    expect(code).toBe(1);
    expect(stdout.split('\n').slice(2)).toEqual([
      'Different: 1 of 2 turns.',
      '',
      '= outside of turns  2 steps',
      '≠ turn 1  1 changed, 1 only now, 2 the same',
      '    Fix it',
      '    took 4.0 ms · first chunk 1.0 ms · tool calls 1 → 2 · ended end_turn',
      '    + #6  tool call  Read b.ts',
      '    ~ #7  tool call  Read a.ts',
      '        /status: "completed" → "failed"',
      '= turn 2  2 steps',
      '',
    ]);
  });

  test('begins with more findings and a slower first chunk, as the badge of the inspector does', async () => {
    const early = session({ lines: [says('Hello.')] });
    const late = `${early}\n< 9 ok {}`.replace('< session/update', '@900000 < session/update');
    const { stdout } = await diff(recordingFile(early), recordingFile(late));
    expect(stdout.split('\n').slice(2, 5)).toEqual([
      'findings: +1 error',
      expect.stringMatching(/^first chunk \d+× slower: median 8\d\d ms, before 1\.0 ms$/),
      'Different: outside of turns.',
    ]);
  });

  test('compares one turn with another of the same recording', async () => {
    const file = recordingFile(YESTERDAY);
    const { code, stdout } = await diff(file, file, '--turn', '1:2');
    expect(code).toBe(1);
    expect(stdout).toContain('≠ turn 1 → 2  2 changed, 1 only before\n');
    expect(stdout).toContain('/params/prompt/0/text: "Fix it" → "Thanks"');
    expect((await diff(file, file, '--turn', '2')).code).toBe(0);
    expect((await diff(file, file, '--session', '1')).code).toBe(0);
  });

  test('prints the name of an update once, and replaced parts of a line', async () => {
    const [one, other] = [['a', 'b'], ['x']].map((names) =>
      recordingFile(
        session({
          lines: [tells('available_commands_update', { availableCommands: names.map((name) => ({ name })) })],
        }),
      ),
    );
    const { stdout } = await diff(one ?? '', other ?? '');
    expect(stdout).toContain(
      '    ~ #5  available_commands_update  a, b\n        /availableCommands: 2 replaced by 1\n',
    );
  });

  test('names the ignored values that differ in every run', async () => {
    const run = (pid: number) =>
      recordingFile(session({ lines: [calls('a', { title: 'make', rawInput: { command: 'make', pid } })] }));
    const { code, stdout } = await diff(run(4711), run(51_300));
    expect([code, stdout.split('\n').slice(2, 5)]).toEqual([
      0,
      ['Same, in 1 turn.', 'Not compared, because every run has its own: rawInput.pid.', ''],
    ]);
  });

  test('--json is the comparison', async () => {
    const { code, stdout } = await diff(
      recordingFile(YESTERDAY, { id: 'one' }),
      recordingFile(TODAY, { id: 'other' }),
      '--json',
    );
    const { left, right, isSame, turns } = JSON.parse(stdout) as Comparison;
    expect([code, left.recording, right.recording, isSame]).toEqual([1, 'one', 'other', false]);
    expect(turns.map((turn) => turn.isSame)).toEqual([true, false, true]);
    expect(stdout.trimEnd()).not.toContain('\n');
  });

  test('takes recordings of the database, by any REF', async () => {
    const home = temporaryFolder();
    await importInto(home, recordingFile(YESTERDAY, { id: 'one' }), onTestFinished);
    const { code, stdout, stderr } = await acptap(home, 'diff', 'latest', recordingFile(TODAY));
    expect([code, stderr, stdout]).toEqual([1, '', expect.stringContaining('Different: 1 of 2 turns.') as string]);
    expect(stdout).toMatch(/^before {2}latest {2}one {2}2026-/);
  });

  test('escapes control characters in recorded text', async () => {
    const evil = `\u001b[2J\u202e`;
    const [one, other] = ['a', 'b'].map((end) =>
      recordingFile(session({ prompt: 'go', lines: [says(`${evil}${end}`)] })),
    );
    const { code, stdout } = await diff(one ?? '', other ?? '');
    expect([code, DANGEROUS.test(stdout)]).toEqual([1, false]);
    expect(stdout).toContain('\\u001b[2J');
  });

  test('shows the beginning of a long comparison, and counts the rest', async () => {
    const many = Array.from({ length: 60 }, (_, index) => calls(`c${index}`, { title: `Tool ${index}` }));
    const { stdout } = await diff(recordingFile(session({ lines: [] })), recordingFile(session({ lines: many })));
    expect(stdout.match(/^ {4}\+ /gm)).toHaveLength(40);
    expect(stdout).toContain('    … and 20 more of 60\n');
  });

  test.each([
    [['--turn', '3'], 'there is no such turn: FILE has 2 turns, FILE has 2 turns'],
    [['--session', '1:2'], 'there is no such session: FILE has 1 session, FILE has 1 session'],
    [['--turn', 'x'], '--turn "x" is not a number: give 2, or 1:2 for two of them'],
    [['--turn', '1', '--session', '1'], '--turn and --session exclude each other: a turn belongs to one session'],
  ])('%j is refused, with 2', async (words, problem) => {
    const file = recordingFile(YESTERDAY);
    const { code, stdout, stderr } = await diff(file, file, ...words);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `acptap: ${problem.replaceAll('FILE', file)}\n`,
    });
  });

  test('names a missing recording, with 2', async () => {
    const { code, stderr } = await diff(recordingFile(YESTERDAY), 'nowhere.acp.jsonl');
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^acptap: there is no file nowhere.acp.jsonl.*acptap list\n$/),
    ]);
  });
});
