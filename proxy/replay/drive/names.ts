import { PATH_MEMBERS, type FolderMap } from '#core/protocol/folder-map.ts';
import { isObject } from '#core/wire/json.ts';
import { mapStrings } from '#core/wire/json-strings.ts';

/** What the live side calls the things of the recording. */
export interface Names {
  /** From now on the recorded id stands for the live one. */
  bind(recorded: string, live: string): void;
  /** Binds the ids and cursors of a recorded result to those that the live result has under the same names. */
  bindResult(recorded: unknown, live: unknown): void;
  /** A recorded frame's JSON text as it has to be said now. Everything but ids and paths stays as it is, character by character. */
  toLive(json: string): string;
  /** A recorded value as it has to be said now. */
  valueToLive(value: unknown): unknown;
  /** Whether a recorded id has been bound. */
  knows(id: string): boolean;
  /** The recorded id itself where nothing else is known. */
  idToLive(id: string): string;
  pathToLive(path: string): string;
  /** Free text: folders wherever they are named. */
  textToLive(text: string): string;
}

/** The members whose strings are ids that the agent gave. */
const ID = /(?:Id|Cursor|^id|^cursor)$/;

/** Keeps the live names. `folders` brings the paths of the recording to this machine. */
export function createNames(folders: FolderMap): Names {
  const live = new Map<string, string>();
  const toLive = (json: string) =>
    mapStrings(json, (value, path) => {
      const name = path.findLast((one) => one !== '') ?? '';
      const id = ID.test(name) ? live.get(value) : undefined;
      return id ?? (PATH_MEMBERS.has(name) || name === 'uri' ? folders.path(value) : folders.text(value));
    });
  const bind = (recorded: string, now: string) => void live.set(recorded, now);
  return {
    bind,
    bindResult(recorded, now) {
      if (!isObject(recorded) || !isObject(now)) return;
      for (const [name, value] of Object.entries(recorded)) {
        const other = now[name];
        // the cursor that an answer gives is the one that the next request takes
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
