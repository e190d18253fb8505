import { ALIASES, METHOD_ALIASES } from './aliases.ts';
import { editDistance } from './edit-distance.ts';
import { knownMethods, type MethodUse } from './methods.ts';

/** The candidate that a wrong name of ACP is meant to be: by another spelling of the words, by a known confusion, by a slip of the finger. */
export const suggest = (name: string, candidates: readonly string[]): string | undefined =>
  sameWords(name, candidates) ?? aliasOf(name, candidates) ?? slipOf(name, candidates);

/** The same for a method: only what the sender could have sent in its place, in that version, is suggested. */
export function suggestMethod(method: string, use: MethodUse): string | undefined {
  const candidates = knownMethods(use);
  return sameWords(method, candidates) ?? aliasIn(METHODS, method, candidates) ?? slipOf(method, candidates);
}

/** The same for ids and names that are not ACP's: nobody is known to confuse them. */
export const nearest = (name: string, candidates: readonly string[]): string | undefined =>
  sameWords(name, candidates) ?? slipOf(name, candidates);

/** The candidate that the name is known to be confused with. */
export const aliasOf = (name: string, candidates: readonly string[]): string | undefined =>
  aliasIn(NAMES, name, candidates);

/** What a sentence about a wrong name ends with, when something was found that it is meant to be. */
export const meant = (name: string | undefined): string => (name === undefined ? '' : `: did you mean ${name}?`);

/** What is also said of a wrong name, by the name of the definition and the name. */
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

/** `inProgress`, `in-progress` and `in_progress` alike. */
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

/** Undefined when two are as near: which is meant, nobody can say. */
function slipOf(name: string, candidates: readonly string[]): string | undefined {
  let found: string | undefined;
  let least = slipsIn(name) + 1;
  for (const candidate of candidates) {
    if (numbersIn(candidate) !== numbersIn(name)) continue; // `gpt-4` is no slip for `gpt-5`
    const distance = editDistance(name, candidate, least + 1);
    if (distance > least || distance > slipsIn(name) || candidate === found) continue;
    found = distance < least ? candidate : undefined;
    least = distance;
  }
  return found;
}

/** How many slips a name can have. In a short one, more make any other word; of one or two letters each is its own. */
const slipsIn = ({ length }: string) => (length < 3 ? 0 : length < 6 ? 1 : 2);

const numbersIn = (name: string) => name.replace(/\D+/g, ' ').trim();
