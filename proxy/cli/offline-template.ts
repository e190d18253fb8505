import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A page for a single file, made by scripts/build.ts: of a whole recording, or of its stats. */
export const offlineTemplate = (name: 'recording' | 'stats'): string =>
  readFileSync(fileURLToPath(new URL(`./inspector-offline/${name}.html`, import.meta.url)), 'utf8');
