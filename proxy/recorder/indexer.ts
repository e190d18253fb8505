import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as rest } from 'node:timers/promises';
import { identify } from '../shim/process-identity.ts';
import { openStore } from '../store/store.ts';
import { indexingMark } from './start-indexer.ts';

/** The rest after each step while something is recorded: the wire comes first. A step takes some ten milliseconds. */
const REST_MS = 100;

/** The indexer process: adds the entries of ended recordings to the search index, and ends. Its output is not read. */
const database = process.argv[2] ?? '';

const mark = indexingMark(database);
const store = openStore(database);
try {
  writeFileSync(mark, JSON.stringify(identify(process.pid)), { mode: 0o600 });
  while (!store.isReplaced() && store.index.extend()) await rest(store.read.live().length > 0 ? REST_MS : 0);
  if (store.index.skipped() === 0) rmSync(mark, { force: true }); // else not started again at each search
} finally {
  store.close();
}
