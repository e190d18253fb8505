import { describe, expect, test } from 'vitest';
import { elapsedUs } from '#core/units.ts';
import { toHexLines } from '../../../inspector-ui/text/hex.ts';
import { linkOf } from '../../../inspector-ui/text/link.ts';
import { formatBytes, formatCompact, formatCount, formatCounted } from '../../../inspector-ui/text/size.ts';
import { formatDuration, formatElapsed } from '../../../inspector-ui/text/time.ts';
import { toSegments, toVisibleLine } from '../../../inspector-ui/text/visible-segments.ts';

test.each([
  [420, '420 µs'],
  [3_300, '3.3 ms'],
  [999_400, '999 ms'],
  [999_600, '1.00 s'],
  [59_960_000, '1 m 00 s'],
  [187_000_000, '3 m 07 s'],
  [7_500_000_000, '2 h 05 m'],
])('formats a duration of %i µs as %s', (us, text) => expect(formatDuration(elapsedUs(us))).toBe(text));

test.each([
  [0, '0.000'],
  [25_999, '0.025'],
  [12_345_678, '12.345'],
  [187_120_000, '3:07.120'],
  [3_723_004_000, '1:02:03.004'],
])('formats %i µs after the start as %s', (us, text) => expect(formatElapsed(elapsedUs(us))).toBe(text));

test('rounds sizes and counts to two or three digits', () => {
  expect([999, 1000, 9_960, 999_600].map(formatBytes)).toEqual(['999 B', '1.0 kB', '10 kB', '1.0 MB']);
  expect([formatCount(1_234_567), formatCompact(9_999), formatCompact(12_345)]).toEqual([
    '1\u2009234\u2009567',
    '9\u2009999',
    '12k',
  ]);
});

test('writes one of something in the singular', () => {
  expect([formatCounted(1, 'frame'), formatCounted(1_200, 'frame'), formatCounted(0, 'entry', 'entries')]).toEqual([
    '1 frame',
    '1\u2009200 frames',
    '0 entries',
  ]);
});

describe('hidden characters', () => {
  test('become marks without changing other text', () => {
    expect(toSegments('a\u0000\u001Bb\r\n')).toEqual([
      { text: 'a', mark: false },
      { text: 'NUL ESC', mark: true },
      { text: 'b', mark: false },
      { text: 'CR', mark: true },
      { text: '\n', mark: false },
    ]);
  });

  test('include line ends on request', () => {
    expect(toSegments('a\r\nb', true).map(({ text }) => text)).toEqual(['a', 'CR LF', '\n', 'b']);
  });

  test.each(['\u202E', '\u2066', '\u200B', '\u200D', '\uFEFF', '\u0085', '\uD800', '\u{E0041}'])(
    '%j is one',
    (character) => {
      expect(toVisibleLine(`x${character}y`)).toMatch(/^x‹U\+[0-9A-F]+›y$/);
    },
  );

  test('do not include letters, emoji or combining marks', () => {
    const text = 'äöü 漢字 👩 👩🏽\u200D💻 🏳\uFE0F\u200D🌈 e\u0301 العربية';
    expect(toVisibleLine(text)).toBe(text);
  });
});

test('shows offset, bytes and printable characters in a dump', () => {
  const [first, second] = toHexLines(Uint8Array.from([...Array(16).keys(), 0x41]), 10);
  expect(first?.hex).toBe('00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f');
  expect([second?.offset, second?.hex.trim(), second?.text]).toEqual(['00000010', '41', 'A']);
});

test.each([
  ['https://agentclientprotocol.com/protocol/transports', true],
  ['javascript:alert(1)', false],
  ['https://evil"onclick=', false],
  ['/relative', false],
])('links the address %s: %s', (address, isLinked) => {
  expect(linkOf(address) !== undefined).toBe(isLinked);
});
