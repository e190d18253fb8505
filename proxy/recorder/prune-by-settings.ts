import { openStore } from '../store/store.ts';
import { keepRules, readSettings, settingsPath } from './keep-settings.ts';
import { liveRecording, pruneAll } from './prune.ts';

/**
 * Prunes by the settings file, unless a conversation is being recorded: then its recorder prunes. Does not open the
 * database without settings.
 */
export async function pruneBySettings(database: string, spool: string): Promise<void> {
  const rules = keepRules(readSettings(settingsPath(database)));
  if (!rules) return;
  const store = openStore(database);
  try {
    if (liveRecording(store, spool) === undefined) await pruneAll(store, spool, rules);
  } finally {
    store.close();
  }
}
