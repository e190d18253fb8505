import type { StringPath } from '#core/json/json-strings.ts';
import { isCookieName } from './cookie-names.ts';
import { isLabel, isNoValue, isPath, isRandom, isReference, isVersion } from './value-kinds.ts';
import { isAmbiguous, isPasswordWord, isStateWord } from './words-for-password.ts';

/** Member names whose strings, and lists of strings, are secret in any place. */
const SECRET_NAME =
  /(?:(?:api|access|account|ssh|private|secret|signing|encryption)[-_. ]?keys?|secrets?|tokens?|passw(?:or)?ds?|pwd|pass[-_. ]?phrase|passcode|pin[-_]?code|credentials?|authorization|auth|bearer|otp|jwt|cookies?)(?:[-_]?value|[-_]?v?\d{1,2}|_base)?$/i;

/** Short names, which are also the ends of other words: `bypass`, `spin`. */
const SHORT_NAME = /(?:^|[-_.])(?:pass|pw|pin|pat|dsn)(?:[-_]?\d{1,2})?$/i;
const SHORT_LAST_WORD = /[a-z](?:Pass|Pw|Pin|Pat|Dsn)$/;

/** Member names whose numbers are secret. Not tokens and keys: their numbers are usage and progress. */
const SECRET_NUMBER =
  /(?:passw(?:or)?d|pwd|pass[-_. ]?phrase|passcode|otp|pin[-_]?code|secret)(?:[-_]?value|[-_]?\d{1,2})?$|^pin$/i;

/** Names of secrets that people choose, so the value may be a word. */
const PASSWORD_NAME = /(?:passw(?:or)?d|pass|pwd|pw|pass[-_. ]?phrase|passcode|pin|secret)(?:[-_]?\d{1,2})?$/i;

/**
 * Members with only secrets below them, except the names of their entries: headers and environments of MCP servers,
 * providers and terminals; proxy settings of editors.
 */
const SECRET_BELOW = new Set(['headers', 'env', 'proxyConfig']);

/** Members that hold several secrets, or one secret and its details. */
const SECRET_HOLDER = /(?:credentials?|secrets|tokens|passw(?:or)?ds|cookies|api[-_]?keys)$/i;

const NOT_SECRET = new Set(['name', 'type', 'key']);

/** Headers whose values everybody may read. */
const PLAIN_HEADER =
  /^(?:accept(?:-\w+)?|access-control-[\w-]+|age|allow|cache-control|connection|content-(?:disposition|encoding|language|length|range|type)|date|etag|expires|host|keep-alive|last-modified|server|te|trailer|transfer-encoding|upgrade|user-agent|vary)$/i;

/** Members of `_meta` that W3C Trace Context defines. They are not secrets, and rules judge their form. */
const TRACE_CONTEXT = new Set(['traceparent', 'tracestate', 'baggage']);

/** True for a place whose value is secret. `methods` are those of the frame's messages. */
export function isSecretPlace(path: StringPath, value: string, methods: ReadonlySet<string>): boolean {
  const name = path.at(-1) ?? '';
  if (path.some((member, index) => SECRET_BELOW.has(member) && index < path.length - 1))
    return !NOT_SECRET.has(name) && !isReference(value) && !(isPlainHeader(name) && path.includes('headers'));
  if (methods.has('authenticate') || methods.has('auth/login'))
    if (path.includes('_meta')) return !TRACE_CONTEXT.has(name);
  const last = path.findLastIndex((member) => member !== '');
  const named = path[last] ?? '';
  const isPassword = PASSWORD_NAME.test(named);
  if (!isPassword && isPasswordWord(named)) return !isNoValue(value) && isOtherSecret(named, value);
  if (isVersion(value) && !isPassword) return false;
  if (isEnglishName(named))
    return isPassword
      ? !isReference(value) && !isLabel(value) && !(/pwd$/i.test(named) && isPath(value))
      : !isNoToken(value);
  if (name === 'value' && isSecretName(path.at(-2) ?? '')) return true;
  if (name === 'default' && isSecretName(path.at(-2) ?? '')) return !isNoValue(value);
  return !NOT_SECRET.has(name) && path.some((member, index) => index < last && isHolder(path, index, member));
}

/** True for a header whose value everybody may read. */
export const isPlainHeader = (name: string): boolean => PLAIN_HEADER.test(name);

/** Generated tokens contain no spaces, except behind the word for their kind. */
export const isNoToken = (value: string): boolean =>
  isNoValue(value) ||
  (/^\S+(?: \S+)+$/.test(value) &&
    !value.split(' ').some(isRandom) &&
    !/^(?:Bearer|Basic|Token|ApiKey|Digest|Negotiate) /i.test(value));

/** True for a member with secrets below it. Below `properties`, the member defines a field of a form and holds none. */
const isHolder = (path: StringPath, index: number, member: string): boolean =>
  SECRET_HOLDER.test(member) && path[index - 1] !== 'properties';

/** True for a place whose number is secret. */
export const isSecretNumber = (path: StringPath): boolean =>
  isNumericName(path.findLast((member) => member !== '') ?? '') ||
  path.some((member, index) => member === 'env' && index < path.length - 1);

const isNumericName = (name: string): boolean =>
  SECRET_NUMBER.test(name) || (isPasswordWord(name) && !isAmbiguous(name));

const isEnglishName = (name: string): boolean =>
  SECRET_NAME.test(name) || SHORT_NAME.test(name) || SHORT_LAST_WORD.test(name) || isCookieName(name);

/** True for the name of a secret: of a member, a header, a variable. */
export const isSecretName = (name: string): boolean => isEnglishName(name) || isPasswordWord(name);

/** True for the name of a secret that may be a word. */
export const isPasswordName = (name: string): boolean => PASSWORD_NAME.test(name) || isPasswordWord(name);

/** Forms and messages describe a password, or its mistake, behind its name: `Passwort: 8-stellig`. */
export const isOtherSecret = (name: string, value: string): boolean =>
  !isStateWord(value) &&
  !/^\d{1,3}(?:[-–]\p{L}|[^\0-\x7f]| |$)/u.test(value) &&
  (isPasswordWord(name) ? !isAmbiguous(name) || isMixed(value) : isRandom(value));

/** Letters and digits, and more than the code of a product: `PROD-001`. */
const isMixed = (value: string): boolean =>
  /[A-Za-z]/.test(value) && /[\d!@#$%^&*+]/.test(value) && !/^[A-Z]+[-_]?\d{0,6}$/i.test(value);

/** True for a member of an environment or of headers. */
export const isSetting = (path: StringPath): boolean => path.includes('env') || path.includes('headers');
