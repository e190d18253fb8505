import { expect, test } from 'vitest';
import { offeredFolders } from '#core/files/offered-folders.ts';

test.each([
  { files: ['/p/a/x', '/p/b/y'], folders: ['/p', '/p/a', '/p/b'] },
  { files: ['/p/b/c/x', '/p/b/c/y', '/p/b/c/d/z'], folders: ['/p/b/c', '/p/b/c/d'] },
  { files: ['/p/a/deep/x', '/p/a/y', '/q/z'], folders: ['/p/a', '/p/a/deep', '/q'] },
  { files: ['/x', '/p/a/x', '/p/b/y'], folders: ['/', '/p', '/p/a', '/p/b'] },
  { files: ['C:\\p\\a\\x', 'c:\\P\\b\\y', 'D:\\z\\x'], folders: ['C:\\p', 'C:\\p\\a', 'D:\\z', 'c:\\P\\b'] },
  { files: ['src/a/x', 'src/b/y'], folders: ['src', 'src/a', 'src/b'] },
  { files: ['x'], folders: [''] },
])('the folders of $files are $folders', ({ files, folders }) => {
  expect(offeredFolders(files)).toEqual(folders);
});
