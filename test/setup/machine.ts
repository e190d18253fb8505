import type { Machine } from '../../proxy/setup/machine.ts';

/** Where acptap is installed on the machine. */
export const CLI = '/lib/acptap/dist/cli.js';

/** A Linux machine with these files; a value is where a link leads. */
export function machineWith(files: Readonly<Record<string, string>>, more: Partial<Machine> = {}): Machine {
  return {
    platform: 'linux',
    env: { PATH: '/home/me/.nvm/bin:/usr/bin' },
    home: '/home/me',
    node: '/home/me/.nvm/bin/node',
    cli: CLI,
    kindOf: (path) => (path in files ? 'file' : undefined),
    isExecutable: () => true,
    namesIn: () => [],
    realPath: (path) => files[path] ?? (path.startsWith('/') ? path : undefined),
    ...more,
  };
}
