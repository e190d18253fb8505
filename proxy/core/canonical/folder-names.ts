import { createFolderMap, pairFolders } from '#core/protocol/folder-map.ts';

/** Folders that no machine has, so they are the same on each. */
const PARENT = '/acptap';

/**
 * Canonical folders: `/acptap/project`, `/acptap/project-2`, … for those that sessions are opened in, `/acptap/start` for the one
 * that the agent was started in where that is another, and `/acptap/temp-1`, … for temporary folders with a random name.
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
    /** A session is opened there. */
    project: (folder: string): void =>
      add(folder, () => `${PARENT}/project${(projects += 1) === 1 ? '' : `-${projects}`}`),
    /** Looks for temporary folders in a string. */
    meet(text: string): void {
      if (!/te?mp|\/T\//i.test(text)) return;
      for (const [folder, name = ''] of text.matchAll(TEMPORARY)) if (isRandom(name)) temporary.add(folder);
    },
    /** All have been met. A temporary folder may turn out to be that of a session. */
    settle(): void {
      add(startedIn, () => `${PARENT}/start`);
      let temps = 0;
      for (const folder of temporary) add(folder, () => `${PARENT}/temp-${(temps += 1)}`);
    },
    text: map.text,
    /** A path, or a text that may have some. */
    in(value: string, isPath: boolean): string {
      const path = isPath ? map.path(value) : value;
      return path === value ? map.text(value) : path;
    },
  };
}

const isAbsolute = (path: string) => /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(path);

/** A folder in the one for temporary files of Linux, macOS and Windows, and its name. */
const TEMPORARY =
  /(?<![\w.~-])(?:(?:\/private)?(?:\/var)?\/tmp|(?:\/private)?\/var\/folders\/\w+\/\w+\/T|[A-Za-z]:[\\/]Users[\\/][^\\/]+[\\/]AppData[\\/]Local[\\/]Temp)[\\/]([\w.@+-]*\w)/g;

/** Whether a name ends as Node, Python and Rust end it to make it unique: six or more letters and digits that are no word. */
function isRandom(name: string): boolean {
  const end = /\w*$/.exec(name)?.[0].replace(/^tmp/, '') ?? '';
  return end.length >= 6 && !/^[A-Z]?[a-z_]+$/.test(end);
}
