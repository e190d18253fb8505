import { optionPattern, PASSWORD_OPTIONS } from './password-options.ts';
import type { SecretShape } from './secret-shape.ts';
import { PASSWORD_NAMES } from './words-for-password.ts';

/** A word of a command line; a quoted word ends at the next quote. */
const VALUE = String.raw`\$?\\*["']?(?<secret>(?<=")[^"\\\r\n]{1,256}|(?<=')[^'\\\r\n]{1,256}|[^\s"'\x60;|&\\]{1,1024})`;

/** Other words of the same command, which may continue in the next line. */
const WORDS = String.raw`(?:[^\n|;&]|&(?!&)|(?<=\\\r?)\n){0,400}?\s`;

/** Options with one dash; a number may follow each. */
const FLAGS = String.raw`-\w+\s+(?:\d+\s+)?`;

/** `sudo -S`, which reads a password from its standard input. */
const SUDO = String.raw`\bsudo\s(?:[^\n|;]{0,80}?\s)?(?:-\w*S|--stdin)\b`;

const RULE = 'word of a command';

const shape = (needs: readonly string[], example: string, pattern: string): SecretShape => ({
  rule: RULE,
  needs,
  example,
  pattern: new RegExp(pattern, 'g'),
});

/** Programs that read a password from their standard input. */
const READS = String.raw`(?:${SUDO}|[^\n|;]{0,200}?\s--?(?:\w+-)*(?:password-stdin|with-token|stdin|passphrase-fd)\b|(?:sudo\s+)?(?:kinit|cryptsetup)\b)`;

/** The ends of names of settings that hold secrets. */
export const SETTING_NAME = String.raw`(?:${PASSWORD_NAMES}|_auth(?:token)?|auth_?(?:token|ident)|api[_-]?key|secret(?:_access)?_?key|secret|(?:[_-]|\b)(?:[a-z]+[_-])?token|passw(?:or)?d|(?<=[a-z])(?:Token|ApiKey|Secret|Password))`;

/** A line of `.pgpass`, also in quotes: host, port, database, user, password. */
const pgpass = (port: string): string =>
  String.raw`(?<![\w.:\\/@-])(?:[a-zA-Z][\w.-]*|\*|\d+(?:\.\d+){3}|(?:[\da-f]*\\{1,2}:){2,7}[\da-f]*):${port}:(?:[a-zA-Z][\w-]*|\*):(?:[a-zA-Z][\w.@-]*|\*):(?<secret>(?:[^\s:"'\x60\\]|\\{1,2}:){4,})(?=["'\x60\s\\]|$)`;

/** Secrets that command lines give to programs. */
export const COMMAND_SHAPES: readonly SecretShape[] = [
  ...PASSWORD_OPTIONS.map(({ programs, needs, example, isAttached, value, ...option }) =>
    shape(
      needs,
      example,
      String.raw`(?<![\w-])(?:${programs})(?:\.exe)?\b(?:${WORDS}|\s)${optionPattern(option)}${isAttached ? '(?=\\S)' : '[ \\t=]*'}(?!-|\d?[<>])${value === undefined ? '' : String.raw`(?=\$?\\*["']?${value})`}${VALUE}`,
    ),
  ),
  shape(
    ['curl', 'wget', 'http', 'xh '],
    'curl -u bob:«⟦x12⟧» https://example.com',
    String.raw`\b(?:curl|wget|https?|xh)\b${WORDS}(?:-u *|-U *|(?:--user|--proxy-user|-a)[ =]+)["']?(?!\d+:)[^\s:"'-][^\s:"']*:(?<secret>[^\s"'\\]+)`,
  ),
  shape(
    ['lftp'],
    'lftp -u bob,«⟦x12⟧» sftp://example.com',
    String.raw`\blftp\b(?:${WORDS}|\s)-u\s*["']?[^\s,"']+,(?<secret>[^\s"'\\]+)`,
  ),
  shape(
    ['smb', 'rpcclient', 'winexe', 'net ads', 'net rpc'],
    'smbclient //server/share -U bob%«⟦x12⟧»',
    String.raw`\b(?:smb\w+|rpcclient|winexe|net)\b(?:${WORDS}|\s)(?:-U|--user)[ =]*["']?[^\s%"']+%(?<secret>[^\s"'\\]+)`,
  ),
  shape(
    ['openssl'],
    'openssl rsa -in key.pem -passin pass:«⟦x12⟧»',
    String.raw`\bopenssl\b${WORDS}["']?pass:(?<secret>[^\s"'\x60;|&]+)`,
  ),
  shape(
    ['from-literal'],
    'kubectl create secret generic db --from-literal=password=«⟦x12⟧»',
    String.raw`--from-literal[= ]["']?[\w.-]+=(?<=\bcreate\s+secret\s[^|;]{0,1000})${VALUE}`,
  ),
  shape(
    ['htpasswd'],
    'htpasswd -b users bob «⟦x12⟧»',
    String.raw`\bhtpasswd\s+(?=(?:${FLAGS})*-\w*b)(?:(?=(?:${FLAGS})*-\w*n)(?:${FLAGS})+|(?:${FLAGS})+\S+\s+)\S+\s+${VALUE}`,
  ),
  shape(
    ['config', 'npmauth', 'secret'],
    'npm config set //registry.npmjs.org/:_authToken «⟦x36⟧»',
    String.raw`\bconfig(?:ure)?(?:\s+--?[\w-]+(?:[ =][^\s-]\S*)?){0,4}\s+(?:set|add|put)?(?:\s+--?[\w-]+){0,4}\s*["']?[\w./:@-]{0,200}?(?:${SETTING_NAME}(?:\.[\w.-]+)?|http-basic\.\S+\s+\S+)["']?[ \t=]+(?=[^\s\w]*\S*[\d=+/!@#%^&*_-])${VALUE}`,
  ),
  shape(
    ['secret'],
    'gh secret set API_KEY --body «⟦x24⟧»',
    String.raw`\bsecrets?\s+set\s+(?:\S+\s+){1,6}?(?:--body|-b)[ =]+${VALUE}`,
  ),
  shape(
    ['sudo ', '-stdin', '--stdin', 'with-token', 'passphrase-fd', 'kinit', 'cryptsetup'],
    'echo «⟦x12⟧» | sudo -S apt update',
    String.raw`\b(?:echo|printf)\s(?:-\w+\s+)*(?:["']%s(?:\\*n)?["']\s+)?["']?(?<secret>[^\s"'\x60;|&$]+)["']?\s*\|\s*${READS}`,
  ),
  shape(
    ['chpasswd'],
    'echo "bob:«⟦x12⟧»" | sudo chpasswd',
    String.raw`\b(?:echo|printf)\s(?:-\w+\s+)*["']?[\w.-]+:(?<secret>[^\s"'\x60;|&$]+)["']?\s*\|\s*(?:sudo\s+)?chpasswd\b`,
  ),
  shape(['sudo '], 'sudo -S id <<< «⟦x12⟧»', String.raw`<<<(?<=${SUDO}[^\n|;]{0,400})\s*${VALUE}`),
  shape(
    ['sudo '],
    'sudo -S id <<EOF\n«⟦x12⟧»\nEOF\n',
    String.raw`<<-?[ \t]*\\*["']?\w{1,40}\b[^\n]{0,200}(?=\n)(?<=${SUDO}[^\n]{0,400})\n(?:[>+|#*-][ ]?)?[ \t]*(?<secret>[^\s>]\S*)[ \t]*\r?(?=\n)`,
  ),
  {
    ...shape(['convertto-securestring'], 'ConvertTo-SecureString -String "«⟦x12⟧»" -AsPlainText', ''),
    pattern: /\bConvertTo-SecureString\s+(?:-String\s+)?["'](?<secret>[^"'$\r\n]+)/gi,
  },
  shape(
    ['pgpass', ':5432:', ':6432:', ':*:'],
    'db.example.com:5432:app:bob:«⟦x12⟧»',
    pgpass(String.raw`(?:5432|6432|\*)`),
  ),
  shape(['*:5', '*:6'], '*:5433:app:bob:«⟦x12⟧»', pgpass(String.raw`(?<=\*:)[56]\d{3}`)),
  shape(['pgpass'], '~/.pgpass: db.example.com:15432:app:bob:«⟦x12⟧»', pgpass(String.raw`\d{2,5}`)),
  shape(['login'], 'az login -u bob -p «⟦x12⟧»', String.raw`\blogin\b${WORDS}-p[ =]*(?!,)${VALUE}`),
];
