import { isObject } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import { addFolder, createFolderMap, holdsPath } from '#core/protocol/folder-map.ts';
import { knownMembers } from '#core/protocol/known-members.ts';
import { runIdKind } from '#core/protocol/run-ids.ts';
import { IGNORED_MEMBERS, ignoredBy } from './ignored.ts';
import { runValueKind, withoutRunValues, type ValueOrigin } from './run-values.ts';

/** Normalised JSON text: members sorted, ids blanked. `ids` lists the blanked ids, in the order of the text. */
export interface NormalisedText {
  readonly text: string;
  readonly ids: readonly string[];
  /** Values left out because they differ in every run, with their place: `rawOutput.duration.nanos 51200`. */
  readonly runValues: readonly string[];
}

/**
 * Stands before and after the kind of id where a text had an id. Never part of a peer's text, because Unicode reserves
 * it for internal use. Not NUL, which a script in a page must not contain.
 */
export const BLANK = '\ufdd0';

/** The kind of id in a member, as a comparison names it. */
const idKind = (member: string): string | undefined =>
  member === 'requestId' ? 'request' : runIdKind(member)?.replace('-', ' ');

const IGNORED = ignoredBy('comparison', IGNORED_MEMBERS);

/** A tool's input from the model, and its output: values outside of ACP's schema. */
const ORIGINS: Readonly<Record<string, ValueOrigin>> = { rawInput: 'input', rawOutput: 'output' };

/** Deeper than any message of ACP. Deeper values are compared by the beginning of their JSON. */
const DEEPEST = 100;
const DEEP_WIDTH = 4000;

/** The most characters kept of a run-specific value. */
const MAX_VALUE_CHARACTERS = 200;

/** The most run-specific values kept of one text. */
const MAX_RUN_VALUES = 1000;

/** Normalises a recording's folders, so that two runs are equal. */
export interface Folders {
  readonly text: (value: string) => string;
  readonly path: (value: string) => string;
}

/**
 * Normalises values. Blanks out ids made up by peers, and run-specific values in tool input, tool output and members
 * unknown to ACP: see `run-values.ts`.
 */
function createValueNormaliser(folders: Folders) {
  const known = knownMembers();
  const text = createTextNormaliser(folders);
  const originBelow = (member: string): ValueOrigin | undefined =>
    Object.hasOwn(ORIGINS, member) ? ORIGINS[member] : known.has(member) ? undefined : 'private';

  return (whole: unknown, name = ''): NormalisedText => {
    const ids: string[] = [];
    const runValues: string[] = [];
    const leaveOut = (path: readonly string[], value: string | number) => {
      if (runValues.length < MAX_RUN_VALUES)
        runValues.push(`${path.join('.')} ${String(value).slice(0, MAX_VALUE_CHARACTERS)}`);
    };
    const blank = (kind: string, value: string | number): string => {
      ids.push(`${kind} ${value}`);
      return `${BLANK}${kind}${BLANK}`;
    };

    function writeText(value: string, path: readonly string[], origin: ValueOrigin | undefined): string {
      const member = path.at(-1) ?? '';
      const isPath = holdsPath(member, value);
      const normalised = text(isPath ? folders.path(value) : value);
      return origin ? withoutRunValues(normalised, origin, (_, part) => leaveOut(path, part)) : normalised;
    }

    /** `path`: with an origin, the names from the member unknown to ACP down to the value; else only the last name. */
    function write(value: unknown, path: readonly string[], origin: ValueOrigin | undefined, depth: number): string {
      const isLeaf = typeof value === 'string' || typeof value === 'number';
      const member = path.at(-1) ?? '';
      const kind = origin ? undefined : idKind(member);
      if (kind !== undefined && isLeaf) return JSON.stringify(blank(kind, value));
      const found = origin && isLeaf ? runValueKind(value, path, origin) : undefined;
      if (found !== undefined && isLeaf) {
        leaveOut(path, value);
        return JSON.stringify(found === 'id' || found === 'process' ? blank(found, value) : `{${found}}`);
      }
      if (typeof value === 'string') return JSON.stringify(writeText(value, path, origin));
      if (depth > DEEPEST) return JSON.stringify(renderValue(value, DEEP_WIDTH));
      if (Array.isArray(value)) return `[${value.map((item) => write(item, path, origin, depth + 1)).join(',')}]`;
      if (!isObject(value)) return JSON.stringify(value) ?? 'null';
      const members = Object.keys(value)
        .filter((each) => value[each] !== undefined && (origin || !IGNORED.has(each)))
        .map((each) => [nameOf(each, path, origin), each] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([spelt, each]) => {
          const below = origin ?? originBelow(each);
          return `${JSON.stringify(spelt)}:${write(value[each], origin ? [...path, spelt] : [each], below, depth + 1)}`;
        });
      return `{${members.join(',')}}`;
    }

    /** Normalises the name of a member, because it may be a path or an id. */
    function nameOf(member: string, path: readonly string[], origin: ValueOrigin | undefined): string {
      if (!origin || runValueKind(member, [], origin) === undefined) return writeText(member, path, origin);
      leaveOut(path, member);
      return '{id}';
    }

    const origin = name === '' ? undefined : originBelow(name);
    return { text: write(whole, [name], origin, 0), ids, runValues };
  };
}

const createTextNormaliser =
  (folders: Folders) =>
  (value: string): string =>
    folders
      .text(value)
      .replaceAll(/\[redacted-\d{1,6}\]/g, '[redacted]') // every export numbers them anew
      .replaceAll(BLANK, '\u{fffd}');

/**
 * Normalises the content of a recording, so that two runs of the same conversation are equal. The first working
 * directory of a session becomes `.`; later ones and the agent's start folder get names. Sessions are added as they
 * open.
 */
export function createNormaliser(startedIn: string) {
  const folders = createFolderMap();
  let count = 0;
  return {
    ...normaliserOf(folders),
    /** Adds the folder of a session. */
    addFolder(path: string): void {
      if (addFolder(folders, path, count === 0 ? '.' : `{folder ${count + 1}}`)) count += 1;
      addFolder(folders, startedIn, '{start}'); // usually a session's folder already
    },
  };
}

/** Normalises content with folders that are known from the beginning. */
export const normaliserOf = (folders: Folders) => ({
  addFolder: (_path: string): void => {},
  normaliseText: createTextNormaliser(folders),
  normaliseValue: createValueNormaliser(folders),
});

export type Normaliser = ReturnType<typeof normaliserOf>;

/** Joins values to an object, in the given order. */
export function joined(members: Iterable<readonly [name: string, value: NormalisedText]>): NormalisedText {
  const all = [...members];
  return {
    text: `{${all.map(([name, { text }]) => `${JSON.stringify(name)}:${text}`).join(',')}}`,
    ids: all.flatMap(([, { ids }]) => ids),
    runValues: all.flatMap(([, { runValues }]) => runValues),
  };
}
