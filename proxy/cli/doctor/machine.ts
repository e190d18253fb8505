import { accessSync, constants, lstatSync, readdirSync, statfsSync, statSync, type Stats } from 'node:fs';
import { folderSize, type FolderSize } from '../../recorder/folder-size.ts';
import { dataFolder, type DataFolder } from '../../shim/data-folder.ts';
import type { Examined } from '../../store/examine.ts';
import { readSpools, type SpoolState } from './read-spools.ts';

type FileStat = Pick<Stats, 'uid' | 'mode'>;

/** What the checks ask of this machine. A port, so that tests can make every state. Nothing in it writes. */
export interface Machine {
  readonly node: string;
  readonly platform: NodeJS.Platform;
  /** Undefined on Windows. */
  readonly uid: number | undefined;
  readonly folder: DataFolder;
  /** `link`: of a link itself. Undefined for a missing file. */
  readonly stat: (path: string, how?: 'link') => FileStat | undefined;
  readonly canWrite: (path: string) => boolean;
  readonly namesIn: (path: string) => readonly string[];
  /** The number of the kind of file system (statfs(2), Linux only), and the free bytes. Undefined where unknown. */
  readonly fileSystem: (path: string) => { readonly type: number; readonly free: number } | undefined;
  readonly loadSqlite: () => Promise<void>;
  /** The database, and the size of the data folder with it. */
  readonly examine: (path: string) => Promise<Examined & { readonly size: FolderSize }>;
  readonly spools: () => readonly SpoolState[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export const thisMachine = (): Machine => ({
  node: process.versions.node,
  platform: process.platform,
  uid: process.getuid?.(),
  folder: dataFolder(),
  stat: (path, how) => attempt(() => (how === 'link' ? lstatSync(path) : statSync(path))),
  canWrite: (path) => attempt(() => accessSync(path, constants.W_OK) ?? true) ?? false,
  namesIn: (path) => attempt(() => readdirSync(path)) ?? [],
  fileSystem: (path) => {
    const found = attempt(() => statfsSync(path));
    return found && { type: found.type, free: found.bavail * found.bsize };
  },
  // An older Node cannot even load the module.
  loadSqlite: async () => (await import('../../store/examine.ts')).loadSqlite(),
  examine: async (path) => {
    const { examineDatabase } = await import('../../store/examine.ts');
    const examined = examineDatabase(path);
    return { ...examined, size: folderSize({ read: { pages: () => examined.pages } }, dataFolder().spool) };
  },
  spools: () => readSpools(dataFolder().spool),
  now: Date.now,
});

function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
