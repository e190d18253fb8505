import { expect, test } from 'vitest';
import { endsWithPath } from '#core/files/file-path.ts';

test.each([
  ['/work/src/main.ts', 'main.ts', true],
  ['/work/src/main.ts', 'src/main.ts', true],
  ['/work/src/main.ts', '/work/src/main.ts', true],
  ['c:\\work\\main.ts', 'main.ts', true],
  ['/work/domain.ts', 'main.ts', false],
  ['/work/src/main.ts', 'main', false],
])('%s ends with the names of %s: %s', (path, end, expected) => {
  expect(endsWithPath(path, end)).toBe(expected);
});
