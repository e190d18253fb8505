import { isNoValue, isPlaceholder, isRandom, isScrambled } from './value-kinds.ts';
import { KIND_WORDS } from './secrets-in-sentences.ts';
import type { Found } from './spans.ts';
import { isAmbiguous, isStateWord, KEY_WORDS, PASSWORD_WORDS, OWNER_AFTER_NAME } from './words-for-password.ts';

const CJK = String.raw`[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]`;

/** The name does not continue a word of its script. A user may precede it: `root密码`. */
const START = String.raw`(?:(?<![\p{Script=Latin}\p{Script=Cyrillic}\d])|(?=${CJK}))`;

/** The words between a name and its value: ` lautet `, `: `, `は`. */
const SAYS = String.raw`(?:${OWNER_AFTER_NAME}(?:[ ][\w.-]{2,32})?(?:,[^,.:\n]{1,40})?,?[ ](?:ist|lautet|est|c['’]est|es|é|è|это)(?:[ ](?:jetzt|ahora|agora|maintenant|ora|теперь))?:?[ ]+|(?<sign>${OWNER_AFTER_NAME}(?:\*\*)?[ ]?[:：](?:\*\*)?)[ \t]*|${OWNER_AFTER_NAME}[ ][-–—][ ]|[ ]?(?:是|为|為|は|＝|는|은)[ ]?[:：]?[ ]?|(?<just>(?<=${CJK})[ ]))`;

/** English names are common in other languages, too. */
const ENGLISH = String.raw`password(?=${OWNER_AFTER_NAME}[ ](?:ist|lautet|est|es|é|è)[ ])`;

/** `usa la clave …`, `mit dem Passwort …`: the verb precedes the name. */
const USES = String.raw`(?:usa|use|utilise[rz]?|usar|mit|benutze|nimm|avec|con|com|с)[ ](?:(?:la|le|das|dem|el|a|o)[ ])?(?:${PASSWORD_WORDS}|паролем)[ ]`;

const SAYING = new RegExp(
  String.raw`(?:${START}(?:(?<password>${PASSWORD_WORDS}|${ENGLISH})|(?<key>${KEY_WORDS}))${SAYS}|(?<![\p{Script=Latin}\p{Script=Cyrillic}\d])(?<used>${USES}))(?<quote>["'“„«「『\x60]?[ \u00a0]?)(?<value>[!-~À-ɏЀ-ӿ]{4,200})`,
  'giu',
);

/**
 * Finds secrets in sentences of the languages of `PASSWORD_WORDS`: values with letters and digits, or with signs in
 * them. A plain word is a password where it stands in quotes, or alone between a colon and the end of the line.
 */
export function secretsInOtherLanguages(text: string): readonly Found[] {
  const found: Found[] = [];
  for (const { index, 0: said, groups = {} } of text.matchAll(SAYING)) {
    const given = groups['value'] ?? '';
    const pair = /^[\w.@-]+$/.test(given)
      ? /^ ?\/ ?(?=(?<second>[!-~]{4,}))/.exec(text.slice(index + said.length))
      : null;
    const value = (pair?.groups?.['second'] ?? given).replace(/["'`»”*]{0,3}[.,;:!?)]{0,2}$/, '');
    const start = index + said.length - (pair ? -pair[0].length : given.length);
    const rest = text.slice(start + value.length, start + value.length + 80);
    const isQuoted = /\S/.test(groups['quote'] ?? '') && /^[ \u00a0]?["'”“»」』`]/.test(rest);
    const isLine = groups['sign'] !== undefined && /^["'`”»*]*[ \t]*(?:$|[\r\n\\])/.test(rest);
    if (groups['just'] !== undefined && !isJustSaid(text.charAt(index - 1), value)) continue;
    const isSecret =
      groups['key'] === undefined
        ? looksChosen(value) ||
          HYPHENATED.test(value) ||
          ((isQuoted || (isLine && !isAmbiguous(groups['password'] ?? ''))) && isWord(value))
        : isRandom(value);
    if (isSecret) found.push({ start, end: start + value.length, rule: 'in a sentence' });
  }
  return found;
}

/** `root密码 hunter2`. Without a user before it, the value has to be more than a name with a number. */
const isJustSaid = (before: string, value: string): boolean =>
  !KIND_WORDS.test(value) &&
  !/^WPA\d/.test(value) &&
  (/\w/.test(before) || !/^[A-Za-z]+[-_]?\d+$|^[A-Z\d.-]+$/.test(value));

/** Letters with digits or signs among them, or a number of four digits and more. No code, no path, no placeholder. */
const looksChosen = (value: string): boolean =>
  !/^[<${[(%./~]|[(){}<>[\]]|:\/\/|^\d+[-.:/]|^[\w.-]+@[\w-]+\.|^\*+$/.test(value) &&
  (/^\d{4,}$/.test(value) || (/\p{L}/u.test(value) && /[\d!@#$%^&*+]/.test(value)) || isScrambled(value));

/** Four words and more. Fewer may be one ordinary word: `nutzer-abhängig`. */
const HYPHENATED =
  /^(?!.*\b(?:und|oder|mit|von|par|pour|que|con|para|por|per)\b)\p{Ll}{3,}(?:-\p{Ll}{3,}){3,9}(?:-\d+)?$/u;

const isWord = (value: string): boolean =>
  /^\p{L}{5,}$/u.test(value) && !isStateWord(value) && !isPlaceholder(value) && !isNoValue(value);
