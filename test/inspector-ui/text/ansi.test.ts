import { describe, expect, test } from 'vitest';
import { toPrinted } from '../../../inspector-ui/text/ansi.ts';

const ESC = '\u001b';

/** Only the members that differ from plain text. */
const short = (output: string) =>
  toPrinted(output).map(({ text, ...style }) => [
    text,
    Object.fromEntries(Object.entries(style).filter(([, value]) => value !== false && value !== -1)),
  ]);

describe('terminal output', () => {
  test('has colours and styles until it resets them', () => {
    expect(short(`a${ESC}[1;31mb${ESC}[22;44mc${ESC}[39md${ESC}[0me`)).toEqual([
      ['a', {}],
      ['b', { bold: true, fore: 1 }],
      ['c', { fore: 1, back: 4 }],
      ['d', { back: 4 }],
      ['e', {}],
    ]);
  });

  test.each([
    ['38;5;9', 9],
    ['38;5;196', 9],
    ['38;5;22', 2],
    ['38;5;240', 8],
    ['38;2;255;0;0', 9],
    ['38;2;0;90;90', 6],
    ['38:2:30:30:200', 4],
    ['38;2;250;250;250', 15],
    ['97', 15],
  ])('shows colour %s in a readable shade', (code, fore) => {
    expect(short(`${ESC}[${code}mx`)).toEqual([['x', { fore }]]);
  });

  test('applies codes after a colour in the same sequence', () => {
    expect(short(`${ESC}[38;5;1;4;48;2;0;0;200;3mx`)).toEqual([
      ['x', { fore: 1, underline: true, back: 4, italic: true }],
    ]);
  });

  test('keeps every other control sequence in the text, so that it can be marked', () => {
    expect(short(`${ESC}[2J${ESC}]8;;https://evil.test\u0007x`)).toEqual([
      [`${ESC}[2J${ESC}]8;;https://evil.test\u0007x`, {}],
    ]);
  });

  test('splits lines at every kind of line end', () => {
    expect(short(`a${ESC}[K\r\nb\rc`)).toEqual([['a\nb\rc', {}]]);
  });

  test('keeps every letter when each has a new colour', () => {
    const rainbow = Array.from({ length: 10_000 }, (_, index) => `${ESC}[3${index % 8}mx`).join('');
    const printed = toPrinted(rainbow);
    expect(printed.length).toBeLessThan(5000);
    expect(
      printed
        .map(({ text }) => text)
        .join('')
        .replaceAll(/[^x]/g, ''),
    ).toHaveLength(10_000);
  });

  test('reads a sequence with 100,000 codes', () => {
    expect(short(`${ESC}[${'38;'.repeat(100_000)}31mx`)).toEqual([['x', { fore: 1 }]]);
  });

  test('resets on an empty sequence', () => {
    expect(short(`${ESC}[7mx${ESC}[my`)).toEqual([
      ['x', { inverse: true }],
      ['y', {}],
    ]);
  });
});
