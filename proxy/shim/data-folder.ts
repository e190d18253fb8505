import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The paths of acptap's data: `acptap.db`, and `spool/` with recordings that are not in the database yet. */
export interface DataFolder {
  readonly root: string;
  readonly database: string;
  readonly spool: string;
  /** A file that watchers touch every second. While it is fresh, recorders keep up instead of saving cores. */
  readonly watched: string;
}

/** `$ACPTAP_HOME`, else the platform's user data folder with `acptap` in it. Creates nothing. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env, platform: string = process.platform): DataFolder {
  const root = resolve(env['ACPTAP_HOME'] || join(userDataFolder(env, platform), 'acptap'));
  return {
    root,
    database: join(root, 'acptap.db'),
    spool: join(root, 'spool'),
    watched: join(root, 'watched'),
  };
}

function userDataFolder(env: NodeJS.ProcessEnv, platform: string): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share');
}
