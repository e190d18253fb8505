import { constants } from 'node:fs';
import type { Installation } from '../../../proxy/cli/doctor/installation.ts';
import { machineWith } from '../../setup/machine.ts';

const { S_IFDIR, S_IFLNK, S_IFMT, S_IFREG } = constants;
export const ROOT = '/home/me/.local/share/acptap';
export const ME = 1000;

export const folderStat = (mode = 0o700, uid = ME) => ({ uid, mode: S_IFDIR | mode });
export const fileStat = (mode = 0o600, uid = ME) => ({ uid, mode: S_IFREG | mode });

const KINDS: Readonly<Record<number, ReturnType<Installation['kindOf']>>> = { [S_IFREG]: 'file', [S_IFDIR]: 'folder' };

/** The result of `examine` for a healthy database of this version. */
export const SOUND: Awaited<ReturnType<Installation['examine']>> = {
  damage: undefined,
  version: 'ours',
  pages: { used: 5_000_000, free: 0 },
  recorders: new Map(),
  size: { database: 5_000_000, free: 0, spools: 2_000_000, used: 7_000_000, isLarge: false },
};

/** A link that leads nowhere. */
export const LINK = { uid: ME, mode: S_IFLNK | 0o777 };

/** A healthy installation with some recordings, changed by the test. */
export function fakeInstallation(
  files: Readonly<Record<string, ReturnType<typeof fileStat> | undefined>> = {},
  more: Partial<Installation> = {},
): Installation {
  const all: typeof files = {
    '/home/me': folderStat(),
    [ROOT]: folderStat(),
    [`${ROOT}/acptap.db`]: fileStat(),
    [`${ROOT}/spool`]: folderStat(),
    ...files,
  };
  return {
    ...machineWith({}),
    nodeVersion: '24.0.0',
    uid: ME,
    folder: { root: ROOT, database: `${ROOT}/acptap.db`, spool: `${ROOT}/spool`, watched: `${ROOT}/watched` },
    stat: (path, how) => (how === undefined && all[path] === LINK ? undefined : all[path]),
    kindOf: (path) => KINDS[(all[path]?.mode ?? 0) & S_IFMT],
    canWrite: () => true,
    namesIn: (path) =>
      Object.keys(all)
        .filter((name) => name.startsWith(`${path}/`) && all[name] !== undefined)
        .map((name) => name.slice(path.length + 1).split('/')[0] ?? ''),
    fileSystem: () => ({ type: 0xef53, free: 1e12 }),
    loadSqlite: async () => {},
    examine: async () => SOUND,
    settings: () => ({}),
    spools: () => [],
    now: () => 1_000_000,
    ...more,
  };
}
