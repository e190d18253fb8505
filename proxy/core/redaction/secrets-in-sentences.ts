import { mayBeSecret } from './assignments.ts';
import { isDrawnAtRandom, isRandom } from './value-kinds.ts';
import type { Found, Span } from './spans.ts';

/** Names of secrets that people choose: the value may be a plain word. */
const PASSWORD = String.raw`pass(?:word|wd|[ -]?phrase|code)s?|pwd|pw|pin(?:[ -]?code)?|otp|(?:seed|recovery)[ ]phrase|mnemonic|one-time[ ](?:code|password)`;

/** Names of secrets that programs generate. */
const TOKEN = String.raw`(?:(?:api|access|secret|private|auth(?:entication|orization)?|bearer|refresh|session|bot|app|client|deploy|signing|encryption|licen[cs]e|webhook|recovery|backup|verification)[-_ ])+(?:key|token|secret|code)s?|apikey|tokens?|secrets?`;

/** Keys with an owner or a service: other keys are those of maps and databases. */
const KEY = String.raw`(?:(?:my|your|our|his|her|their|this|here(?:'s|[ ]is)[ ](?:the|an?))[ ](?:(?!primary|foreign|cache|public|partition|sort|index|unique|map|hash)[\w-]+[ ]){0,2}|(?:open ?ai|anthropic|claude|gemini|google|github|gitlab|aws|azure|stripe|mistral|groq|openrouter|deepseek|hugging ?face|ssh|gpg|pgp)[ ])key`;

const NAME = String.raw`\b(?:(?<password>${PASSWORD})|(?<token>${TOKEN}|${KEY}))\b`;

/** ` for the staging database`, between the name and the verb. */
const WHOSE = String.raw`(?:[ ](?:for|of|to|on|in|at|from)(?:[ ][\w'@./-]+){1,5}?)?`;

/**
 * ` is`, `'s`, ` should be`, ` is now:`, `:**`, ` -> `. The value behind a colon may stand on a line, or in a block, of
 * its own.
 */
const SAYS = String.raw`(?:\*\*)?(?:${WHOSE}[ ](?:is|was|(?:will|should|must)[ ]be)(?:[ ](?:now|still|currently|actually|just|simply|set[ ]to|changed[ ]to))?(?<colon>:)?|${WHOSE}(?<sign>:)|[ ]+(?:->|=>|→|[-–—])|(?<short>['’]s))(?:\*\*)?(?:[ \t]+|(?<=:(?:\*\*)?)[ \t]*\r?\n(?:[ \t]*\r?\n)?(?:\x60{3}\w*\r?\n)?[ \t]*)`;

/** `my openai key sk…`: nothing stands between the name and a generated value. */
const JUST = String.raw`[ ](?=[\w.~+/=:-]{12,}(?:[\s,;.!?)]|$))(?<just>)`;

/** Words before a name and its secret: `use the password …`, `user bob, password …`, `set bob's password to …`. */
const USES = String.raw`\b(?:use|using|with|enter|type|try|(?:user(?:name)?|login)[ :]+[^\s,;]+)[,;]?(?:[ ]and)?(?:[ ](?:the|this|my))?[ ](?<used>${PASSWORD})[ ](?!(?:for|of|to)[ ])`;
const SETS = String.raw`\b(?:set|changed?|reset|updated?)(?:[ ][\w']+){0,4}[ ](?<set>${PASSWORD})${WHOSE}[ ]to[ ]`;
const PAIR = String.raw`\b(?:credentials?|login|user(?:name)?[ ]?[/&][ ]?pass(?:word)?)(?:[ ](?:is|are))?:?[ ][^\s/:\x22'{(]{1,64}[ ]?[/:][ ]?(?<=(?<pair>.))`;

const SAYINGS = new RegExp([`${NAME}(?:${SAYS}|${JUST})`, USES, SETS, PAIR].join('|'), 'iy');

/** The first word of such a sentence: a quick test that excludes most words. */
const BEGINNING =
  /\b(?:pass|pwd|pw|pin|otp|seed|recovery|mnemonic|one-time|api|access|secret|private|auth|bearer|refresh|session|bot|app|client|deploy|signing|encryption|licen|webhook|backup|verification|token|my|your|our|his|her|their|this|here|open ?ai|anthropic|claude|gemini|google|github|gitlab|aws|azure|stripe|mistral|groq|openrouter|deepseek|hugging|ssh|gpg|pgp|us(?:e|ing)|with|enter|type|try|user|login|set|change|reset|update|credential)/gi;

/** A text without any of these has no saying. */
const SUBJECT = /pass|pwd|pw|pin|otp|phrase|mnemonic|code|key|token|secret|credential|login/i;

/** Words that follow "the password is" without being a password. */
const STATE =
  /^(?:an?|the|this|that|it|its|not|no|yes|so|too|as|in|on|at|to|for|my|your|yours|mine|what|where|how|why|here|there|now|also|only|still|wrong|right|correct|incorrect|empty|null|blank|set|unset|short|long|weak|strong|safe|secure|public|secret|valid|invalid|same|different|new|old|fine|good|bad|okay|known|unknown|random|plain|plaintext|text|gone|lost|none|nothing|something|anything|true|false|given|shown|sent|kept|read|hard|easy|simple|default|stale|mandatory|\w+(?:ed|en|ing|able|ible|less|ful|ous|ive|al|ent|ant|ly|ary|ic))$/i;

/** Words of a sentence about a pass phrase. The pass phrase itself contains none of them. */
const SPEECH =
  /^(?:an?|the|in|on|at|to|for|of|by|with|from|as|is|are|be|not|and|or|your|my|it|that|you|which|when|below|above|here|\w+(?:ed|ing))$/i;

/** Encodings, hashes, sizes and dates: they have letters and digits, but are not secrets. */
export const KIND_WORDS =
  /^(?:base\d|sha|(?:md|ed|x|[rhep]s|v|p-?|ipv)\d+(?![a-z\d])|aes|rsa|utf|ascii|oauth|http|bcrypt|argon|scrypt|pbkdf|uuid|\d+[-.]?(?:bits?|bytes?|char|digit|day|hour|min|sec|[kmg]?b|m?s|x)(?![a-z])|\d{4}-\d\d)/i;

/** Letters and a digit without any sign, too long for a name; or a UUID, which may begin like a size (`4b…`). */
const MADE = /^(?:(?=[A-Za-z]*\d)[A-Za-z\d]{15,}$|[\da-f]{8}-[\da-f]{4}-)/i;

/** Words of a name, and at most a number behind them: `user_12`, `step-2`. */
const NAMED = /^[a-z]+(?:[_-][a-z]+)*[_-]?\d{0,3}$/i;

/**
 * Finds secrets in English sentences: `the password is …`, `my token for the api is …`, `use the password …`. A plain
 * word is a password only where it ends the sentence. Anything else has to look like a secret, because prose and code
 * often mention passwords without giving one.
 */
export function secretsInSentences(text: string): readonly Found[] {
  const found: Found[] = [];
  for (const { index, 0: said, groups = {} } of sayingsIn(text)) {
    const name = groups['password'] ?? groups['used'] ?? groups['set'] ?? groups['token'] ?? groups['pair'] ?? '';
    const isPassword = groups['token'] === undefined;
    const isShort = groups['short'] !== undefined; // `the password's length` is as likely as `the password's letmein`
    const isSentence =
      !isShort && groups['password'] !== undefined && (groups['sign'] === undefined || said.includes('*'));
    const start = index + said.length;
    const span = quotedAt(text, start) ?? phraseAt(text, start, name) ?? bareAt(text, start);
    const value = text.slice(span.start, span.end);
    if (!mayBeSecret(value, name) || /^(?:\W*$|[~./\\])|:\/\/|\w[[({]/.test(value) || isAbout(value, name)) continue;
    if (groups['just'] !== undefined) {
      if (isRandom(value) || MADE.test(value)) found.push({ start: span.start, end: span.end, rule: 'in a sentence' });
      continue;
    }
    const isSecret =
      /code/i.test(name) && /^\d{4,8}$/.test(value)
        ? true
        : span.isQuoted && isPassword && (!isShort || endsLine(text, span.end))
          ? value.split(' ').length <= 24
          : looksSecret(value, isPassword);
    if (isSecret || (isSentence && !span.isQuoted && isLastWord(value, text.slice(span.end))))
      found.push({ start: span.start, end: span.end, rule: 'in a sentence' });
  }
  return found;
}

/** `hunter2 is the password`, `"open sesame", that's my pass phrase`, `log in with hunter2 as the password`. */
const IS_THE =
  /(?:(?:\bis|['’]s)[ ](?:the|my|our|your|his|her|their)|\bas(?:[ ](?:an?|the|my|our|your|his|her|their|its))?)[ ](?:(?!only|same|best)[\w-]+[ ]){0,3}(?<name>pass(?:word|[ -]?phrase|code)|pwd|pin|(?:api|access)[ ]key|token)\b(?=[.,;!?)]|[ \t]*(?:$|[\r\n])|[ ](?:for|on|of|to|and|when|in|at)\b)/gim;

/** The end of the text before such words. */
const NAMED_BEFORE =
  /(?:["'“‘`](?<quoted>[^"'“”‘’`\r\n]{3,64})["'”’`]|(?<![^\s(+-])(?<bare>[^\s"'`]{4,64}))[,;]?(?:[ ](?:that))?[ ]?$/i;

/** Finds secrets followed by their name. */
export function secretsBeforeNames(text: string): readonly Found[] {
  const found: Found[] = [];
  for (const { index, groups = {} } of text.matchAll(IS_THE)) {
    const before = text.slice(Math.max(0, index - 80), index);
    const match = NAMED_BEFORE.exec(before);
    const value = match?.groups?.['quoted'] ?? match?.groups?.['bare'] ?? '';
    if (!match || !mayBeSecret(value, 'password')) continue;
    const isPassword = /^p/i.test(groups['name'] ?? '');
    const isPhrase = isPassword && phraseAt(value, 0, '')?.end === value.length;
    const isQuoted = isPassword && match.groups?.['quoted'] !== undefined;
    if (!isQuoted && !isPhrase && !looksSecret(value, isPassword)) continue;
    const start = index - before.length + match.index + match[0].indexOf(value);
    found.push({ start, end: start + value.length, rule: 'in a sentence' });
  }
  return found;
}

function* sayingsIn(text: string): Generator<RegExpExecArray> {
  if (!SUBJECT.test(text)) return;
  const beginnings = new RegExp(BEGINNING);
  const sayings = new RegExp(SAYINGS);
  for (let begun = beginnings.exec(text); begun; begun = beginnings.exec(text)) {
    sayings.lastIndex = begun.index;
    const said = sayings.exec(text);
    if (said) yield said;
    beginnings.lastIndex = said ? sayings.lastIndex : begun.index + 1;
  }
}

interface Value extends Span {
  readonly isQuoted: boolean;
}

function quotedAt(text: string, at: number): Value | undefined {
  const match =
    /^(?:(?<quote>["'`*]{1,3})(?<value>[^\r\n]{1,200}?)\k<quote>(?!\w)|[“‘«](?<curly>[^\r\n]{1,200}?)[”’»])/.exec(
      text.slice(at, at + 256),
    );
  if (!match) return undefined;
  const value = match.groups?.['value'] ?? match.groups?.['curly'] ?? '';
  const start = at + match[0].indexOf(value, match.groups?.['quote']?.length ?? 1);
  return { start, end: start + value.length, isQuoted: true };
}

const PHRASE =
  /^[a-z]+(?:[ -][a-z]+){3,23}?(?:-\d+)?(?=[.!]?[ \t]*(?:$|[\r\n])|[ ]to[ ](?:unlock|decrypt|open|log|sign|get|access|restore|import)\b)/i;
const HYPHENATED = /^[a-z]+(?:-[a-z]+){2,9}(?:-\d+|-[a-z]+)(?=[.,!]?(?:\s|$))/i;

/** Four words or more up to the end of the sentence, none of them about the pass phrase. */
function phraseAt(text: string, at: number, name: string): Value | undefined {
  const rest = text.slice(at, at + 512);
  const value = (/phrase|mnemonic/i.test(name) ? [PHRASE, HYPHENATED] : [HYPHENATED])
    .map((pattern) => pattern.exec(rest)?.[0])
    .find((words) => words?.split(/[ -]/).every((word) => !SPEECH.test(word)));
  return value === undefined ? undefined : { start: at, end: at + value.length, isQuoted: true };
}

/** Up to the next space, without the signs that end a sentence. */
function bareAt(text: string, at: number): Value {
  const value = /^[^\s"'`<>|*\\]*/.exec(text.slice(at, at + 512))?.[0] ?? '';
  return { start: at, end: at + value.replace(/[.,;:)\]}?]+$/, '').length, isQuoted: false };
}

function looksSecret(value: string, isPassword: boolean): boolean {
  if ((KIND_WORDS.test(value) && !MADE.test(value)) || /\s/.test(value)) return false;
  if (/^\d+$/.test(value)) return isPassword && value.length >= 4;
  const isMixed = /[a-z]/i.test(value) && /\d/.test(value);
  if (!isPassword) return (isMixed && value.length >= 8 && !NAMED.test(value)) || isDrawnAtRandom(value);
  return value.length >= 4 && (isMixed || /[a-z].*[!@#$%^&*+]|[!@#$%^&*+].*[a-z]/i.test(value));
}

const isLastWord = (value: string, rest: string): boolean =>
  /^[A-Za-z]{4,}$/.test(value) &&
  !STATE.test(value) &&
  /^(?:[.,;!?)]*[ \t]*(?:$|[\r\n])|[.;!](?=\s)|,[ ](?:so|but|and|then|please)\b)/.test(rest);

/** Whether only signs follow in the line. */
const endsLine = (text: string, at: number): boolean => /^[^\w\r\n]{0,8}(?:$|[\r\n])/.test(text.slice(at, at + 80));

/** `the token is tokenA`: the value repeats the name. */
const isAbout = (value: string, name: string): boolean =>
  value.toLowerCase().includes(name.toLowerCase().split(/[-_ ]/).at(-1)?.replace(/s$/, '') || name);
