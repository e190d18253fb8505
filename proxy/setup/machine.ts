import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';

/**
 * The facts about the machine that `setup` and `doctor` read. A port, so that tests can give any system. No function
 * here writes.
 */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Node, as it was started. */
  readonly node: string;
  /** The real path of `cli.js`. */
  readonly cli: string;
  /** The kind of a file, at the end of links. Undefined for a missing one. */
  readonly kindOf: (path: string) => 'file' | 'folder' | 'other' | undefined;
  /** Whether this user may start the file. Always true on Windows, which has no such permission. */
  readonly isExecutable: (path: string) => boolean;
  /** Names in a folder; empty when there is no such folder. */
  readonly namesIn: (folder: string) => readonly string[];
  /** The path without links; undefined for a missing file. */
  readonly realPath: (path: string) => string | undefined;
}

/** This machine. */
export const thisMachine = (): Machine => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
  node: process.execPath,
  cli: realpathSync(process.argv[1] ?? ''),
  kindOf: (path) =>
    attempt(() => {
      const stat = statSync(path);
      return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
    }),
  isExecutable: (path) => attempt(() => accessSync(path, constants.X_OK) ?? true) ?? false,
  namesIn: (folder) => attempt(() => readdirSync(folder)) ?? [],
  realPath: (path) => attempt(() => realpathSync(path)),
});

/** The answer of the system, or undefined for an error. */
export function attempt<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
