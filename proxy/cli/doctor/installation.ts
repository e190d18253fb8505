import { accessSync, constants, lstatSync, statfsSync, statSync, type Stats } from 'node:fs';
import { folderSize, type FolderSize } from '../../recorder/folder-size.ts';
import { lookAtSettings, type Settings } from '../../recorder/keep-settings.ts';
import { attempt, type Machine, thisMachine } from '../../setup/machine.ts';
import { dataFolder, type DataFolder } from '../../shim/data-folder.ts';
import type { Examined } from '../../store/keep/examine.ts';
import { readSpools, type SpoolState } from './read-spools.ts';

/** The machine, and the data folder on it. Nothing in it writes. */
export interface Installation extends Machine {
  readonly nodeVersion: string;
  /** Undefined on Windows. */
  readonly uid: number | undefined;
  readonly folder: DataFolder;
  /** `link`: of a link itself. Undefined for a missing file. */
  readonly stat: (path: string, how?: 'link') => Pick<Stats, 'uid' | 'mode'> | undefined;
  readonly canWrite: (path: string) => boolean;
  /** The number of the kind of file system (statfs(2), Linux only), and the free bytes. Undefined where unknown. */
  readonly fileSystem: (path: string) => { readonly type: number; readonly free: number } | undefined;
  readonly loadSqlite: () => Promise<void>;
  /** The database, and the size of the data folder with it. */
  readonly examine: (path: string) => Promise<Examined & { readonly size: FolderSize }>;
  /** @throws {AcptapError} and errors of the system. */
  readonly settings: (path: string) => Settings;
  readonly spools: () => readonly SpoolState[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export const thisInstallation = (): Installation => ({
  ...thisMachine(),
  nodeVersion: process.versions.node,
  uid: process.getuid?.(),
  folder: dataFolder(),
  stat: (path, how) => attempt(() => (how === 'link' ? lstatSync(path) : statSync(path))),
  canWrite: (path) => attempt(() => accessSync(path, constants.W_OK) ?? true) ?? false,
  fileSystem: (path) => {
    const found = attempt(() => statfsSync(path));
    return found && { type: found.type, free: found.bavail * found.bsize };
  },
  // An older Node cannot even load the module.
  loadSqlite: async () => (await import('../../store/keep/examine.ts')).loadSqlite(),
  examine: async (path) => {
    const { examineDatabase } = await import('../../store/keep/examine.ts');
    const examined = examineDatabase(path);
    return { ...examined, size: folderSize({ read: { pages: () => examined.pages } }, dataFolder().spool) };
  },
  settings: lookAtSettings,
  spools: () => readSpools(dataFolder().spool),
  now: Date.now,
});
