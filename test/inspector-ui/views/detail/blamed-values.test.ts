import { describe, expect, test } from 'vitest';
import { toBlamedValues } from '../../../../inspector-ui/views/detail/blamed-values.ts';
import { finding } from '../../fakes.ts';

const dropped = (message: string, expected: string | null = null) =>
  toBlamedValues([finding('schema/value-is-not-dropped', 5, { pointer: '/params/update/kind', message, expected })])[0];

describe('a value that receivers drop or replace', () => {
  test.each([
    ['kind has no value "bash"; receivers put "other" in place of it', 'receivers use "other" instead'],
    ['path must be a string, not 1; receivers put null in place of title', 'receivers use null instead of title'],
    ['type has no value "text": did you mean content?; receivers drop content[0]', 'receivers drop content[0]'],
    ['cwd must be a string, not 1; receivers do without it', 'receivers do without it'],
  ])('is struck out, with the replacement: %s', (message, instead) => {
    expect(dropped(message)).toMatchObject({ isDropped: true, instead });
  });

  test('is not struck out when receivers read it in another form', () => {
    const value = dropped('value must be a boolean, not "yes"; receivers ignore type and read the rest');
    expect(value).toMatchObject({ isDropped: false, instead: 'receivers ignore type and read the rest' });
  });

  test('shows what was expected when the message names no replacement', () => {
    expect(dropped('kind is odd', 'read, edit')?.instead).toBe('receivers do without it: expected read, edit');
  });

  test('shows hidden characters as marks', () => {
    expect(dropped('x; receivers put "\u202e" in place of it')?.instead).toBe('receivers use "‹U+202E›" instead');
  });
});

describe('blamed values', () => {
  test('are listed once each, with all their findings', () => {
    const values = toBlamedValues([
      finding('path/is-absolute', 5, { pointer: '/params/cwd', message: 'one' }),
      finding('framing/line-is-json', 5, { pointer: null }),
      finding('schema/params-match', 5, { pointer: '/params/cwd', message: 'two' }),
    ]);
    expect(values).toEqual([
      {
        pointer: '/params/cwd',
        grade: 'error',
        isDropped: false,
        instead: '',
        findings: [
          { rule: 'path/is-absolute', message: 'one' },
          { rule: 'schema/params-match', message: 'two' },
        ],
      },
    ]);
  });
});
