import { assignedInOtherLanguages, assignedSecrets } from './assignments.ts';
import { commandLists } from './command-lists.ts';
import { withoutSequences } from './control-sequences.ts';
import { secretsOfStrings } from './escaped-strings.ts';
import { kubernetesSecrets } from './kubernetes-secrets.ts';
import { createMentionedWords } from './mentioned-words.ts';
import { secretsOfServerUrls } from './secret-words.ts';
import { secretsBeforeNames, secretsInSentences } from './secrets-in-sentences.ts';
import { secretsInOtherLanguages } from './sentences-in-other-languages.ts';
import { serviceKeys } from './service-keys.ts';
import { SHAPE_WORDS, shapedSecrets } from './secret-shapes.ts';
import { mergeSpans, type Found, type IsMasked } from './spans.ts';
import { secretsOfTables } from './table-secrets.ts';
import { PARTS_OF_WORDS, SHORT_WORDS } from './words-for-password.ts';

/** Looks for secrets of one kind. */
type Finder = (text: string) => readonly Found[];

/** By English names before or behind them: `TOKEN=…`, `the password is …`. */
const BY_NAMES: readonly Finder[] = [assignedSecrets, secretsInSentences, secretsBeforeNames, kubernetesSecrets];

/** By names in other languages: `Passwort: …`. */
const BY_OTHER_NAMES: readonly Finder[] = [secretsInOtherLanguages, assignedInOtherLanguages];

/** Parts of English names, and of the verbs around them. Without one of them, no finder of BY_NAMES finds anything. */
const NAMES = [
  ...'key secret token pass pwd pat dsn pin credential auth bearer otp cookie phrase mnemonic code login'.split(' '),
  ' pw',
  '_pw',
  '-pw',
  '"pw',
  "'pw",
  'pw=',
  'pw:',
];

const mentionsOf = createMentionedWords(new Set([...NAMES, ...PARTS_OF_WORDS, ...SHAPE_WORDS]));

/** How deep strings in strings are read. */
const DEPTH = 3;

/** Finds the secrets in a text, by their form, the words before them, or their names. Sorted, without overlaps. */
export const secretsIn = (text: string, depth = DEPTH, isMasked?: IsMasked): readonly Found[] =>
  withoutSequences(text, (shown) => secretsShown(shown, depth, isMasked));

function secretsShown(text: string, depth: number, isMasked: IsMasked | undefined): readonly Found[] {
  const mentioned = mentionsOf(text);
  const hasName = NAMES.some((word) => mentioned.has(word));
  const hasOtherName = PARTS_OF_WORDS.some((word) => mentioned.has(word)) || SHORT_WORDS.test(text);
  const finders: readonly Finder[] = [
    serviceKeys,
    (part: string) => shapedSecrets(part, mentioned),
    secretsOfServerUrls,
    ...(hasName ? BY_NAMES : []),
    ...(hasOtherName ? BY_OTHER_NAMES : []),
    ...(hasName || hasOtherName ? [secretsOfTables] : []),
  ];
  const found = finders.flatMap((find) => find(text));

  // a command as a list of words is read as its command line
  for (const { start, line } of commandLists(text)) {
    const inLine = [
      ...shapedSecrets(line, mentioned),
      ...assignedSecrets(line),
      ...(hasOtherName ? assignedInOtherLanguages(line) : []),
    ];
    for (const span of inLine) found.push({ ...span, start: start + span.start, end: start + span.end });
  }
  if (depth > 0) found.push(...secretsOfStrings(text, (value) => secretsIn(value, depth - 1, isMasked)));
  const kept = isMasked ? found.filter(({ rule }) => isMasked(rule)) : found; // before they are joined
  return kept.length === 0 ? NONE : stillOpen(text, mergeSpans(kept));
}

const NONE: readonly Found[] = [];

/** Leaves out placeholders. A finder may have taken a placeholder without its last bracket for a secret. */
export const stillOpen = (text: string, found: readonly Found[]): readonly Found[] =>
  text.includes('[r') ? found.filter(({ start, end }) => !MASKED.test(text.slice(start, end))) : found;

/** Placeholders and signs: `[redacted-1]`, and `[reda` where a line is cut. */
const MASKED = /^(?:[^\p{L}\d]*\[(?:redacted-\d{1,6}|r[edact]{0,7}-?$))+[^\p{L}\d]*$/u;
