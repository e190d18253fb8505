import { addFolder, createFolderMap, type FolderMap } from '#core/protocol/folder-map.ts';
import type { Entry } from '#core/wire/entry.ts';
import { createNames, type Names } from './names.ts';
import { toPlan, type Plan } from './plan.ts';

/** A recording prepared for a live agent. */
export interface Setting {
  readonly plan: Plan;
  readonly names: Names;
  /** Replaces the recorded and the live working directory by one word, for comparing. */
  readonly neutral: (text: string) => string;
}

/** Prepares a recording. `folder` is where the live agent works: it replaces every recorded working directory. */
export function prepare(recorded: Iterable<Entry>, folder: string): Setting {
  const plan = toPlan(recorded);
  return {
    plan,
    names: createNames(mapAll(plan.folders, folder)),
    neutral: mapAll([...plan.folders, folder], '$cwd').text,
  };
}

function mapAll(folders: readonly string[], to: string): FolderMap {
  const map = createFolderMap();
  for (const from of folders) addFolder(map, from, to);
  return map;
}
