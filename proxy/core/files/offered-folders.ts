import { folderOf, keyOfPath } from './file-path.ts';

const ROOT = /^[\\/]?$|^[a-z]:$/iu;

/** Folders that have a file, and folders above them with at least two entries among the files, except roots. Sorted. */
export function offeredFolders(paths: Iterable<string>): readonly string[] {
  const folders = new Map<string, { readonly name: string; readonly entry: string; isOffered: boolean }>();
  for (const path of paths) {
    let below = path;
    for (let name = folderOf(path); below === path || !ROOT.test(name); name = folderOf(below)) {
      const entry = keyOfPath(below);
      const known = folders.get(keyOfPath(name));
      if (known) {
        known.isOffered ||= below === path || known.entry !== entry;
        break; // the folders above are known too
      }
      folders.set(keyOfPath(name), { name, entry, isOffered: below === path });
      below = name;
    }
  }
  return [...folders.values()].flatMap(({ name, isOffered }) => (isOffered ? [name] : [])).toSorted();
}
