import { expect, test } from 'vitest';
import { formatDuration } from '#core/text/format-duration.ts';
import { elapsedUs } from '#core/units.ts';

test.each([
  [999, '999 µs'],
  [1000, '1.0 ms'],
  [9949, '9.9 ms'],
  [9950, '10 ms'],
  [999_499, '999 ms'],
  [999_500, '1.00 s'],
  [9_994_000, '9.99 s'],
  [9_995_000, '10.0 s'],
  [59_949_000, '59.9 s'],
  [59_950_000, '1 m 00 s'],
  [187_000_000, '3 m 07 s'],
  [3_599_499_000, '59 m 59 s'],
  [3_599_500_000, '1 h 00 m'],
  [7_500_000_000, '2 h 05 m'],
])('%i microseconds are %s', (us, text) => {
  expect(formatDuration(elapsedUs(us))).toBe(text);
});
