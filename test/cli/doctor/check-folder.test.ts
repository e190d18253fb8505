import { describe, expect, test } from 'vitest';
import { checkFolder } from '../../../proxy/cli/doctor/check-folder.ts';
import { fakeInstallation, fileStat, folderStat, LINK, ROOT } from './installation.ts';

const ELSEWHERE = 'set ACPTAP_HOME to another folder';

test('a healthy folder has its path and mode, the kind of its file system and the free space', () => {
  expect(checkFolder(fakeInstallation())).toEqual([
    { subject: 'data folder', health: 'ok', text: `${ROOT}, mode 700` },
    { subject: 'file system', health: 'ok', text: 'not on a network' },
    { subject: 'space', health: 'ok', text: `1000 GB free on the disk of ${ROOT}` },
  ]);
});

test('a missing folder is fine when it can be made', () => {
  const missing = { [ROOT]: undefined };
  expect(checkFolder(fakeInstallation(missing, { fileSystem: () => ({ type: 0x6969, free: 1e12 }) }))).toMatchObject([
    { subject: 'data folder', health: 'ok', text: `${ROOT} is made by the first recording` },
    { subject: 'file system', health: 'broken', text: '/home/me is on NFS: the database may be damaged there' },
    { subject: 'space', health: 'ok' },
  ]);
  expect(checkFolder(fakeInstallation(missing, { canWrite: (path) => path !== '/home/me' }))).toContainEqual({
    subject: 'data folder',
    health: 'broken',
    text: `${ROOT} cannot be made, because /home/me cannot be written`,
    advice: `make /home/me writable, or ${ELSEWHERE}`,
  });
});

test.each([
  ['/home/me', fileStat(), 'is not a folder'],
  ['/home/me', LINK, 'is a link that leads nowhere'],
  [ROOT, LINK, 'is a link that leads nowhere'],
])('a folder cannot be made below %s with %o', (path, stat, trouble) => {
  expect(checkFolder(fakeInstallation({ [ROOT]: undefined, [path]: stat }))[0]).toEqual({
    subject: 'data folder',
    health: 'broken',
    text: `${ROOT} cannot be made, because ${path} ${trouble}`,
    advice: ELSEWHERE,
  });
});

describe('owner and mode', () => {
  const away = `move it away, or ${ELSEWHERE}`;
  test.each([
    ['', folderStat(0o700, 0), 'broken', `${ROOT} belongs to another user (uid 0)`, away],
    ['', fileStat(), 'broken', `${ROOT} is not a folder`, away],
    [
      '',
      folderStat(0o750),
      'look',
      `other users of this machine have access to ${ROOT} (mode 750)`,
      `chmod 700 ${ROOT}; the next recording does it, too`,
    ],
    ['/spool', LINK, 'broken', `${ROOT}/spool is a symbolic link`, away],
    ['/acptap.db', fileStat(0o600, 7), 'broken', `${ROOT}/acptap.db belongs to another user (uid 7)`, away],
    [
      '/acptap.db',
      fileStat(0o644),
      'look',
      `other users of this machine have access to ${ROOT}/acptap.db (mode 644)`,
      `chmod 600 ${ROOT}/acptap.db; the next recording does it, too`,
    ],
    [
      '/acptap.config.json',
      { ...fileStat(), mode: 0o010600 },
      'broken',
      `${ROOT}/acptap.config.json is not a file`,
      away,
    ],
    ['/acptap.db-wal', fileStat(0o600, 0), 'broken', `${ROOT}/acptap.db-wal belongs to another user (uid 0)`, away],
  ] as const)('%s with %o is %s: %s', (name, stat, health, text, advice) => {
    const lines = checkFolder(fakeInstallation({ [`${ROOT}${name}`]: stat }));
    expect(lines).toContainEqual({ subject: name.slice(1) || 'data folder', health, text, advice });
  });

  test('a folder with other things in it may be listed by others', () => {
    const lines = checkFolder(fakeInstallation({ [ROOT]: folderStat(0o755), [`${ROOT}/photos`]: folderStat() }));
    expect(lines[0]).toEqual({ subject: 'data folder', health: 'ok', text: `${ROOT}, mode 755` });
  });

  test('a folder that cannot be written is broken', () => {
    const lines = checkFolder(fakeInstallation({}, { canWrite: (path) => path !== ROOT }));
    expect(lines[0]).toMatchObject({ health: 'broken', text: `${ROOT} cannot be written (mode 700)` });
  });
});

test.each([
  [0x6969, 'broken', 'NFS'],
  [-0xacb2be, 'broken', 'CIFS'],
  [0xfe534d42, 'broken', 'SMB'],
  [0x65735546, 'look', 'FUSE'],
  [0x01021997, 'look', '9p'],
  [0x01021994, 'look', 'tmpfs'],
])('a file system of kind %i is %s: %s', (type, health, name) => {
  const lines = checkFolder(fakeInstallation({}, { fileSystem: () => ({ type, free: 1e12 }) }));
  const line = lines.find(({ subject }) => subject === 'file system');
  expect(line).toMatchObject({ health, advice: 'set ACPTAP_HOME to a folder on a local disk' });
  expect(line?.text).toContain(`${ROOT} is on ${name}`);
});

test('elsewhere the kind of file system is unknown, but a network share of Windows is not', () => {
  const subjects = (machine: Parameters<typeof checkFolder>[0]) =>
    checkFolder(machine).map(({ subject, health }) => [subject, health]);
  expect(subjects(fakeInstallation({}, { platform: 'darwin' }))).toEqual([
    ['data folder', 'ok'],
    ['space', 'ok'],
  ]);
  const share = String.raw`\\server\me\acptap`;
  const folder = { root: share, database: `${share}/acptap.db`, spool: `${share}/spool`, watched: `${share}/watched` };
  expect(
    subjects(fakeInstallation({ [share]: folderStat() }, { platform: 'win32', uid: undefined, folder })),
  ).toContainEqual(['file system', 'broken']);
});

test.each([
  [2e8, 'ok'],
  [1e8, 'look'],
  [1e6, 'broken'],
])('%i free bytes are %s', (free, health) => {
  const lines = checkFolder(fakeInstallation({}, { fileSystem: () => ({ type: 1, free }) }));
  expect(lines.find(({ subject }) => subject === 'space')).toMatchObject({ health });
});
