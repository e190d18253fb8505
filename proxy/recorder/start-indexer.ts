import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isStoredAlive } from '../shim/process-identity.ts';
import { MEMORY } from '../store/connection/open.ts';
import type { Store } from '../store/store.ts';
import { startInBackground } from '../shim/start-detached.ts';

/** Fewer entries than this are searched in about 50 ms without an index. */
const WORTHWHILE = 20_000;

/** How long an indexer that could not finish (full disk, damaged recording) is not started again. */
const RETRY_MS = 5 * 60_000;

/** The file that names the indexer process at work. It stays when the process ends early. */
export const indexingMark = (database: string): string => join(dirname(database), 'indexing');

/**
 * Starts the indexer if ended recordings have many entries outside of the search index. Called by commands that search:
 * recording never waits for the index. The process outlives the command, with the lowest priority. Never throws.
 */
export function startIndexer(store: Store): void {
  try {
    if (store.path === MEMORY || store.index.missing() < WORTHWHILE || isIndexing(store.path)) return;
    writeFileSync(indexingMark(store.path), '', { mode: 0o600 }); // where this fails, the index cannot grow either
    const program = fileURLToPath(new URL('./indexer.js', import.meta.url));
    startInBackground(program, store.path, 'ignore');
  } catch {
    // Without an index searches take longer.
  }
}

function isIndexing(database: string): boolean {
  try {
    const mark = indexingMark(database);
    return Date.now() - statSync(mark).mtimeMs < RETRY_MS || isStoredAlive(readFileSync(mark, 'utf8'));
  } catch {
    return false; // no mark, or an empty one: the process ended before it wrote its identity
  }
}
