import { addFolder, createFolderMap, PATH_MEMBERS } from '#core/protocol/folder-map.ts';
import { knownMembers } from '#core/protocol/known-members.ts';
import { runIdKind } from '#core/protocol/run-ids.ts';
import { isObject } from '#core/wire/json.ts';
import { renderValue } from '#core/wire/render-value.ts';
import { passingKind, withoutPassing, type Zone } from './passing.ts';

/** JSON text in one spelling: members sorted, ids blanked out. `ids` are these, in the order of the text. */
export interface Piece {
  readonly text: string;
  readonly ids: readonly string[];
  /** What was left out because it is another in every run, with the place: `rawOutput.duration.nanos 51200`. */
  readonly passing: readonly string[];
}

/**
 * What stands in a piece for an id, before the kind of thing that it names. No text of a peer has it: Unicode keeps it for uses like this.
 * Not NUL: a script that stands in a page must not have one.
 */
export const BLANK = '\ufdd0';

/** What the id in a member names, in the words of a comparison. */
const idKind = (member: string): string | undefined =>
  member === 'requestId' ? 'request' : runIdKind(member)?.replace('-', ' ');

/** What differs from run to run and says nothing: private notes, token counts, times of day. */
const IGNORED: ReadonlySet<string> = new Set(['_meta', 'usage', 'updatedAt', 'createdAt', 'timestamp']);

/** What a model gave a tool, and what the tool gave back: members that ACP does not know. */
const ZONES: Readonly<Record<string, Zone>> = { rawInput: 'input', rawOutput: 'output' };

/** Deeper than any message of ACP; what is below is compared by the beginning of its JSON. */
const DEEPEST = 100;
const DEEP_WIDTH = 4000;

/** Characters of a value that are kept to tell whether it was another one. */
const TOLD = 200;

/** Values of one piece that are kept to name what was left out. */
const MOST_PASSING = 1000;

/** What brings a recording's folders to a form in which two runs are equal. */
export interface Folders {
  readonly text: (value: string) => string;
  readonly path: (value: string) => string;
}

/**
 * Writes values in one spelling. Ids that peers made up are blanked out. So is what is passing in tool input, in tool output and in members
 * that ACP does not know: see `passing.ts`.
 */
export function createPieces(folders: Folders) {
  const known = knownMembers();
  const text = createText(folders);
  const zoneBelow = (member: string): Zone | undefined =>
    Object.hasOwn(ZONES, member) ? ZONES[member] : known.has(member) ? undefined : 'private';

  return (whole: unknown, name = ''): Piece => {
    const ids: string[] = [];
    const passing: string[] = [];
    const pass = (path: readonly string[], value: string | number) => {
      if (passing.length < MOST_PASSING) passing.push(`${path.join('.')} ${String(value).slice(0, TOLD)}`);
    };
    const blank = (kind: string, value: string | number): string => {
      ids.push(`${kind} ${value}`);
      return `${BLANK}${kind}${BLANK}`;
    };

    function writeText(value: string, path: readonly string[], zone: Zone | undefined): string {
      const member = path.at(-1) ?? '';
      const isPath = PATH_MEMBERS.has(member) || (member === 'uri' && value.startsWith('file://'));
      const neutral = text(isPath ? folders.path(value) : value);
      return zone ? withoutPassing(neutral, zone, (_, part) => pass(path, part)) : neutral;
    }

    /** `path` leads to the value: from the member that is not ACP's where it is in a zone, else the last name. */
    function write(value: unknown, path: readonly string[], zone: Zone | undefined, depth: number): string {
      const isLeaf = typeof value === 'string' || typeof value === 'number';
      const member = path.at(-1) ?? '';
      const kind = zone ? undefined : idKind(member);
      if (kind !== undefined && isLeaf) return JSON.stringify(blank(kind, value));
      const found = zone && isLeaf ? passingKind(value, path, zone) : undefined;
      if (found !== undefined && isLeaf) {
        pass(path, value);
        return JSON.stringify(found === 'id' || found === 'process' ? blank(found, value) : `{${found}}`);
      }
      if (typeof value === 'string') return JSON.stringify(writeText(value, path, zone));
      if (depth > DEEPEST) return JSON.stringify(renderValue(value, DEEP_WIDTH));
      if (Array.isArray(value)) return `[${value.map((item) => write(item, path, zone, depth + 1)).join(',')}]`;
      if (!isObject(value)) return JSON.stringify(value) ?? 'null';
      const members = Object.keys(value)
        .filter((each) => value[each] !== undefined && (zone || !IGNORED.has(each)))
        .map((each) => [nameOf(each, path, zone), each] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([spelt, each]) => {
          const below = zone ?? zoneBelow(each);
          return `${JSON.stringify(spelt)}:${write(value[each], zone ? [...path, spelt] : [each], below, depth + 1)}`;
        });
      return `{${members.join(',')}}`;
    }

    /** Paths and ids may be names of members, too. */
    function nameOf(member: string, path: readonly string[], zone: Zone | undefined): string {
      if (!zone || passingKind(member, [], zone) === undefined) return writeText(member, path, zone);
      pass(path, member);
      return '{id}';
    }

    const zone = name === '' ? undefined : zoneBelow(name);
    return { text: write(whole, [name], zone, 0), ids, passing };
  };
}

const createText =
  (folders: Folders) =>
  (value: string): string =>
    folders
      .text(value)
      .replaceAll(/\[redacted-\d{1,6}\]/g, '[redacted]') // numbered anew in every export
      .replaceAll(BLANK, '\u{fffd}');

/**
 * Brings what a recording says to a form in which two runs of the same thing are equal. The first working directory of a session is `.`,
 * later ones and the one the agent was started in have names. Sessions are added as they open.
 */
export function createNeutral(startedIn: string) {
  const folders = createFolderMap();
  let count = 0;
  return {
    /** A session works there. */
    folder(path: string): void {
      if (addFolder(folders, path, count === 0 ? '.' : `{folder ${count + 1}}`)) count += 1;
      addFolder(folders, startedIn, '{start}'); // unless that is one of them, as it mostly is
    },
    text: createText(folders),
    piece: createPieces(folders),
  };
}

export type Neutral = ReturnType<typeof createNeutral>;

/** An object of pieces, in the order given. */
export function joined(members: Iterable<readonly [name: string, piece: Piece]>): Piece {
  const all = [...members];
  return {
    text: `{${all.map(([name, { text }]) => `${JSON.stringify(name)}:${text}`).join(',')}}`,
    ids: all.flatMap(([, { ids }]) => ids),
    passing: all.flatMap(([, { passing }]) => passing),
  };
}
