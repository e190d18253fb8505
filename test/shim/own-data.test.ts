import {
  constants,
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkOwner, makeFolder, ForeignFileError, claimFile, claimFolder } from '../../proxy/shim/own-data.ts';
import { temporaryFolder } from '../support/folders.ts';

const { S_IFDIR, S_IFREG, S_IFLNK, S_IFIFO, S_IFSOCK, S_IFCHR } = constants;

const US = 1000;
const OTHER = { refused: 'belongs to another user (uid 1001)' };

test.each([
  ['our folder', 'folder', US, S_IFDIR | 0o700, 'ours'],
  ['our folder that others may look into', 'folder', US, S_IFDIR | 0o755, 'open'],
  ['our folder that our group may write to', 'folder', US, S_IFDIR | 0o770, 'open'],
  ['our folder that everybody may write to', 'folder', US, S_IFDIR | 0o777, 'open'],
  ['our file', 'file', US, S_IFREG | 0o600, 'ours'],
  ['our file that others may read', 'file', US, S_IFREG | 0o644, 'open'],
  ['a folder of somebody else', 'folder', 1001, S_IFDIR | 0o700, OTHER],
  ['a folder of somebody else for everybody', 'folder', 1001, S_IFDIR | 0o777, OTHER],
  ['a file of somebody else', 'file', 1001, S_IFREG | 0o666, OTHER],
  ['a folder of root', 'folder', 0, S_IFDIR | 0o755, { refused: 'belongs to another user (uid 0)' }],
  ['a link', 'file', US, S_IFLNK | 0o777, { refused: 'is a symbolic link' }],
  ['a link for a folder', 'folder', US, S_IFLNK | 0o777, { refused: 'is a symbolic link' }],
  ['a FIFO', 'file', US, S_IFIFO | 0o600, { refused: 'is not a file' }],
  ['a socket', 'file', US, S_IFSOCK | 0o600, { refused: 'is not a file' }],
  ['a device', 'file', US, S_IFCHR | 0o600, { refused: 'is not a file' }],
  ['a file for a folder', 'folder', US, S_IFREG | 0o600, { refused: 'is not a folder' }],
] as const)('%s', (_what, kind, uid, mode, verdict) => {
  expect(checkOwner({ uid, mode }, kind, US)).toEqual(verdict);
});

test('root may use what others own, leaves its permissions alone, and does not close /tmp', () => {
  expect(checkOwner({ uid: 1001, mode: S_IFDIR | 0o777 }, 'folder', 0)).toBe('ours');
  expect(checkOwner({ uid: 0, mode: S_IFDIR | 0o1777 }, 'folder', 0)).toBe('ours');
  expect(checkOwner({ uid: 1001, mode: S_IFIFO }, 'file', 0)).toEqual({ refused: 'is not a file' });
});

test('Windows has no owners and modes to judge by', () => {
  expect(checkOwner({ uid: 0, mode: S_IFREG | 0o666 }, 'file', undefined)).toBe('ours');
  expect(checkOwner({ uid: 0, mode: S_IFLNK | 0o666 }, 'file', undefined)).toEqual({ refused: 'is a symbolic link' });
});

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('a part of the data folder', () => {
  test('that others may write to is closed to them', () => {
    const root = temporaryFolder();
    const file = join(root, 'acptap.db');
    writeFileSync(file, '');
    chmodSync(file, 0o666);
    chmodSync(root, 0o777);
    expect(claimFolder(root, { root: true })).toBe('closed');
    claimFile(file);
    expect([modeOf(root), modeOf(file)]).toEqual([0o700, 0o600]);
  });

  test('that others may read is closed to them, unless it is a chosen folder that holds other things', () => {
    const root = temporaryFolder();
    const of = (mode: number) => {
      chmodSync(root, mode);
      return [claimFolder(root, { root: true }), modeOf(root)];
    };
    for (const name of ['acptap.db', 'acptap.db-wal', 'watched', 'reserve', 'indexing'])
      writeFileSync(join(root, name), '');
    expect([of(0o755), of(0o700), of(0o711)]).toEqual([
      ['closed', 0o700],
      ['ours', 0o700],
      ['closed', 0o700],
    ]);
    writeFileSync(join(root, 'notes.txt'), '');
    expect([of(0o755), of(0o775), of(0o700)]).toEqual([
      ['ours', 0o755],
      ['closed', 0o755],
      ['ours', 0o700],
    ]);
  });

  test('is not reached through a link, but the data folder itself may be one', () => {
    const folder = temporaryFolder();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(folder, link);
    expect(claimFolder(link, { root: true })).toBe('ours');
    expect(() => claimFolder(link)).toThrow(ForeignFileError);
    expect(() => claimFile(link)).toThrow(`${link} is a symbolic link`);
  });

  test('that is missing is made where it is a folder, and is fine where it is a file', () => {
    const path = join(temporaryFolder(), 'one', 'two');
    claimFile(path);
    expect(claimFolder(path)).toBe('ours');
    expect([modeOf(join(path, '..')), modeOf(path)]).toEqual([0o700, 0o700]);
  });

  test('that another process makes meanwhile is fine', () => {
    const folder = temporaryFolder();
    makeFolder(`${folder}/first/../second`); // `first/..` is missing when it is looked for, and there when it is made
    expect(readdirSync(folder).toSorted()).toEqual(['first', 'second']);
  });
});

describe('a folder that cannot be made', () => {
  test('below a folder where nobody can make one is an error', ({ skip }) => {
    skip(process.platform !== 'linux', 'NOT TESTED: only Linux has /proc');
    expect(() => makeFolder('/proc/acptap/data')).toThrow(/ENOENT/);
  });

  test('in a deleted folder that is still open is an error', ({ skip }) => {
    skip(process.platform !== 'linux', 'NOT TESTED: only Linux has /proc');
    const folder = join(temporaryFolder(), 'deleted');
    mkdirSync(folder);
    const fd = openSync(folder, 'r');
    onTestFinished(() => closeSync(fd));
    rmdirSync(folder);
    expect(() => makeFolder(`/proc/self/fd/${fd}/acptap/spool`)).toThrow(/ENOENT/);
  });

  test('below a file is an error', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => makeFolder(join(file, 'acptap'))).toThrow(/ENOTDIR/);
  });
});
