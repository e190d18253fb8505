import { mapStrings } from '#core/json/json-strings.ts';
import { isObject } from '#core/json/json.ts';
import { holdsPath, type FolderMap } from '#core/protocol/folder-map.ts';

/** The live names of the recording's sessions, paths and other ids. */
export interface LiveNames {
  /** Maps the recorded id to the live one from now on. */
  bind(recorded: string, live: string): void;
  /** Maps ids and cursors of a recorded result to those of the live result in the same members. */
  bindResult(recorded: unknown, live: unknown): void;
  /** The JSON text of a recorded frame with live ids and paths; every other character stays. */
  toLive(json: string): string;
  /** A recorded value with live ids and paths. */
  valueToLive(value: unknown): unknown;
  /** Whether a recorded id has been bound. */
  knows(id: string): boolean;
  /** The live id, or the recorded one where no live id is known. */
  idToLive(id: string): string;
  pathToLive(path: string): string;
  /** Maps folders anywhere in free text. */
  textToLive(text: string): string;
}

/** Members that hold ids given by the agent. */
const ID = /(?:Id|Cursor|^id|^cursor)$/;

/** Keeps the live names. `folders` maps the paths of the recording to this machine. */
export function createLiveNames(folders: FolderMap): LiveNames {
  const live = new Map<string, string>();
  const toLive = (json: string) =>
    mapStrings(json, (value, path) => {
      const name = path.findLast((one) => one !== '') ?? '';
      const id = ID.test(name) ? live.get(value) : undefined;
      return id ?? (holdsPath(name, value) ? folders.path(value) : folders.text(value));
    });
  const bind = (recorded: string, now: string) => void live.set(recorded, now);
  return {
    bind,
    bindResult(recorded, now) {
      if (!isObject(recorded) || !isObject(now)) return;
      for (const [name, value] of Object.entries(recorded)) {
        const other = now[name];
        // the next request takes the cursor of this answer
        if (/(?:Id|Cursor)$/.test(name) && typeof value === 'string' && typeof other === 'string') bind(value, other);
      }
    },
    toLive,
    valueToLive: (value) => (value === undefined ? undefined : (JSON.parse(toLive(JSON.stringify(value))) as unknown)),
    knows: (id) => live.has(id),
    idToLive: (id) => live.get(id) ?? id,
    pathToLive: folders.path,
    textToLive: folders.text,
  };
}
