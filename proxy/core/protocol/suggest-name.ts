import { ALIASES, METHOD_ALIASES } from './aliases.ts';
import { editDistance } from './edit-distance.ts';
import { knownMethods, type MethodUse } from './methods.ts';

/**
 * Returns the candidate that a wrong name of ACP probably means: another spelling of its words, a known
 * confusion, or a typing mistake.
 */
export const suggestName = (name: string, candidates: readonly string[]): string | undefined =>
  sameWords(name, candidates) ?? knownAlias(name, candidates) ?? slipOf(name, candidates);

/** Like `suggestName`, for a method. Suggests only methods that the sender could use in its place, in that version. */
export function suggestMethod(method: string, use: MethodUse): string | undefined {
  const candidates = knownMethods(use);
  return sameWords(method, candidates) ?? aliasIn(METHODS, method, candidates) ?? slipOf(method, candidates);
}

/** Like `suggestName`, for ids and names outside ACP: without the known confusions. */
export const nearestName = (name: string, candidates: readonly string[]): string | undefined =>
  sameWords(name, candidates) ?? slipOf(name, candidates);

/** Returns the candidate that is a known confusion of the name. */
export const knownAlias = (name: string, candidates: readonly string[]): string | undefined =>
  aliasIn(NAMES, name, candidates);

/** The end of a sentence about a wrong name; empty without a suggestion. */
export const suggestionText = (name: string | undefined): string =>
  name === undefined ? '' : `: did you mean ${name}?`;

/** Returns an additional hint for a wrong name in a definition. */
export const hintFor = (of: string | undefined, name: string): string | undefined => HINTS.get(`${of ?? ''} ${name}`);

const WRAPPED = 'content blocks are wrapped in {"type":"content"}';

const HINTS: ReadonlyMap<string, string> = new Map([
  ['ToolCallContent text', WRAPPED],
  ['ToolCallContent image', WRAPPED],
  ['ToolCallContent audio', WRAPPED],
  ['ToolCallContent resource', WRAPPED],
  ['ToolCallContent resource_link', WRAPPED],
  ['ContentChunk index', 'chunks are not numbered'],
  ['ToolCallUpdate appendContent', 'content replaces the whole list'],
]);

function sameWords(name: string, candidates: readonly string[]): string | undefined {
  const words = squash(name);
  return words === '' ? undefined : candidates.find((candidate) => squash(candidate) === words);
}

/** Makes `inProgress`, `in-progress` and `in_progress` equal. */
const squash = (name: string) =>
  name
    .slice(0, 100)
    .replace(/[\s_/-]/g, '')
    .toLowerCase();

type Aliases = ReadonlyMap<string, readonly string[]>;

const bySpelling = (table: Readonly<Record<string, readonly string[]>>): Aliases =>
  new Map(Object.entries(table).map(([name, right]) => [squash(name), right]));

const NAMES = bySpelling(ALIASES);
const METHODS = bySpelling(METHOD_ALIASES);

const aliasIn = (aliases: Aliases, name: string, candidates: readonly string[]): string | undefined =>
  aliases.get(squash(name))?.find((right) => candidates.includes(right));

/** Returns the candidate with the fewest typing mistakes; undefined if two candidates are equally near. */
function slipOf(name: string, candidates: readonly string[]): string | undefined {
  let found: string | undefined;
  let least = slipsIn(name) + 1;
  for (const candidate of candidates) {
    if (numbersIn(candidate) !== numbersIn(name)) continue; // `gpt-4` is not a typo of `gpt-5`
    const distance = editDistance(name, candidate, least + 1);
    if (distance > least || distance > slipsIn(name) || candidate === found) continue;
    found = distance < least ? candidate : undefined;
    least = distance;
  }
  return found;
}

/**
 * The most typing mistakes in a name. More than one in a short name makes another word; a name of one or two
 * letters allows none.
 */
const slipsIn = ({ length }: string) => (length < 3 ? 0 : length < 6 ? 1 : 2);

const numbersIn = (name: string) => name.replace(/\D+/g, ' ').trim();
