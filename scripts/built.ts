import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that the build reads or writes. */
const FILES = [
  '{proxy,inspector-ui,scripts,dist}/**/*',
  '*.{json,config.ts}',
  'THIRD-PARTY-LICENSES',
  'node_modules/.package-lock.json',
];

/** The hash of these files after the last build. */
const STAMP = 'node_modules/.cache/built';

/** True if all these files are unchanged since the last build. */
export function isBuilt(): boolean {
  try {
    return readFileSync(STAMP, 'utf8') === hash();
  } catch {
    return false; // there was no build
  }
}

export function rememberBuild(): void {
  mkdirSync('node_modules/.cache', { recursive: true });
  writeFileSync(STAMP, hash());
}

function hash(): string {
  const files = globSync(FILES, { withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  const digest = createHash('sha256').update(process.version);
  for (const path of paths) digest.update(`\0${path}\0`).update(readFileSync(path));
  return digest.digest('hex');
}
