import { isCookieName } from './cookie-names.ts';
import { PASSWORD_NAMES } from './words-for-password.ts';

/** `$TOKEN`, `${token}`, `$(cat file)`, `%TOKEN%`, `%s`, `{token}`, `<your token>`, `***`, `...`, and masked values. */
const REFERENCE =
  /^(?:\$(?:env:)?[A-Za-z_]+$|\$?[{(]|%\w+%$|%[sdv]$|<|\*+$|\.{3}|\u2026|\[(?:redacted(?:-\d+)?|hidden|masked|filtered|removed)\]$|(?:op|vault|env|file|keyring|ref\+\w+):\/\/|arn:aws:)/i;

/** `your-api-key-here`, `changeme`, `xxxxxxxx`. */
const TEMPLATE =
  /^(?:your[-_ ](?:[a-z]+[-_ ])*(?:password|passwd|secret|token|key)(?:[-_ ]here)?|change[-_]?(?:me|it|this)|x{4,})$/i;

/** Types and literals of programming languages and schemas, kinds of authentication, and states that a log reports. */
const LITERAL =
  /^(?:null|none|nil|undefined|true|false|str(?:ing)?|number|int(?:eger)?\d*|[uif](?:8|16|32|64|128|size)|bool(?:ean)?|object|bytes|any|unknown|void|never|required|optional|(?:ui|i)nt(?:8|16|32)(?:clamped)?array|secretstr|include|omit|same-origin|basic|bearer|digest|ntlm|negotiate|oauth2?|oidc|expired|invalid|missing|revoked|unset|(?:rsa|ec|dsa):?\d*)[!?]?$/i;

/** Labels of form fields, and examples of documentation: `Passwort`, `dein_passwort`, `Forgot password?`. */
const LABEL = new RegExp(
  String.raw`^(?:[\p{L}-]*schlüssel|clé [\p{L} ]+|\p{L}{0,5}[-_]?(?:${PASSWORD_NAMES})(?:[-_]\p{L}{1,5})?|(?=[^ ]+ )[\p{L} '’-]*(?:password|token|key|schlüssel|${PASSWORD_NAMES})[\p{L} '’-]*)[?!.:…]{0,3}$`,
  'iu',
);

/** A placeholder, also without its last bracket or with signs behind it; in a diagram `#91;redacted-1#93;`. */
const MASKED = /^(?:\[|#91;)redacted-\d{1,6}(?:(?:\]|#93;?)[)\]}.,;:!?]*)?$/;

/** A path of files. A random string is not a path. */
const PATH = /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/][\w.@\\/-]*$/;

/** Attributes of cookies, and commands of PowerShell. */
const OTHER =
  /^(?:(?:SameSite|Path|Domain|Max-Age|Expires|HttpOnly)\b|(?:Get|Read|New|Import|ConvertTo|Invoke)-[A-Z]\w+$)/;

/** Placeholders for a secret in the URLs of documentation. */
const EXAMPLE =
  /^(?:(?:your|my|the|some)[-_]?)?(?:user(?:name)?|passw(?:or)?d|pass|pwd|pw|secret|token|key|api[-_]?key|value|x{3,})(?:[-_]here)?$/i;

/**
 * Versions of packages in a request: `^2.0.0`, `~1.2`, `>=3`, `1.4.0-beta.1`, `workspace:*`. Some are called `cookie`
 * or `otp`.
 */
const VERSION =
  /^(?:(?:[~^]|[<>]=?|=)[ ]?v?\d+(?:\.(?:\d+|[x*])){0,2}|v?\d+\.\d+\.(?:\d+|[x*])|workspace:[\^~*]|\*$)(?:[-+][\w.+-]+)?$/;

/** True for a placeholder or a reference to a secret. */
export const isReference = (value: string): boolean => REFERENCE.test(value);

/** The same test for a URL, where a word such as `token` is a placeholder, too. */
export const isPlaceholder = (value: string): boolean => REFERENCE.test(value) || EXAMPLE.test(value);

export const isVersion = (value: string): boolean => VERSION.test(value);

/** True for a text in the place of a secret that is not a secret: a type, a state, a label, a path. */
export const isNoValue = (value: string): boolean =>
  isReference(value) ||
  MASKED.test(value) ||
  LITERAL.test(value) ||
  TEMPLATE.test(value) ||
  isLabel(value) ||
  OTHER.test(value) ||
  isCookieName(value) ||
  isVersion(value) ||
  isPath(value);

export const isLabel = (value: string): boolean => LABEL.test(value);

export const isPath = (value: string): boolean => PATH.test(value) && !isRandom(value);

/** Whether a program has made this: words and names have no digit before a letter, and no part of 20 characters. */
export const isRandom = (value: string): boolean =>
  value.length >= 10 &&
  !/x{6}|0{8}/i.test(value) &&
  value
    .split(/[-_./+~=]/)
    .some(
      (part) =>
        part.length >= 20 || (part.length >= 16 && /\d/.test(part)) || (part.length >= 8 && /\d[A-Za-z]/.test(part)),
    );

/** Whether letters of both cases are drawn at random: a name such as `AccessToken` changes case less often. */
export function isScrambled(value: string): boolean {
  if (!/^(?=.*[a-z])(?=.*[A-Z])[A-Za-z]{8,}$/.test(value) || /^[A-Z]?[a-z]+$/.test(value)) return false;
  const changes = value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  return changes >= 0.4 * (value.length - 1) || /[^aeiouy]{5}/i.test(value);
}

/** Whether 16 letters and more are drawn at random: words have no `qk`, no `vt`, and no five consonants in a row. */
export const isDrawnAtRandom = (value: string): boolean =>
  /^[A-Za-z]{16,}$/.test(value) &&
  (isScrambled(value) || /[^aeiouy]{5}|q[^u]|[jv][b-df-hj-np-tvwxz]|[cfghjkmpqtvwz]x|[fghjkmpqtvwxz]q/i.test(value));
