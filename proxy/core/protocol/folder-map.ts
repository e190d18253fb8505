import { below, decode, fromUri, isWindows, keyOf, patternOf, toUri, toUriPath } from './folder-spelling.ts';

/** A folder on one machine and its counterpart on another. No separator at the end, so the root is empty. */
export interface FolderPair {
  readonly from: string;
  readonly to: string;
}

/** Undefined where both folders are the same, or one is missing. */
export function pairFolders(from: string | undefined, to: string | undefined): FolderPair | undefined {
  const [a, b] = [from, to].map((folder) => folder?.replace(/[/\\]+$/, ''));
  return a === undefined || b === undefined || a === b ? undefined : { from: a, to: b };
}

/**
 * Adds a folder, also without its leading slash (`tmp/run/app`), as some tools print paths relative to the
 * root. Returns false for a known folder and for the root, which is part of every path.
 */
export function addFolder(folders: FolderMap, from: string, to: string): boolean {
  const pair = pairFolders(from, to);
  if (!pair || pair.from === '' || folders.get(pair.from)) return false;
  folders.set(pair);
  const bare = /^\/(.+\/.+)$/.exec(pair.from)?.[1];
  if (bare !== undefined) folders.set({ from: bare, to: pair.to.replace(/^\//, '') });
  return true;
}

/** Translates paths from one machine to another. The innermost known folder decides; other paths stay unchanged. */
export type FolderMap = ReturnType<typeof createFolderMap>;

/** Members that hold paths, or lists of paths. */
const PATH_MEMBERS: ReadonlySet<string> = new Set(['path', 'oldPath', 'newPath', 'cwd', 'additionalDirectories']);

/** True for a member that holds a path, or a URI of a file. */
export const holdsPath = (member: string, value: string): boolean =>
  PATH_MEMBERS.has(member) || (member === 'uri' && value.startsWith('file://'));

/** Matches folders in any spelling: `c:/Work` equals `C:\work`, and URIs are decoded. */
export function createFolderMap(pairs: Iterable<FolderPair> = []) {
  const byKey = new Map<string, FolderPair>();
  const heads = new Set<string>(); // every text with a folder name contains one of them
  let longest = 0;
  let pattern: RegExp | undefined;

  function set(pair: FolderPair): void {
    byKey.set(keyOf(pair.from), pair);
    for (const head of headsOf(pair.from)) heads.add(head);
    longest = Math.max(longest, pair.from.length);
    pattern = undefined;
  }

  /** True if plain or JSON text may name a folder. Fast; never false for a text that names one. */
  function mayName(text: string): boolean {
    if (byKey.size === 0) return false;
    for (const head of heads) if (text.includes(head)) return true;
    return false;
  }

  /** Compiled on demand, because a thousand sessions add a thousand folders but few texts need the pattern. */
  function compile(): RegExp {
    const folders = [...byKey.values()].map(({ from }) => from).filter((from) => from !== '');
    const inside = folders.toSorted((a, b) => b.length - a.length).map(patternOf);
    return new RegExp(`(?:${SCHEME}|${BEFORE})(${inside.join('|') || '(?!)'})${AFTER}${REST}`, 'gu');
  }

  for (const pair of pairs) set(pair);
  return {
    /** A later pair for the same folder replaces an earlier one. */
    set,
    get: (from: string): FolderPair | undefined => byKey.get(keyOf(from)),
    delete(from: string): void {
      byKey.delete(keyOf(from));
      pattern = undefined;
    },
    isEmpty: (): boolean => byKey.size === 0,
    mayName,

    /** Maps a path or a `file:` URI. */
    path(path: string): string {
      if (byKey.size === 0) return path;
      const isUri = /^file:\/\//iu.test(path);
      const wasWindows = isWindows(path);
      const separators = isUri ? '/?#' : wasWindows ? '/\\' : '/';
      const last = Math.min(path.length, isUri ? 16 + 9 * longest : longest); // an encoded character takes up to nine
      let found: { readonly pair: FolderPair; readonly end: number } | undefined;
      for (let end = isUri ? 'file://'.length : 0; end <= last; end++) {
        if (end < path.length && !separators.includes(path.charAt(end))) continue;
        const name = path.slice(0, end);
        const pair = byKey.get(keyOf(isUri ? fromUri(name) : name));
        if (pair) found = { pair, end };
        if (isUri && /[?#]/.test(path.charAt(end))) break;
      }
      if (!found) return path;
      const rest = path.slice(found.end);
      if (!isUri) return below(found.pair.to, rest, wasWindows);
      return toUri(found.pair.to) + (rest === '' && /^(?:[a-z]:)?$/iu.test(found.pair.to) ? '/' : rest);
    },

    /**
     * Maps every folder name in free text: in paths, URIs and sentences. Ignores the root folder, which is
     * part of every path.
     */
    text(text: string): string {
      if (!mayName(text)) return text;
      return text.replace(
        (pattern ??= compile()),
        (all: string, scheme: string | undefined, name: string, rest: string) => {
          const plain = byKey.get(keyOf(name));
          const pair = plain ?? byKey.get(keyOf(decode(name)));
          if (!pair) return all;
          if (scheme !== undefined) return toUri(pair.to) + rest;
          return plain ? below(pair.to, rest, isWindows(pair.from)) : toUriPath(pair.to) + rest;
        },
      );
    },
  };
}

const SCHEME = String.raw`(?<![\p{L}\p{N}_.~\-])(file:\/\/\/?)`;

/** Not inside a longer name, nor below another folder. The `//` of a URI may stand before it. */
const BEFORE = String.raw`(?<![\p{L}\p{N}_.~\-])(?<![^/:]\/)`;

/** Not followed by more of the same name. A full stop at the end of a sentence is allowed. */
const AFTER = String.raw`(?![\p{L}\p{N}_~\-]|%[\da-fA-F]{2}|\.[\p{L}\p{N}])`;

/** The rest of the path. Its separators are changed to those of the other machine. */
const REST = String.raw`((?:[\\/][^\s"'\x60<>|?*:,;()\[\]{}\\/]*)*)`;

/** Returns the beginnings that all spellings of a folder share, in plain text and JSON. */
function headsOf(folder: string): readonly string[] {
  if (!isWindows(folder)) return [/^[\w/.~-]*/.exec(folder)?.[0] || '/'];
  if (folder.startsWith('\\\\')) return [''];
  const drive = folder.charAt(0);
  return [drive.toLowerCase(), drive.toUpperCase()].flatMap((one) => [`${one}:`, `${one}%3A`, `${one}%3a`]);
}
