import { isNoValue, isPlaceholder } from './value-kinds.ts';
import { isNoToken, isOtherSecret, isPasswordName } from './secret-places.ts';
import type { Found, Span } from './spans.ts';
import { isPasswordWord, isStateWord, KEY_NAMES, PASSWORD_NAMES } from './words-for-password.ts';

/** The name of a secret, and the sign between name and value. */
const nameOf = (words: string): RegExp =>
  new RegExp(
    String.raw`(?<name>${words})(?<tail>[-_]?value|[-_]?v?\d{1,2}|_base)?(?<close>\\*["'\x60]?\]?)(?:[ \t]*(?<sign>=>|:=|={1,3}|:)[ \t]*|[ \t]+)`,
    'gi',
  );

/** Names of secrets in settings, code, headers and command lines. */
const NAME = nameOf(
  '(?:api|access|account|private|secret|signing|encryption)[-_. ]?keys?|key|secrets?|tokens?|passw(?:or)?ds?|pass[-_. ]?phrase|passcode|pass|pwd|(?<![a-z])pw|(?<=[_-])pat|(?<=_)dsn|pin[-_]?code|credentials?|auth(?:orization)?|bearer|otp|cookies?',
);

/** The same names in other languages. */
const OTHER_NAME = nameOf(`${PASSWORD_NAMES}|${KEY_NAMES}`);

/** Names that prose and code also use for other things: a plain word behind one of them is not a secret. */
const VAGUE = /^(?:auth|bearer|credential|cookie|otp|key|pass|clave|parola|zugangsdaten)$/i;

/** Names whose secrets may be short numbers. `tokens: 12` is a count. */
const NUMERIC = /pass|pwd|otp|secret|^pin/i;

/** A word, or two words with a hyphen. */
const WORD = /^(?:[\p{L}_.$?!#@]+|\p{L}+-\p{L}+)$/u;
const IDENTIFIER = /^[A-Za-z_$][\w$]*(?:\??\.#?[A-Za-z_$][\w$]*)*$/;

/** Member access: `tokenizer.next`, `process.env?.TOKEN`. With digits it may be a token. */
const PROPERTY = /^[A-Za-z_$]+(?:\??\.#?[A-Za-z_$]+)+$/;

/** How far a name is looked at backwards, in characters: enough for `export const MY_SERVICE_`. */
const BEFORE = 120;

/** A name, and how it is written. */
interface Place {
  readonly name: string;
  /** The name is not English. */
  readonly isOther: boolean;
  /** The name with its prefix: `DB_PASSWORD` where `name` is `PASSWORD`. */
  readonly whole: string;
  /** The text right before the name. */
  readonly before: string;
  /** Whether the name ends a string: `"token": …`. */
  readonly isQuoted: boolean;
  /** Missing between an option and the next word. */
  readonly sign: string | undefined;
  /** The sign is `=`, without spaces around it. */
  readonly isTight: boolean;
  /** `NAME=value` of a shell, a URL or an option: any text there is the value. */
  readonly isPlain: boolean;
  /** The value is in a URL: a quote behind it ends the URL. */
  readonly isParameter: boolean;
  /** Between parentheses or braces: an argument of a call, a member of an object. */
  readonly isArgument: boolean;
}

/**
 * Finds the values behind the names of secrets: `DB_PASSWORD="…"`, `aws_secret_access_key = …`, `x-api-key: …`,
 * `"token":"…"`, `--password …`. Text in quotes is a value, and so is the argument of a shell, a URL or an option.
 * Elsewhere a value must not read as code or prose: `token = tokenizer.next()`, `token: string` and a word with others
 * behind it stay.
 */
export const assignedSecrets = (text: string): readonly Found[] => assignedTo(NAME, text);
export const assignedInOtherLanguages = (text: string): readonly Found[] => assignedTo(OTHER_NAME, text);

function assignedTo(pattern: RegExp, text: string): readonly Found[] {
  const found: Found[] = [];
  const names = new RegExp(pattern);
  for (let match = names.exec(text); match; match = names.exec(text)) {
    const place = placeOf(text, match, pattern === OTHER_NAME);
    const span = place && valueAt(text, names.lastIndex, place);
    if (!span || (place.isOther && !isOtherSecret(place.whole, text.slice(span.start, span.end)))) continue;
    found.push({ ...span, rule: 'named value' });
    names.lastIndex = span.end; // a name inside a value is no name
  }
  return found;
}

function valueAt(text: string, at: number, place: Place): Span | undefined {
  const variable = place.sign === undefined ? undefined : readAt(VARIABLE, text, at);
  if (variable !== undefined) return quotedAt(text, at + variable.length, place);
  return quotedAt(text, at, place) ?? bareAt(text, at, place);
}

/** A variable of the environment, and the sign before its default. */
const VARIABLE = /(?:process|import\.meta)\.env(?:\.\w+|\[["']\w+["']\])[ ]*(?:\|\||\?\?)[ ]*/y;

function placeOf(text: string, { index, 0: found, groups }: RegExpExecArray, isOther: boolean): Place | undefined {
  const { name = '', tail = '', close = '', sign } = groups ?? {};
  const upTo = text.slice(Math.max(0, index - BEFORE), index);
  const prefix = /[\w.$-]*$/.exec(upTo)?.[0] ?? '';
  const before = upTo.slice(0, upTo.length - prefix.length);
  const whole = prefix + name + tail;
  const isOption = /^--?[\w\u0080-\uffff]/.test(whole);
  const isParameter = /[?&]$/.test(before);
  const isVariable = /^\p{Lu}[\p{Lu}\d_]*$/u.test(whole);
  if ((sign === undefined && !isOption) || /unexpected $/i.test(before)) return undefined;
  if (/^(?:pass|pat|dsn)$/i.test(name) && !isVariable && !isOption && !/(?:^|[_.-])pass$/i.test(prefix + name))
    return undefined;
  if (/(?:BY|COM|TRES|SUR)PASS$/.test(whole)) return undefined;
  if (/^key$/i.test(name) && !isOption && !isParameter && !isVariable) return undefined;
  const isTight = sign === '=' && found.length === name.length + tail.length + close.length + 1;
  const isPlain = isTight && (isOption || isParameter || isVariable);
  const isArgument = /[({][^(){}]*$/.test(upTo);
  return { name, isOther, whole, before, isQuoted: close !== '', sign, isTight, isPlain, isParameter, isArgument };
}

/** The text between quotes. The quotes may be escaped, as in JSON inside a string. */
function quotedAt(text: string, at: number, { name, whole, before, isQuoted, isParameter }: Place): Span | undefined {
  if (isParameter) return undefined;
  const opening = readAt(/\\*["'`]/y, text, at);
  if (opening === undefined || (!isQuoted && before.endsWith(opening))) return undefined; // as in "Cookie:"
  const start = at + opening.length;
  const content =
    opening.length === 1
      ? readAt(new RegExp(`(?:[^\\\\\\r\\n${opening}]|\\\\.){0,65536}`, 'y'), text, start)
      : text
          .slice(start)
          .split(/[\r\n]/, 1)[0]
          ?.split(opening, 1)[0];
  const value = content ?? '';
  if (/^\s/.test(value)) return undefined;
  if (!mayBeSecret(withoutScheme(value), name) || isNamedSo(value, name, whole)) return undefined;
  if (isVague(name, whole) && !isQuoted && WORD.test(value)) return undefined;
  if (!isPasswordName(whole) && !/^[A-Z\d_]+$/.test(whole) && isNoToken(value)) return undefined;
  return { start, end: start + value.length };
}

function bareAt(text: string, at: number, place: Place): Span | undefined {
  const scheme = readAt(/(?:Bearer|Basic|Digest|Token|ApiKey)[ \t]+/iy, text, at) ?? '';
  const find = place.isPlain || place.sign === undefined ? givenAt : writtenAt;
  return find(text, at + scheme.length, place);
}

/** An unquoted value in a command line or a URL: up to the next space. */
function givenAt(text: string, start: number, { name, whole, sign, isParameter }: Place): Span | undefined {
  const value = readAt(/(?:[^\s"'`;&|\\]|[;&|\\](?![\s;&|nrtu"'\\]|$|\w+=)){1,4096}/y, text, start) ?? '';
  const end = start + value.length;
  if (!mayBeSecret(value, name) || (isParameter && isPlaceholder(value))) return undefined;
  if (isCount(whole, value) || (/^[\p{Lu}_]+\]?$/u.test(value) && letters(name).endsWith(letters(value))))
    return undefined;
  if (sign !== undefined) return { start, end };
  if (value.startsWith('-') || isFile(name, value)) return undefined;
  const isProse =
    WORD.test(value.replace(/[,:)]$/, '')) && !/^[ \t]*(?:$|[\r\n"'`\\|;&-])/.test(text.slice(end, end + 80));
  return isProse ? undefined : { start, end };
}

/** An unquoted value in text that may be code or prose. */
function writtenAt(text: string, start: number, { name, whole, sign, isTight, isArgument }: Place): Span | undefined {
  const value = (readAt(/[^\s"'`,;&(){}[\]<>|\\]{1,4096}/y, text, start) ?? '').replace(/[.,]{1,3}$/, '');
  const end = start + value.length;
  const rest = text.slice(end, end + 80);
  if (!mayBeSecret(value, name) || !/^[:=]$/.test(sign ?? '') || isPlural(name)) return undefined;
  if (isCount(whole, value) || (/^\d{1,3}$/.test(value) && sign === '=' && !isTight)) return undefined;
  if (
    isNamedSo(value, name, whole) ||
    isStateWord(value) ||
    PROPERTY.test(value) ||
    (IDENTIFIER.test(value) && /^[([{<.]/.test(rest))
  )
    return undefined;
  if (/[a-z][A-Z]/.test(value) && value.toLowerCase().includes(name.toLowerCase())) return undefined; // `newToken`
  if (isVague(name, whole) && !isTight && !/\d/.test(value)) return undefined;
  if (!WORD.test(value)) {
    const isTerm = sign === '=' && !isTight && IDENTIFIER.test(value) && /^[ \t]*[-+*/%?<>=&|;)]/.test(rest);
    const more = readAt(/[^\s"'`\\]{0,4096}[^\s"'`\\,;)}\]>]/y, text, end) ?? '';
    return isTerm ? undefined : { start, end: end + more.length };
  }
  const isValue = isTight ? !isArgument : /^[ \t]*(?:$|[\r\n"'`\\])/.test(rest);
  return isValue ? { start, end } : undefined;
}

/** False for literals, types, variables and placeholders: they are not secrets, whatever their name. */
export function mayBeSecret(value: string, name: string): boolean {
  if (!/[A-Za-z\d]/.test(value) || value.startsWith(':') || isNoValue(value)) return false;
  if (/^pin$/i.test(name) && /^(?:GPIO|[A-Z]{1,2})_?\d{1,2}$/i.test(value)) return false; // a pin of a board
  return (
    !/^\d+$/.test(value) ||
    NUMERIC.test(name) ||
    (value.length > 3 && isPasswordWord(name)) ||
    (value.length > 4 && !isPlural(name))
  );
}

/** `pass` may be a result of tests; `DB_PASS` may not. */
const isVague = (name: string, whole: string): boolean => VAGUE.test(name) && !(/^pass$/i.test(name) && whole !== name);

/** True for a number of passed tests: `pass 12`. */
const isCount = (name: string, value: string): boolean => /^(?:x?pass)$/i.test(name) && /^\d+$/.test(value);

const isPlural = (name: string): boolean => /[^s]s$/i.test(name);

/** `--key` names a file more often than it gives a key. */
const isFile = (name: string, value: string) => /^key$/i.test(name) && /[\\/]|\.\w+$/.test(value);

const withoutScheme = (value: string) => value.replace(/^(?:Bearer|Basic|Token) +(?=\$)/i, '');
/** `password: Password`, a type or a variable that is called like the name. */
const isNamedSo = (value: string, name: string, whole: string): boolean =>
  !/\d/.test(value) && [name, whole].some((each) => letters(each) === letters(value));

const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/** Returns the match of a sticky pattern at a place. */
function readAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
