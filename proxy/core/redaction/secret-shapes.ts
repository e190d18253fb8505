import { isPlaceholder, isRandom } from './value-kinds.ts';
import { COMMAND_SHAPES } from './command-shapes.ts';
import { COOKIE_NAME } from './cookie-names.ts';
import { NAMED_SHAPES } from './named-shapes.ts';
import { PRIVATE_KEY_SHAPES } from './private-key-shapes.ts';
import type { SecretShape } from './secret-shape.ts';
import type { Found } from './spans.ts';

/** Patterns of secrets that have known words or signs around them. */
export const SHAPES: readonly SecretShape[] = [
  ...PRIVATE_KEY_SHAPES,
  {
    rule: 'password hash',
    needs: [
      '$2a$',
      '$2b$',
      '$2y$',
      '$1$',
      '$5$',
      '$6$',
      '$7$',
      '$y$',
      '$gy$',
      '$apr1$',
      '$argon2',
      '$scrypt$',
      '$pbkdf2',
      '$bcrypt',
    ],
    example: 'root:«$6$⟦w8⟧$⟦w86⟧»:19000:0',
    pattern:
      /(?<![\w$])\$(?:2[abxy]?|[1567y]|gy|apr1|argon2(?:id?|d)|scrypt|pbkdf2[\w-]*|bcrypt-sha256)\$[\w./$=,+-]{20,}/g,
  },
  {
    rule: 'password hash',
    needs: ['pbkdf2_sha', 'bcrypt_sha', 'argon2$', 'scrypt$'],
    example: '«pbkdf2_sha256$600000$⟦x22⟧$⟦x43⟧=»',
    pattern: /\b(?:pbkdf2_sha\d+|bcrypt_sha256|argon2|scrypt)\$[\w./$=,+-]{20,}/g,
  },
  {
    rule: 'password hash', // of Werkzeug
    needs: ['scrypt:', 'pbkdf2:'],
    example: '«scrypt:32768:8:1$⟦x16⟧$⟦f64⟧»',
    pattern: /\b(?:scrypt(?::\d+){3}|pbkdf2:\w+(?::\d+)?)\$[\w./+-]{1,64}\$[\da-f]{32,}/g,
  },
  {
    rule: 'password hash',
    needs: ['{sha', '{ssha', '{crypt}', '{md5}', '{smd5}'],
    example: 'userPassword: {SSHA}«⟦s32⟧»',
    pattern: /\{(?:SS?HA\d*|CRYPT|S?MD5)\}(?<secret>[\w+/=$.]{16,})/g,
  },
  {
    rule: 'webhook',
    needs: ['hook/', 'hooks/', 'webhookb2/'],
    example: 'https://chat.example.com/hooks/«⟦x24⟧»', // of any server
    pattern:
      /:\/\/(?:[^\s"'`<>?#\\/]{1,256}\/){1,8}?(?:(?:web)?hooks?|webhookb2)\/(?:(?:[a-z]{1,16}|\d+)\/){0,4}(?<secret>[\w/@.-]{16,}[\w/])(?![\w/@.-]*\[redacted-)/dg, // no match if only its number is left unmasked
    accepts: isRandom,
  },
  {
    rule: 'webhook',
    needs: [
      'hooks.slack.com',
      '/api/webhooks/',
      'webhook.office.com',
      'hooks.zapier.com',
      'maker.ifttt.com',
      'make.com',
    ],
    example: 'https://hooks.slack.com/services/«T⟦B8⟧/B⟦B8⟧/⟦x24⟧»',
    pattern:
      /\b(?:hooks\.slack\.com\/(?:services|triggers|workflows)|discord(?:app)?\.com\/api\/webhooks\/\d+|[\w-]+\.webhook\.office\.com\/webhookb2|hooks\.zapier\.com\/hooks\/catch|maker\.ifttt\.com\/trigger\/[^\s/]{1,64}\/(?:json\/)?with\/key|hook\.[\w-]+\.make\.com)\/(?<secret>[\w/@-]{16,}|\d+\/\w{6,}\/?)/g,
  },
  {
    rule: 'bearer token',
    needs: ['bearer '],
    example: 'Authorization: Bearer «⟦x32⟧»',
    pattern: /\bBearer +(?<secret>(?=[A-Za-z.~+/_-]*\d)[\w.~+/-]{8,}=*)/gi,
  },
  {
    rule: 'bearer token',
    needs: ['bearer '],
    example: '"Authorization": "Bearer «⟦a20⟧»"',
    pattern: /\bBearer +(?<secret>(?!auth|token|format|scheme|header|credential)[\w.~+/-]{8,}=*)(?=["'`\\]|[ \t]*$)/gim,
  },
  {
    rule: 'basic authentication',
    needs: ['basic '],
    example: 'Authorization: Basic «⟦x20⟧==»',
    pattern: /\bBasic +(?<secret>(?=[A-Za-z+/]*[\d=])[A-Za-z0-9+/]{8,}=*)/g,
  },
  {
    rule: 'cookie',
    needs: ['cookie:'],
    example: 'Cookie: «session=⟦x20⟧; theme=dark»',
    pattern:
      /(?<!\bSet-)\bCookie: *(?!SameSite|Path|Domain|Max-Age|Expires)(?<secret>[^\s"'`=;]{1,200}=[^"'`\r\n]{1,8192})/gi,
  },
  {
    rule: 'cookie',
    needs: ['cookie:'],
    example: 'Set-Cookie: id=«⟦x24⟧»; HttpOnly',
    pattern: /\bSet-Cookie: *[^\s"'`=;]{1,200}=(?<secret>[^\s"'`;]{12,})/gi,
  },
  {
    rule: 'cookie',
    needs: ['sessid', 'sessionid', 'connect.sid', '_session'],
    example: 'PHPSESSID=«⟦b26⟧»',
    pattern: new RegExp(
      String.raw`(?<![\w-])${COOKIE_NAME}\\*["']?(?:[=:\t]|[ ]?,|[ ][=:])[ ]?(?:\\*["']value\\*["'][ ]?:[ ]?)?\\*["']?(?<secret>[\w%.+/=-]{12,})`,
      'g',
    ),
  },
  {
    rule: 'password of a URL',
    needs: ['://'],
    example: 'postgres://app:«⟦x12⟧»@db.example.com/app',
    pattern: /:\/\/[^\s/@"'`:]*:(?!\d{1,5}[?#,])(?<secret>[^\s/"'`]+)@/g,
  }, // up to the last @ before the path
  {
    rule: 'token of a URL',
    needs: ['://'],
    example: 'https://«⟦x40⟧»@github.com/acme/app.git',
    pattern: /:\/\/(?<secret>(?=[^\s/@"':\d]*\d)[^\s/@"':]{8,})(?=@|:[^\s/"'`]*@)/g,
  }, // in place of the user name
  {
    rule: 'signature of a URL',
    needs: ['sig=', 'signature='],
    example: 'https://example.com/file?se=1&sig=«⟦x32⟧»',
    pattern: /[?&](?:x-amz-)?sig(?:nature)?=(?<secret>[^\s"'&#]{3,})/gi,
  },
  {
    rule: 'code of a URL', // which may itself be in a URL
    needs: ['code=', 'code%'],
    example: 'https://app.example.com/callback?code=«⟦x32⟧»&state=1',
    pattern:
      /(?:[?&#]|%(?:25){0,3}(?:3F|26|23))code(?:=|%(?:25){0,3}3D)(?<secret>(?:(?!%(?:25){0,3}26)[^\s"'&#]){12,2048})/gi,
    accepts: isRandom,
  },
  {
    rule: 'code of OAuth',
    needs: ['authorization_code', 'code_verifier', 'device_code'],
    example: 'grant_type=authorization_code&code=«⟦x32⟧»',
    pattern:
      /(?<![\w-])(?:code|code_verifier|device_code)(?:=|\\*["']\s{0,40}:\s{0,40}\\*["']|["']\s{0,8},\s{0,8}["'])(?<secret>[^\s"'&#\\]{12,2048})/g,
    accepts: isRandom,
  },
  {
    rule: 'password of SQL',
    needs: ['identified', 'password '],
    example: "CREATE USER app IDENTIFIED BY '«⟦x12⟧»'",
    pattern: /\b(?:IDENTIFIED(?: WITH \S+)? BY|PASSWORD) +'(?<secret>[^'\r\n]{1,256})'/g,
  },
  {
    rule: 'named value',
    needs: ['define('],
    example: "define('DB_PASSWORD', '«⟦x12⟧»');",
    pattern: /\bdefine\(\s*["']\w*(?:PASSWORD|SECRET|TOKEN|KEY|SALT)["']\s*,\s*["'](?<secret>[^"'\r\n]+)/g,
  },
  {
    rule: 'key of a kubeconfig',
    needs: ['client-key-data'],
    example: 'client-key-data: «⟦s64⟧»',
    pattern: /\bclient-key-data["']?:\s*["']?(?<secret>[\w+/=]{16,})/g,
  },
  {
    rule: '.netrc',
    needs: ['machine'],
    example: 'machine example.com login bob password «⟦x12⟧»',
    pattern: /\bmachine\s+\S+\s+login\s+\S+\s+password\s+(?<secret>\S+)/g,
  },
  ...NAMED_SHAPES,
  ...COMMAND_SHAPES,
];

/** Words that the shapes need. */
export const SHAPE_WORDS: readonly string[] = SHAPES.flatMap(({ needs }) => needs);

/** Finds secrets by the words or signs around them. `mentioned`: the words of SHAPE_WORDS in the text. */
export function shapedSecrets(text: string, mentioned: ReadonlySet<string>, shapes = SHAPES): readonly Found[] {
  const found: Found[] = [];
  if (mentioned.size === 0) return found;
  for (const { rule, needs, pattern, accepts } of shapes) {
    if (!needs.some((word) => mentioned.has(word))) continue;
    for (const { index, 0: whole, groups, indices } of text.matchAll(pattern)) {
      const secret = groups?.['secret'] ?? whole;
      if (isPlaceholder(secret) || accepts?.(secret) === false) continue;
      const start = indices?.groups?.['secret']?.[0] ?? index + whole.lastIndexOf(secret); // a sign may follow
      found.push({ start, end: start + secret.length, rule });
    }
  }
  return found;
}
