import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /['"](\.{1,2}\/|#core\/)([^'"]+)\.ts['"]/g;

/**
 * Keeps only the declarations of the entry points, `ENTRY/index.d.ts` in this folder, and those that they import. The
 * compiler writes one for every module of the program.
 * @throws {Error} when an entry point is missing.
 */
export function keepPublicTypes(folder: string, entries: readonly string[]): void {
  const kept = new Set<string>();
  const keep = (file: string): void => {
    if (kept.has(file) || !existsSync(file)) return;
    kept.add(file);
    for (const [, from, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORT))
      keep(from === '#core/' ? join(folder, 'core', `${path}.d.ts`) : join(dirname(file), from ?? '', `${path}.d.ts`));
  };
  for (const entry of entries) {
    const file = join(folder, entry, 'index.d.ts');
    keep(file);
    if (!kept.has(file)) throw new Error(`there is no ${file}`);
  }
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.d.ts') && !kept.has(join(folder, path))) rmSync(join(folder, path));
}
