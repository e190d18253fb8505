import { constants } from 'node:fs';
import type { Machine } from '../../../proxy/cli/doctor/machine.ts';

const { S_IFDIR, S_IFREG } = constants;
export const ROOT = '/home/me/.local/share/acptap';
export const ME = 1000;

export const folderStat = (mode = 0o700, uid = ME) => ({ uid, mode: S_IFDIR | mode });
export const fileStat = (mode = 0o600, uid = ME) => ({ uid, mode: S_IFREG | mode });

/** What `examine` gives for a healthy database of this version. */
export const SOUND: Awaited<ReturnType<Machine['examine']>> = {
  damage: undefined,
  version: 'ours',
  pages: { used: 5_000_000, free: 0 },
  recorders: new Map(),
  size: { database: 5_000_000, free: 0, spools: 2_000_000, used: 7_000_000, isLarge: false },
};

/** A healthy machine with some recordings, changed by the test. */
export function fakeMachine(
  files: Readonly<Record<string, ReturnType<typeof fileStat> | undefined>> = {},
  more: Partial<Machine> = {},
): Machine {
  const all: typeof files = {
    '/home/me': folderStat(),
    [ROOT]: folderStat(),
    [`${ROOT}/acptap.db`]: fileStat(),
    [`${ROOT}/spool`]: folderStat(),
    ...files,
  };
  return {
    node: '24.0.0',
    platform: 'linux',
    uid: ME,
    folder: { root: ROOT, database: `${ROOT}/acptap.db`, spool: `${ROOT}/spool`, watched: `${ROOT}/watched` },
    stat: (path) => all[path],
    canWrite: () => true,
    namesIn: (path) =>
      Object.keys(all)
        .filter((name) => name.startsWith(`${path}/`) && all[name] !== undefined)
        .map((name) => name.slice(path.length + 1).split('/')[0] ?? ''),
    fileSystem: () => ({ type: 0xef53, free: 1e12 }),
    loadSqlite: async () => {},
    examine: async () => SOUND,
    spools: () => [],
    now: () => 1_000_000,
    ...more,
  };
}
