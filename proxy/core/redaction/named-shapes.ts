import { isNoValue } from './value-kinds.ts';
import type { SecretShape } from './secret-shape.ts';
import { isStateWord, PARTS_OF_WORDS, PASSWORD_NAMES } from './words-for-password.ts';

/** Names in other languages, except `clave` and `parola`, which mean other things too. */
const OTHER = `${PASSWORD_NAMES}(?<!clave|parola)`;

/** The end of a setting name that holds a secret. */
const WORD = String.raw`(?:${OTHER}|passw(?:or)?d|pass[-_. ]?phrase|[_.-]pass|pwd|secret|token|api[_-]?key|(?:access|account|private|secret|signing|_)[_-]?key)`;
const NAME = String.raw`[\w.:-]{0,64}?${WORD}`;

/** An opening or closing quote, which may be escaped. */
const QUOTE = String.raw`\\*["']`;

const CALLED = String.raw`(?<![\w-])(?:key|name|id)(?:${QUOTE})?\s{0,40}[:=]\s{0,40}(?:${QUOTE})?${NAME}(?![\w.-])(?:${QUOTE})?`;
const VALUE_IS = String.raw`value(?:${QUOTE})?\s{0,40}[:=]\s{0,40}`;

/** Other attributes, or the next line. */
const BETWEEN = String.raw`[\s,]{1,40}(?:[>+|#*-]\s{1,40})?(?:[^<>{}\n]{0,120}?\s)?(?:${QUOTE})?`;

/** From one line to the next, which may be quoted or a line of a diff. */
const BREAK = String.raw`\s{0,40}(?:[>+|#*-]\s{0,40})?`;

/** The hint behind a name in a program's question: `[None]`, `(hidden)`. */
const HINT = String.raw`(?:\[[^\]\r\n]{0,80}\]|\([^)\r\n]{0,80}\))`;

const shape = (needs: readonly string[], example: string, pattern: string): SecretShape => ({
  rule: 'named value',
  needs,
  example,
  pattern: new RegExp(pattern, 'dgim'),
  accepts: (secret) => !isNoValue(secret) && !isStateWord(secret),
});

/**
 * Values beside the names of secrets, in markup and in settings that have a name and a value. A pattern begins with a
 * part that is rare in texts, and looks back from there.
 */
export const NAMED_SHAPES: readonly SecretShape[] = [
  shape(
    ['password>', 'passwd>', 'secret>', 'token>', 'key>', ...PARTS_OF_WORDS, '密码>', '密碼>', '口令>', '암호>'],
    '<password>«⟦x12⟧»</password>',
    String.raw`<(?<tag>(?:[\w-]{1,40}:)?[\w.-]{0,64}?(?:${OTHER}|passw(?:or)?d|secret|token|api[_-]?key))(?:\s[^<>]{0,200})?>(?:<!\[CDATA\[)?(?<secret>[^<>\s]{3,256}?)(?:\]\]>)?</\k<tag>>`,
  ),
  shape(
    [
      'password"',
      'pass"',
      'pwd"',
      'secret"',
      'token"',
      'key"',
      'phrase"',
      ...PARTS_OF_WORDS,
      '密码"',
      '密碼"',
      '口令"',
    ],
    '<property name="db.password">«⟦x12⟧»</property>',
    String.raw`<(?<tag>[\w:.-]{1,40})\s(?:[^<>]{0,200}?\s)?${CALLED}[^<>]{0,200}>(?:(?<!<string\b[^<>]{0,400})|(?=[^<>]*\d))(?<secret>[^<>\s]{3,256})</\k<tag>>`,
  ),
  shape(
    ['<string>'],
    '<key>ApiToken</key>\n<string>«⟦x24⟧»</string>',
    String.raw`<key>${NAME}</key>${BREAK}<string>(?<secret>[^<>]{3,256})</string>`,
  ),
  shape(
    ['value'],
    '- name: DB_PASSWORD\n  value: «⟦x16⟧»',
    String.raw`${VALUE_IS}(?<=${CALLED}${BETWEEN}${VALUE_IS})(?:${QUOTE})?(?<secret>(?<=["'])[^"'\\\r\n<>]{1,256}|[^\s"'\\#<>]{1,256})`,
  ),
  shape(
    ['value'],
    '{"value": "«⟦x16⟧»", "name": "DB_PASSWORD"}',
    String.raw`${VALUE_IS}${QUOTE}(?<secret>[^"'\\\r\n<>]{1,256})${QUOTE}${BETWEEN}${CALLED}`,
  ),
  shape(
    ['variable', 'output "', '"default"', '"value"'],
    'variable "db_password" {\n  default = "«⟦x16⟧»"\n}',
    String.raw`\{(?<=\\*"${NAME}\\*"\s{0,8}:?\s{0,8}\{)[^{}]{0,1000}?(?<![\w-])(?:default|value)(?:\\*")?\s{0,40}[:=]\s{0,40}\\*"(?<secret>[^"\\\r\n]{1,256})`,
  ),
  shape(
    [']: ', '): ', ']> ', ')> ', '(hidden)', '[hidden]'],
    'AWS Secret Access Key [None]: «⟦s40⟧»',
    String.raw`[\])](?:[ ]?[:>?])?[ \t]+(?=[^\s"'\x60\\]{4,256}[ \t]*(?:$|["'\r\\]))(?<=(?:${WORD}|key|pin)s?(?:[ ]id)?[ ]?(?:${HINT}[ ]?[:>?]|[:>?][ ]?${HINT})[ \t]+)(?<secret>[^\s"'\x60\\]{4,256})`,
  ),
  shape(
    ['x-vault-token'],
    'X-Vault-Token: «⟦x26⟧»',
    String.raw`X-Vault-Token(?:${QUOTE})?:[ \t]*(?:${QUOTE})?(?<secret>[\w.-]{16,})`,
  ),
  shape(
    ['env '],
    'ENV DB_PASSWORD «⟦x16⟧»', // of a Dockerfile
    String.raw`^[^\w\n]{0,12}(?:\d{1,6}[^\w\n]{1,4})?ENV[ \t]+${NAME}[ \t]+["']?(?<secret>[^\s"'=]{4,1024})["']?[ \t]*\r?$`,
  ),
  shape(
    ['- --', '- "--', "- '--"],
    '- --api-key\n- «⟦x24⟧»', // a command as a list of YAML
    String.raw`^[ \t>+|#*]*-[ ]+["']?--[\w-]{0,64}?${WORD}["']?[ \t]*\r?\n[ \t>+|#*]*-[ ]+["']?(?<secret>[^\s"'-][^\s"']{0,255})["']?[ \t]*\r?$`,
  ),
  shape(
    ['[--', ', --'],
    'args: [--port, 80, --api-key, «⟦x24⟧»]',
    String.raw`:[ \t]*\[(?:[^\]\r\n]{0,400}?,)?[ \t]*--[\w-]{0,64}?${WORD},[ \t]*["']?(?<secret>[^\s"',\]-][^\s"',\]]{0,255})["']?[ \t]*[,\]]`,
  ),
];
