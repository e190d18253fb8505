import { addFolder, createFolderMap, type FolderMap } from '#core/protocol/folder-map.ts';
import type { Entry } from '#core/wire/entry.ts';
import { createLiveNames, type LiveNames } from './live-names.ts';
import { toPlan, type Plan } from './plan.ts';

/** A recording prepared for a live agent. */
export interface PreparedDrive {
  readonly plan: Plan;
  readonly names: LiveNames;
  /** Replaces the recorded and the live working directory by one word, for comparing. */
  readonly folders: FolderMap;
}

/** Prepares a recording. `folder` is where the live agent works: it replaces every recorded working directory. */
export function prepareDrive(recorded: Iterable<Entry>, folder: string): PreparedDrive {
  const plan = toPlan(recorded);
  return {
    plan,
    names: createLiveNames(mapAll(plan.folders, folder)),
    folders: mapAll([...plan.folders, folder], '$cwd'),
  };
}

function mapAll(folders: readonly string[], to: string): FolderMap {
  const map = createFolderMap();
  for (const from of folders) addFolder(map, from, to);
  return map;
}
