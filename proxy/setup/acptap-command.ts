import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, posix, win32 } from 'node:path';

/** The programs that are running now, and the search for others. */
export interface Programs {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Node, as it was started. */
  readonly node: string;
  /** The real path of `cli.js`. */
  readonly cli: string;
  readonly isFile: (path: string) => boolean;
  /** The path without links; undefined for a missing file. */
  readonly realPath: (path: string) => string | undefined;
}

/** The programs of this process. */
export const ownPrograms = (): Programs => ({
  platform: process.platform,
  env: process.env,
  node: process.execPath,
  cli: realpathSync(process.argv[1] ?? ''),
  isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
  realPath: (path) => {
    try {
      return realpathSync(path);
    } catch {
      return undefined;
    }
  },
});

/** PATH of an editor that was started from the desktop: without what a shell's start-up files add. */
export function desktopPath({ platform, env }: Pick<Programs, 'platform' | 'env'>): string {
  if (platform === 'win32') return shellPath({ env });
  if (platform === 'darwin') return '/usr/bin:/bin:/usr/sbin:/sbin';
  return '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/snap/bin';
}

export const shellPath = ({ env }: Pick<Programs, 'env'>): string => env['PATH'] ?? env['Path'] ?? '';

/** Finds a program by a PATH. A name with a slash is a path already. Undefined when there is none. */
export function findProgram(name: string, path: string, { platform, env, isFile }: Programs): string | undefined {
  const isWindows = platform === 'win32';
  const endings = isWindows ? ['', ...(env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').toLowerCase().split(';')] : [''];
  const { join } = isWindows ? win32 : posix;
  const folders = path.split(isWindows ? ';' : ':').filter(Boolean);
  const starts = /[\\/]/.test(name) ? [name] : folders.map((folder) => join(folder, name));
  return starts.flatMap((start) => endings.map((ending) => `${start}${ending}`)).find(isFile);
}

/**
 * The words that start this acptap in an editor: `acptap` when a desktop editor's PATH finds it and the Node that runs
 * now, else the full paths of both.
 */
export function acptapCommand(programs: Programs): readonly [string, ...string[]] {
  const { node, cli, realPath } = programs;
  const found = (name: string) => {
    const path = findProgram(name, desktopPath(programs), programs);
    return path === undefined ? undefined : realPath(path);
  };
  return found('acptap') === cli && found('node') === realPath(node) ? ['acptap'] : [lastingNode(programs), cli];
}

/** Folders that go away: of a shell session (fnm), of one version (Homebrew's Cellar), of a project. */
const PASSING = /fnm_multishells|[\\/]Cellar[\\/]|[\\/]node_modules[\\/]/;

/** The path of Node that stays the longest: the name in PATH for the running one, because an update keeps it. */
function lastingNode(programs: Programs): string {
  const { platform, node, realPath } = programs;
  const folders = shellPath(programs).split(platform === 'win32' ? ';' : ':');
  const names = folders
    .filter(isAbsolute)
    .map((folder) => findProgram('node', folder, programs))
    .filter((path) => path !== undefined);
  return names.find((path) => !PASSING.test(path) && realPath(path) === realPath(node)) ?? node;
}
