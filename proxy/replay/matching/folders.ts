import { createFolderMap, type FolderPair } from '#core/protocol/folder-map.ts';

/** Pairs of a recorded folder and a live one. */
export function createFolders() {
  const toLive = createFolderMap();
  const toRecorded = createFolderMap();
  return {
    toLive,
    toRecorded,
    /** Maps the recorded folder to the live one from now on. */
    bind(pair: FolderPair): void {
      const before = toLive.get(pair.from);
      if (before && toRecorded.get(before.to)?.to === before.from) toRecorded.delete(before.to);
      toLive.set(pair);
      toRecorded.set({ from: pair.to, to: pair.from });
    },
  };
}
