import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The built command line. */
export const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

const sources = {
  barePipe: new URL('./bare-pipe.ts', import.meta.url),
  echo: new URL('./peers/echo.ts', import.meta.url),
  flood: new URL('./peers/flood.ts', import.meta.url),
  huge: new URL('./peers/huge.ts', import.meta.url),
  clock: new URL('./peers/clock.ts', import.meta.url),
  passFrames: new URL('./peers/pass-frames.ts', import.meta.url),
};

/** Paths of the programs, by name. */
export type Programs = Readonly<Record<keyof typeof sources, string>>;

/**
 * Compiles the bare pipe and the peers. Node 24 could run the sources, but stripping types costs 28 ms and 17 MiB,
 * which would make our start-up and memory look better.
 */
export function compilePrograms(folder: string): Programs {
  const entryPoints = Object.fromEntries(Object.entries(sources).map(([name, url]) => [name, fileURLToPath(url)]));
  const outExtension = { '.js': '.mjs' };
  buildSync({ entryPoints, outdir: folder, outExtension, bundle: true, format: 'esm', platform: 'node' });
  const path = (name: keyof typeof sources) => join(folder, `${name}.mjs`);
  return {
    barePipe: path('barePipe'),
    echo: path('echo'),
    flood: path('flood'),
    huge: path('huge'),
    clock: path('clock'),
    passFrames: path('passFrames'),
  };
}
