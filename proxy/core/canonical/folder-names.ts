import { createFolderMap, pairFolders } from '#core/protocol/folder-map.ts';
import { isAbsolute } from '#core/text/is-absolute.ts';

/** A folder that does not exist on any machine, so the names are the same everywhere. */
const PARENT = '/acptap';

/**
 * Canonical folders. `/acptap/project`, `/acptap/project-2`, … for the folders of sessions; `/acptap/start` for the
 * agent's start folder if it is another; `/acptap/temp-1`, … for temporary folders with a random name.
 */
export function createFolderNames(startedIn: string) {
  const map = createFolderMap();
  const known = new Set<string>();
  const temporary = new Set<string>();
  let projects = 0;

  function add(folder: string, name: () => string): void {
    const bare = folder.replace(/[/\\]+$/, '');
    if (!isAbsolute(folder) || bare === '' || /^[a-z]:$/i.test(bare) || known.has(bare)) return; // the root is in every path
    known.add(bare);
    const pair = pairFolders(bare, name());
    if (pair) map.set(pair);
  }

  return {
    /** Adds the folder of a session. */
    project: (folder: string): void =>
      add(folder, () => `${PARENT}/project${(projects += 1) === 1 ? '' : `-${projects}`}`),
    /** Remembers the temporary folders in a text. */
    learn(text: string): void {
      if (!/te?mp|\/T\//i.test(text)) return;
      for (const [folder, name = ''] of text.matchAll(TEMPORARY)) if (isRandom(name)) temporary.add(folder);
    },
    /** Call after the last string, because a temporary folder may turn out to be a session's. */
    settle(): void {
      add(startedIn, () => `${PARENT}/start`);
      let temps = 0;
      for (const folder of temporary) add(folder, () => `${PARENT}/temp-${(temps += 1)}`);
    },
    text: map.text,
    /** Maps a path, or the paths in a text. */
    in(value: string, isPath: boolean): string {
      const path = isPath ? map.path(value) : value;
      return path === value ? map.text(value) : path;
    },
  };
}

/** A folder inside the temporary folder of Linux, macOS and Windows, and its name. */
const TEMPORARY =
  /(?<![\w.~-])(?:(?:\/private)?(?:\/var)?\/tmp|(?:\/private)?\/var\/folders\/\w+\/\w+\/T|[A-Za-z]:[\\/]Users[\\/][^\\/]+[\\/]AppData[\\/]Local[\\/]Temp)[\\/]([\w.@+-]*\w)/g;

/**
 * True if a name ends like a unique name from Node, Python or Rust: six or more letters and digits that do not form a
 * word.
 */
function isRandom(name: string): boolean {
  const end = /\w*$/.exec(name)?.[0].replace(/^tmp/, '') ?? '';
  return end.length >= 6 && !/^[A-Z]?[a-z_]+$/.test(end);
}
