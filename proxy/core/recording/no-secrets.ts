/** `$TOKEN`, `${token}`, `$(cat file)`, `%TOKEN%`, `%s`, `{token}`, `<your token>`, `***`, `...`, and what is masked already. */
const REFERENCE = /^(?:\$[A-Z_]+$|\$?[{(]|%\w+%$|%[sdv]$|<|\*+$|\.{3}|\u2026|\[redacted-\d+\]$)/;

/** What stands in a URL of documentation where a secret is to be put. */
const EXAMPLE =
  /^(?:(?:your|my|the|some)[-_]?)?(?:user(?:name)?|passw(?:or)?d|pass|pwd|pw|secret|token|key|api[-_]?key|value|x{3,})(?:[-_]here)?$/i;

/** What packages are asked for with: `^2.0.0`, `~1.2`, `>=3`, `1.4.0-beta.1`, `workspace:*`. Some are called `cookie` or `otp`. */
const VERSION =
  /^(?:(?:[~^]|[<>]=?|=)[ ]?v?\d+(?:\.(?:\d+|[x*])){0,2}|v?\d+\.\d+\.(?:\d+|[x*])|workspace:[\^~*]|\*$)(?:[-+][\w.+-]+)?$/;

/** True for what only holds the place of a secret. */
export const isReference = (value: string): boolean => REFERENCE.test(value);

/** The same in a URL, where the word for a thing stands for the thing. */
export const isPlaceholder = (value: string): boolean => REFERENCE.test(value) || EXAMPLE.test(value);

export const isVersion = (value: string): boolean => VERSION.test(value);
