import { createFolderMap, type FolderPair } from '#core/protocol/folder-map.ts';

/** The folders of a recording and those of the live side. */
export function createFolders() {
  const toLive = createFolderMap();
  const toRecorded = createFolderMap();
  return {
    toLive,
    toRecorded,
    /** The recorded folder has this live one from now on. */
    bind(pair: FolderPair): void {
      const before = toLive.get(pair.from);
      if (before && toRecorded.get(before.to)?.to === before.from) toRecorded.delete(before.to);
      toLive.set(pair);
      toRecorded.set({ from: pair.to, to: pair.from });
    },
  };
}
