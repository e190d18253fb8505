import { below, decode, fromUri, isWindows, keyOf, patternOf, toUri, toUriPath } from './folder-spelling.ts';

/** A folder of one machine and the one in its place on another. Without a separator at the end: the root is empty. */
export interface FolderPair {
  readonly from: string;
  readonly to: string;
}

/** Undefined where there is nothing to map. */
export function pairFolders(from: string | undefined, to: string | undefined): FolderPair | undefined {
  const [a, b] = [from, to].map((folder) => folder?.replace(/[/\\]+$/, ''));
  return a === undefined || b === undefined || a === b ? undefined : { from: a, to: b };
}

/**
 * Adds a folder, and how tools name it that show paths relative to the root: `tmp/run/app`. False for one that is there, and for the root:
 * it is in every path.
 */
export function addFolder(folders: FolderMap, from: string, to: string): boolean {
  const pair = pairFolders(from, to);
  if (!pair || pair.from === '' || folders.get(pair.from)) return false;
  folders.set(pair);
  const bare = /^\/(.+\/.+)$/.exec(pair.from)?.[1];
  if (bare !== undefined) folders.set({ from: bare, to: pair.to.replace(/^\//, '') });
  return true;
}

/** Brings paths from one machine to another. The innermost folder counts; what lies in none stays as it is. */
export type FolderMap = ReturnType<typeof createFolderMap>;

/** Members whose strings are paths, with what may stand in lists below them. */
export const PATH_MEMBERS: ReadonlySet<string> = new Set([
  'path',
  'oldPath',
  'newPath',
  'cwd',
  'additionalDirectories',
]);

/** Folders are known by what they are, however they are spelt: `c:/Work` is `C:\work`, and a URI is what it says decoded. */
export function createFolderMap(pairs: Iterable<FolderPair> = []) {
  const byKey = new Map<string, FolderPair>();
  const heads = new Set<string>(); // one of them is in every text that names a folder
  let longest = 0;
  let pattern: RegExp | undefined;

  function set(pair: FolderPair): void {
    byKey.set(keyOf(pair.from), pair);
    for (const head of headsOf(pair.from)) heads.add(head);
    longest = Math.max(longest, pair.from.length);
    pattern = undefined;
  }

  /** Whether any folder may be named in plain or JSON text: cheap, and never wrongly false. */
  function mayName(text: string): boolean {
    if (byKey.size === 0) return false;
    for (const head of heads) if (text.includes(head)) return true;
    return false;
  }

  /** Put together when it is needed: a thousand sessions bring a thousand folders, and seldom a text. */
  function compile(): RegExp {
    const folders = [...byKey.values()].map(({ from }) => from).filter((from) => from !== '');
    const inside = folders.toSorted((a, b) => b.length - a.length).map(patternOf);
    return new RegExp(`(?:${SCHEME}|${BEFORE})(${inside.join('|') || '(?!)'})${AFTER}${REST}`, 'gu');
  }

  for (const pair of pairs) set(pair);
  return {
    /** The later of two pairs for a folder counts. */
    set,
    get: (from: string): FolderPair | undefined => byKey.get(keyOf(from)),
    delete(from: string): void {
      byKey.delete(keyOf(from));
      pattern = undefined;
    },
    isEmpty: (): boolean => byKey.size === 0,
    mayName,

    /** A path or a `file:` URI. */
    path(path: string): string {
      if (byKey.size === 0) return path;
      const isUri = /^file:\/\//iu.test(path);
      const wasWindows = isWindows(path);
      const separators = isUri ? '/?#' : wasWindows ? '/\\' : '/';
      const last = Math.min(path.length, isUri ? 16 + 9 * longest : longest); // an encoded character has up to nine
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

    /** Every place in free text that names one of the folders: in a path, in a URI, in a sentence. The root folder is in all, and is left alone. */
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

/** Not in the middle of a name, and not below another folder; the `//` of a URI may stand before it. */
const BEFORE = String.raw`(?<![\p{L}\p{N}_.~\-])(?<![^/:]\/)`;

/** Not at the beginning of a longer name. A full stop that ends a sentence is no part of it. */
const AFTER = String.raw`(?![\p{L}\p{N}_~\-]|%[\da-fA-F]{2}|\.[\p{L}\p{N}])`;

/** The rest of a path in a sentence, whose separators are to be those of the other machine. */
const REST = String.raw`((?:[\\/][^\s"'\x60<>|?*:,;()\[\]{}\\/]*)*)`;

/** What every spelling of a folder has, be it in JSON: its beginning, up to what may be spelt in two ways. */
function headsOf(folder: string): readonly string[] {
  if (!isWindows(folder)) return [/^[\w/.~-]*/.exec(folder)?.[0] || '/'];
  if (folder.startsWith('\\\\')) return [''];
  const drive = folder.charAt(0);
  return [drive.toLowerCase(), drive.toUpperCase()].flatMap((one) => [`${one}:`, `${one}%3A`, `${one}%3a`]);
}
