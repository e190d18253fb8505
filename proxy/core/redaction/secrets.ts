import { assignedInOtherLanguages, assignedSecrets } from './assignments.ts';
import { commandLists } from './command-lists.ts';
import { withoutSequences } from './control-sequences.ts';
import { secretsOfStrings } from './escaped-strings.ts';
import { kubernetesSecrets } from './kubernetes-secrets.ts';
import { createMentionedWords } from './mentioned-words.ts';
import { isRandom } from './value-kinds.ts';
import { secretsOfServerUrls } from './secret-words.ts';
import { secretsBeforeNames, secretsInSentences } from './secrets-in-sentences.ts';
import { secretsInOtherLanguages } from './sentences-in-other-languages.ts';
import { serviceKeys } from './service-keys.ts';
import { SHAPE_WORDS, shapedSecrets } from './shapes.ts';
import { merged, type Found } from './spans.ts';
import { secretsOfTables } from './tables.ts';
import { PARTS_OF_WORDS, SHORT_WORDS } from './words-for-password.ts';

/** Words that the names of secrets have, and the verbs around them, by what looks for these. */
const NAMES = words(
  'key secret token pass pwd pat dsn pin credential auth bearer otp cookie phrase mnemonic code login _pw -pw "pw \'pw pw= pw:',
).concat(' pw');

const mentionsOf = createMentionedWords(new Set([...NAMES, ...PARTS_OF_WORDS, ...SHAPE_WORDS]));

/** The secrets in a text, by how they look, by the words before them or by what they are called there, in order and apart. */
export const secretsIn = (text: string, depth = DEPTH): readonly Found[] =>
  withoutSequences(text, (shown) => secretsShown(shown, depth));

/** Strings in strings are read as deep as that. */
const DEPTH = 3;

function secretsShown(text: string, depth: number): readonly Found[] {
  const mentioned = mentionsOf(text);
  const mentionsOne = (names: readonly string[]) => mentioned.size > 0 && names.some((word) => mentioned.has(word));
  const found = [...serviceKeys(text), ...shapedSecrets(text, mentioned), ...secretsOfServerUrls(text)];
  const isEnglish = mentionsOne(NAMES);
  const isOther = mentionsOne(PARTS_OF_WORDS) || SHORT_WORDS.test(text);
  if (isEnglish) for (const find of BY_NAME) found.push(...find(text));
  if (isOther) found.push(...secretsInOtherLanguages(text), ...assignedInOtherLanguages(text));
  if (isEnglish || isOther) found.push(...secretsOfTables(text));
  for (const { start, line } of commandLists(text))
    for (const span of [
      ...shapedSecrets(line, mentioned),
      ...assignedSecrets(line),
      ...(isOther ? assignedInOtherLanguages(line) : NONE),
    ])
      found.push({ ...span, start: start + span.start, end: start + span.end });
  if (depth > 0) found.push(...secretsOfStrings(text, (value) => secretsIn(value, depth - 1)));
  return found.length === 0 ? NONE : stillOpen(text, merged(found));
}

/** Without what is masked already. The word that was taken for a secret may lack the bracket behind it. */
export const stillOpen = (text: string, found: readonly Found[]): readonly Found[] =>
  text.includes('[r') ? found.filter(({ start, end }) => !MASKED.test(text.slice(start, end))) : found;

/** Placeholders and signs: `[redacted-1]`, and `[reda` where a line is cut. */
const MASKED = /^(?:[^\p{L}\d]*\[(?:redacted-\d{1,6}|r[edact]{0,7}-?$))+[^\p{L}\d]*$/u;

const BY_NAME = [assignedSecrets, secretsInSentences, secretsBeforeNames, kubernetesSecrets];

const NONE: readonly Found[] = [];

function words(text: string): readonly string[] {
  return text.split(' ');
}

/**
 * True for a value that is looked for everywhere once it is known to be secret. Environments and headers also hold `1`, `production`,
 * `application/json` and paths; those are masked where they stand, and left alone in the rest of the conversation.
 */
export function isDistinctive(value: string): boolean {
  if (value.length < 6 || (/^(?:~|\.{0,2}[\\/]|[A-Za-z]:[\\/])/.test(value) && !isKeyWithSlash(value))) return false;
  const core = value.replace(/^[\s!-/:-@[-`{-~]+|[\s!-/:-@[-`{-~]+$/g, ''); // a word is one with a full stop behind it
  const isWord = /^[A-Za-z_]*$/.test(core) && core.length < 16;
  const isNumber = /^\d{1,7}$|^\d+(?:\.\d+)+$/.test(core);
  return (
    !isWord &&
    !isNumber &&
    !value.startsWith('$') &&
    (isRandom(value) || !/^[\w.+-]+\/[\w.+*-]+$/.test(value)) && // a media type, or the name of a model
    !/^https?:\/\/[^@\s]*$/.test(value)
  );
}

/** Base64 may begin with a slash. Paths have folders with names. */
const isKeyWithSlash = (value: string): boolean =>
  /^\/[\w/+=-]+$/.test(value) && isRandom(value) && !/\/[A-Za-z._-]*(?:\/|$)/.test(value);
