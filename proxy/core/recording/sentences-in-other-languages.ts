import { isRandom } from './no-secrets.ts';
import type { Found } from './spans.ts';

/** What a password is called in German, French, Spanish, Portuguese, Chinese and Japanese. */
const PASSWORD = [
  String.raw`Pass[wW]ort|Kennwort|Passphrase|Zugangscode|Zugangsdaten`,
  String.raw`mot[ ]de[ ]passe|mdp|code[ ]secret`,
  String.raw`contraseñas?|clave(?:[ ]de[ ]acceso)?`,
  String.raw`senha|palavra-passe`,
  String.raw`密码|密碼|口令`,
  String.raw`パスワード|暗証番号|合言葉`,
].join('|');

/** The same of keys that programs make. */
const KEY = String.raw`(?:API|Zugangs|Zugriffs)-?Schlüssel|clés?[ ](?:d['’])?(?:API|secrète|privée)|clave[ ](?:de[ ](?:la[ ])?)?API|chave[ ](?:da[ ]|de[ ])?API|密钥|密鑰|キー`;

/** ` für den Server`, ` de la base`: between the name and the verb. */
const WHOSE = String.raw`(?:[ ](?:für|von|vom|zu|zum|im|de|del|du|des|da|do|dos|para|pour|por)[ ][^\n:.,;?!]{1,40}?)?`;

const SAYS = String.raw`(?:${WHOSE}[ ](?:ist|lautet|est|c['’]est|es|é)(?:[ ]jetzt|[ ]ahora|[ ]agora|[ ]maintenant)?:?[ ]+|[ ]?[:：][ \t]*|[ ]?(?:是|为|為|は|＝)[ ]?[:：]?[ ]?)`;

/** `usa la clave …`, `mit dem Passwort …`: the verb stands before the name. */
const USES = String.raw`(?:usa|use|utilise[rz]?|usar|mit|benutze|nimm|avec|con|com)[ ](?:la|le|das|dem|el|a|o)[ ](?:Passwort|Kennwort|mot[ ]de[ ]passe|contraseña|clave|senha)[ ]`;

const SAYING = new RegExp(
  String.raw`(?:(?<![\p{Script=Latin}\d])(?:(?<password>${PASSWORD})|(?<key>${KEY}))${SAYS}|(?<![\p{Script=Latin}\d])(?<used>${USES}))(?<quote>["'“„«「『\x60]?)(?<value>[!-~]{4,200})`,
  'giu',
);

/** Finds secrets in sentences of these languages: values with letters and digits, or with signs in them, never plain words. */
export function secretsInOtherLanguages(text: string): readonly Found[] {
  const found: Found[] = [];
  for (const { index, 0: said, groups = {} } of text.matchAll(SAYING)) {
    const given = groups['value'] ?? '';
    const pair = /^[\w.@-]+$/.test(given)
      ? /^ ?\/ ?(?=(?<second>[!-~]{4,}))/.exec(text.slice(index + said.length))
      : null;
    const value = (pair?.groups?.['second'] ?? given).replace(/["'`»”]?[.,;:!?)]{0,2}$/, '');
    const start = index + said.length - (pair ? -pair[0].length : given.length);
    const isKey = groups['key'] !== undefined;
    if (isKey ? isRandom(value) : looksChosen(value))
      found.push({ start, end: start + value.length, rule: 'in a sentence' });
  }
  return found;
}

/** Letters with digits or signs among them, or a number of four digits and more. No code, no path, no placeholder. */
const looksChosen = (value: string): boolean =>
  !/^[<${[(%./~]|[(){}<>[\]]|:\/\/|^\d+[-.:/]|^[\w.-]+@[\w-]+\.|^\*+$/.test(value) &&
  (/^\d{4,}$/.test(value) || (/[a-z]/i.test(value) && /[\d!@#$%^&*+]/.test(value)));
