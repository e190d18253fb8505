import { isAbsolute, posix, win32 } from 'node:path';
import type { Machine } from './machine.ts';

/** PATH of an editor started from the desktop, without the additions of a shell's start-up files. */
export function desktopPath({ platform, env }: Pick<Machine, 'platform' | 'env'>): string {
  if (platform === 'win32') return shellPath({ env });
  if (platform === 'darwin') return '/usr/bin:/bin:/usr/sbin:/sbin';
  return '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/snap/bin';
}

export const shellPath = ({ env }: Pick<Machine, 'env'>): string => env['PATH'] ?? env['Path'] ?? '';

/**
 * Finds an executable file in the folders of a PATH; a name with a slash is a path itself. Undefined if no folder has
 * one.
 */
export function findProgram(
  name: string,
  path: string,
  { platform, env, kindOf, isExecutable }: Machine,
): string | undefined {
  const isWindows = platform === 'win32';
  const endings = isWindows ? ['', ...(env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').toLowerCase().split(';')] : [''];
  const { join } = isWindows ? win32 : posix;
  const folders = path.split(isWindows ? ';' : ':').filter(Boolean);
  const starts = /[\\/]/.test(name) ? [name] : folders.map((folder) => join(folder, name));
  return starts
    .flatMap((start) => endings.map((ending) => `${start}${ending}`))
    .find((file) => kindOf(file) === 'file' && isExecutable(file));
}

/**
 * The words that start this acptap in an editor: `acptap` when a desktop editor's PATH finds it and the Node that runs
 * now, else the full paths of both.
 */
export function acptapCommand(machine: Machine): readonly [string, ...string[]] {
  const { node, cli, realPath } = machine;
  const found = (name: string) => {
    const path = findProgram(name, desktopPath(machine), machine);
    return path === undefined ? undefined : realPath(path);
  };
  return found('acptap') === cli && found('node') === realPath(node) ? ['acptap'] : [lastingNode(machine), cli];
}

/** Folders that go away: of a shell session (fnm), of one version (Homebrew's Cellar), of a project. */
const PASSING = /fnm_multishells|[\\/]Cellar[\\/]|[\\/]node_modules[\\/]/;

/** Returns the PATH entry of the running Node, because it survives an update; else its exact path. */
function lastingNode(machine: Machine): string {
  const { platform, node, realPath } = machine;
  const folders = shellPath(machine).split(platform === 'win32' ? ';' : ':');
  const names = folders
    .filter(isAbsolute)
    .map((folder) => findProgram('node', folder, machine))
    .filter((path) => path !== undefined);
  return names.find((path) => !PASSING.test(path) && realPath(path) === realPath(node)) ?? node;
}
