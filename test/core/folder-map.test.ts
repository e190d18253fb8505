import { expect, test } from 'vitest';
import { createFolderMap, pairFolders } from '#core/protocol/folder-map.ts';

/** Maps free text. */
const mapsText = (folders: readonly string[], to: string) =>
  createFolderMap(folders.flatMap((from) => pairFolders(from, to) ?? [])).text;

test.each([
  ['/a/app', '/live'],
  ['/a/app/', '/live/'],
  ['/a/app/x.ts', '/live/x.ts'],
  ['Look at /a/app/x.ts and at "/a/app".', 'Look at /live/x.ts and at "/live".'],
  ['cwd=/a/app tag', 'cwd=/live tag'],
  ['file:///a/app/x.ts', 'file:///live/x.ts'],
  ['It is in /a/app.', 'It is in /live.'],
  ['/a/apps', '/a/apps'],
  ['/a/app-2/x', '/a/app-2/x'],
  ['/a/app.bak', '/a/app.bak'],
  ['/a/appö', '/a/appö'],
  ['/b/a/app', '/b/a/app'],
  ['x/a/app', 'x/a/app'],
  ['/a', '/a'],
  ['', ''],
])('%s becomes %s', (text, mapped) => {
  expect(mapsText(['/a/app'], '/live')(text)).toBe(mapped);
});

test('maps the longest folder, with or without a separator at its end', () => {
  const map = mapsText(['/a', '/a/b/'], '/live/');
  expect(map('/a/b/c /a/c')).toBe('/live/c /live/c');
});

test('maps URIs and keeps their spelling', () => {
  const map = mapsText(['/my app'], '/now ü');
  expect(map('file:///my%20app/x /my app/x')).toBe('file:///now%20%C3%BC/x /now ü/x');
});

test.each([
  [String.raw`in C:\me\app\src\x.ts.`, 'in /live/src/x.ts.'],
  [String.raw`"c:\Me\app\x" and C:/me/app/y`, '"/live/x" and /live/y'],
  ['file:///C:/me/app/x and file:///c%3A/me/app', 'file:///live/x and file:///live'],
  [String.raw`C:\me\apps\x`, String.raw`C:\me\apps\x`],
])('maps Windows folders and the paths below them: %s', (text, mapped) => {
  expect(mapsText([String.raw`C:\me\app`], '/live')(text)).toBe(mapped);
});

test('uses Windows separators for paths below a mapped folder', () => {
  expect(mapsText(['/a/app'], String.raw`C:\my app`)('see /a/app/src/x.ts (file:///a/app/y/z)')).toBe(
    String.raw`see C:\my app\src\x.ts (file:///C:/my%20app/y/z)`,
  );
});

test.each([
  ['[x](/a%20b%2Bc/x) file:///a%20b+c/x "/a b+c/x"', '[x](/live%20x/x) file:///live%20x/x "/live x/x"'],
  ['file:///a%20b+c%20d/x', 'file:///a%20b+c%20d/x'],
])('recognises a folder in any URI encoding: %s', (text, mapped) => {
  expect(mapsText(['/a b+c'], '/live x')(text)).toBe(mapped);
});

test('does not map the root folder', () => {
  expect(mapsText(['/'], '/live')('/etc/x')).toBe('/etc/x');
});

test('does not treat the text as a replacement pattern', () => {
  expect(mapsText(['/a+b'], '/$&$1')('/a+b/c')).toBe('/$&$1/c');
});

test('folders are a pair only if both are there and differ', () => {
  expect(pairFolders('/a/', '/b')).toEqual({ from: '/a', to: '/b' });
  expect([pairFolders('/a', '/a/'), pairFolders(undefined, '/b'), pairFolders('/a', undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
