import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { counted, createProgress } from '../../proxy/cli/output/progress.ts';

let now = 0;
let written = '';
const { isTTY } = process.stderr;

beforeEach(() => {
  [now, written] = [0, ''];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  process.stderr.isTTY = true;
});

afterEach(() => {
  vi.restoreAllMocks();
  process.stderr.isTTY = isTTY;
});

const half = '\r\u001b[Kreading big: [############            ] 50 %';

test('work over a second shows a bar, which the end clears', () => {
  const progress = createProgress('big', {});
  progress(40, 100);
  expect(written).toBe('');
  now = 1500;
  progress(50, 100);
  expect(written).toBe(half);
  progress(100, 100);
  expect(written).toBe(`${half}\r\u001b[K`);
});

test('without a known end it shows the bytes', () => {
  const progress = createProgress('-', {});
  now = 1500;
  progress(2_000_000, undefined);
  expect(written).toBe('\r\u001b[Kreading -: 2.0 MB');
});

test.each([{ CI: 'true' }, { NO_COLOR: '1' }, { TERM: 'dumb' }])('with %j nothing is shown', (env) => {
  const progress = createProgress('big', env);
  now = 1500;
  progress(50, 100);
  expect(written).toBe('');
});

test('without a terminal nothing is shown', () => {
  process.stderr.isTTY = false;
  const progress = createProgress('big', {});
  now = 1500;
  progress(50, 100);
  expect(written).toBe('');
});

test('a reader that stops early clears the bar', () => {
  const progress = createProgress('big', {});
  for (const item of counted(Array.from({ length: 512 }).keys(), 512, progress)) {
    now = 1500;
    if (item === 300) break;
  }
  expect(written).toBe(`${half}\r\u001b[K`);
});
