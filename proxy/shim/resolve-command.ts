import { statSync } from 'node:fs';
import { win32 } from 'node:path';

/** What to hand to `spawn`. `verbatim` asks Windows not to quote the arguments again. */
export interface Spawnable {
  readonly file: string;
  readonly args: readonly string[];
  readonly verbatim: boolean;
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/**
 * Windows only starts `.exe` files by themselves, while most agents are installed as `.cmd` files. Those are found here
 * through PATH and PATHEXT and run by cmd.exe with every argument escaped, not with `shell: true`, which would
 * let an argument run commands (CVE-2024-27980). Elsewhere the command is handed on as it is.
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

/** Puts a caret before everything that cmd.exe would read. */
const escapeMeta = (text: string) => text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');

/**
 * Quotes one argument first for the program's own parser (backslashes before quotes are doubled), then for cmd.exe, twice:
 * a `.cmd` file hands its arguments on as text, and cmd.exe reads them again.
 */
function escapeArgument(argument: string): string {
  const quoted = `"${argument.replace(/(\\*)"/g, String.raw`$1$1\"`).replace(/(\\*)$/, '$1$1')}"`;
  return escapeMeta(escapeMeta(quoted));
}
