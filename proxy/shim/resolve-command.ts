import { statSync } from 'node:fs';
import { win32 } from 'node:path';

/** The command for `spawn`. With `verbatim`, Windows does not quote the arguments again. */
export interface Spawnable {
  readonly file: string;
  readonly args: readonly string[];
  readonly verbatim: boolean;
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/**
 * Windows starts only `.exe` files directly, but most agents are installed as `.cmd` files. Finds those by PATH and
 * PATHEXT and runs them by cmd.exe with escaped arguments: with `shell: true`, an argument could run commands
 * (CVE-2024-27980). Returns the command unchanged on other systems.
 */
export function resolveCommand(
  command: readonly [string, ...string[]],
  platform: string = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  exists: (path: string) => boolean = isFile,
): Spawnable {
  const [program, ...args] = command;
  if (platform !== 'win32') return { file: program, args, verbatim: false };
  const file = find(program, env, exists) ?? program;
  if (!/\.(?:cmd|bat)$/i.test(file)) return { file, args, verbatim: false };
  const line = [escapeMeta(win32.normalize(file)), ...args.map(escapeArgument)].join(' ');
  return { file: env['ComSpec'] ?? env['comspec'] ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

function find(program: string, env: NodeJS.ProcessEnv, exists: (path: string) => boolean): string | undefined {
  const extensions = ['', ...(env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean)];
  const named = /[\\/]/.test(program);
  const folders = named ? [''] : (env['Path'] ?? env['PATH'] ?? '').split(';').filter(Boolean);
  const usable = win32.extname(program) === '' ? extensions.slice(1) : extensions;
  for (const folder of folders)
    for (const extension of usable) {
      const path = `${folder === '' ? program : win32.join(folder, program)}${extension.toLowerCase()}`;
      if (exists(path)) return path;
    }
  return undefined;
}

/** Escapes the special characters of cmd.exe with carets. */
const escapeMeta = (text: string) => text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');

/**
 * Quotes an argument for the program's own parser (doubles backslashes before quotes), then twice for cmd.exe, which
 * reads the arguments of a `.cmd` file again.
 */
function escapeArgument(argument: string): string {
  const quoted = `"${argument.replace(/(\\*)"/g, String.raw`$1$1\"`).replace(/(\\*)$/, '$1$1')}"`;
  return escapeMeta(escapeMeta(quoted));
}
