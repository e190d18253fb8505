import { openStore } from '../store/store.ts';
import { keepRules, readSettings, settingsPath } from './keep-settings.ts';
import { liveRecording, pruneAll } from './prune.ts';

/** Prunes as the settings file says, unless something is recorded: then the recorder of that does it. Without settings it opens nothing. */
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
