import { stringAt, valueAt } from '#core/json/json.ts';
import { createFolderMap, pairFolders, type FolderPair } from '#core/protocol/folder-map.ts';
import type { ToRecorded } from './normalise.ts';

/** The folders that a request opens a session with, as recorded and as the live client names them. */
export function openedFolders(recorded: unknown, live: unknown): readonly FolderPair[] {
  const [theirs, ours] = [recorded, live].map((params) => {
    const more = valueAt(params, 'additionalDirectories');
    return [stringAt(params, 'cwd'), ...(Array.isArray(more) ? more : [])] as readonly unknown[];
  });
  return (theirs ?? []).flatMap((from, index) => {
    const to = ours?.[index];
    return (typeof from === 'string' && typeof to === 'string' && pairFolders(from, to)) || [];
  });
}

/** Maps like `to`, and the folders that a request opens, which are bound only when the request is accepted. */
export function withOpened(to: ToRecorded, recorded: unknown, live: unknown): ToRecorded {
  const folders = createFolders();
  for (const pair of openedFolders(recorded, live)) folders.bind(pair);
  const { path } = folders.toRecorded;
  return {
    ...to,
    path(text) {
      const mapped = path(text);
      return mapped === text ? to.path(text) : mapped;
    },
  };
}

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
