/**
 * Words for "password" in German, French, Spanish, Portuguese, Italian, Russian, Chinese, Japanese, Korean, and in
 * Dutch, Swedish, Danish, Norwegian, Polish, Czech, Finnish, Hungarian and Turkish.
 */
export const PASSWORD_WORDS = [
  String.raw`passwort|kennwort|passphrase|zugangscode|zugangsdaten`,
  String.raw`mots?[ ]de[ ]passe|mdp|code[ ]secret|phrase[ ](?:de[ ]passe|secrète)`,
  String.raw`contrase[ñn]as?|clave(?:[ ](?:de[ ]acceso|secreta))?`,
  String.raw`senhas?|palavra[ -]passe`,
  String.raw`parola[ ](?:d['’](?:ordine|accesso)|di[ ]accesso)|codice[ ]segreto`,
  String.raw`пароль|кодовое[ ]слово`,
  String.raw`密码|密碼|口令`,
  String.raw`パスワード|パスフレーズ|暗証番号|合言葉`,
  String.raw`비밀번호|패스워드|암호`,
  String.raw`wachtwoord|l[öo]senord|adgangskode|passord|has[łl]o|heslo|salasana|jelsz[óo]|[şs]ifre`,
].join('|');

/** Words for keys and tokens, which programs generate, in the languages from German to Korean. */
export const KEY_WORDS = [
  String.raw`(?:api|zugangs|zugriffs)[ -]?schl(?:ü|ue)ssel|zugriffstoken`,
  String.raw`cl[ée]s?[ ](?:d['’ ])?(?:api|secr[èe]te|priv[ée]e|(?:d['’])?acc[èe]s)|jeton(?:[ ]d['’]acc[èe]s)?`,
  String.raw`clave[ ](?:de[ ](?:la[ ])?)?api|ficha[ ]de[ ]acceso`,
  String.raw`chave[ ](?:da[ ]|de[ ])?(?:api|acesso)`,
  String.raw`chiave[ ](?:(?:dell['’]|di[ ])?api|segreta|privata)`,
  String.raw`(?:api[ -])?(?:ключ|токен)(?:[ ](?:api|доступа))?`,
  String.raw`密钥|密鑰|令牌`,
  String.raw`キー|トークン`,
  String.raw`api[ ]?키|토큰`,
].join('|');

/** The separator of the words of a name. */
const SIGNS_IN_NAMES = ['', ' ', '_', '-', '.'];

/**
 * The words as the ends of names: `MOT_DE_PASSE`, `motDePasse`, `SENHA_BANCO`. Some are the ends of other words, too:
 * `resenha`, `enclave`.
 */
const inNames = (words: string): string =>
  `(?:${words.replaceAll(/\[ -?\]\??/g, '[-_. ]?')})(?<![dr]esenhas?|(?:auto|c[oó]n|en|es)clave)(?:_(?:bdd?|db|banco|smtp|root|admin|wifi|servidor|serveur|бд))?`;
export const PASSWORD_NAMES = inNames(`${PASSWORD_WORDS}|parola`); // in sentences, `parola` is any word
export const KEY_NAMES = inNames(KEY_WORDS);

/** Parts of these words, in lower case, of three characters or more. A text without them has none of the words. */
export const PARTS_OF_WORDS: readonly string[] = [
  'passwor,kennwort,passphrase,zugang,zugriff,schlüssel,schluessel',
  'de passe,mdp,code secret,phrase secr,clé,cle api,cle secr,cle priv,cle acc,cle d acc,jeton,contrase,clave,ficha de acceso',
  'senha,palavra passe,chave,parola,codice segreto,chiave,пароль,кодовое слово,ключ,токен',
  'パスワード,パスフレーズ,暗証番号,合言葉,トークン,비밀번호,패스워드',
  'wachtwoord,senord,adgangskode,passord,hasło,haslo,heslo,salasana,jelsz,ifre',
]
  .flatMap((words) => words.split(','))
  .flatMap((word) => (word.includes(' ') ? SIGNS_IN_NAMES.map((sign) => word.replaceAll(' ', sign)) : [word]));

/** The parts of two characters. */
export const SHORT_WORDS = /密[码碼钥鑰]|口令|令牌|キー|암호|토큰|[iI][ _-]?키/;

/** Texts that may follow a name: ` für den Server`, ` de la base`, ` (wifi)`. */
export const OWNER_AFTER_NAME = String.raw`(?:[ ](?:für|von|vom|zu|zum|im|de|del|della|di|du|des|da|do|dos|para|pour|por|per|от|для|к)[ ][^\n:.,;?!|]{1,40}?|[ ]?\([^\n()|]{1,30}\))?`;

const NAME_END = (words: string): RegExp =>
  new RegExp(String.raw`(?:${words})(?:[-_ ]?\d{1,2})?${OWNER_AFTER_NAME}$`, 'i');
const PASSWORD_NAME = NAME_END(PASSWORD_NAMES);
const KEY_NAME = NAME_END(KEY_NAMES);

/** True for a name that ends with such a word: `WLAN-Passwort`, `登录密码`, `Mot de passe du serveur`, `SMTP_SENHA`. */
export const isPasswordWord = (name: string): boolean => PASSWORD_NAME.test(name);
export const isKeyWord = (name: string): boolean => KEY_NAME.test(name);

/** `clave` is also the key of a map, and the code of a product; `parola` is any word. */
export const isAmbiguous = (name: string): boolean => /(?:clave|parola)(?:[-_ ]?\d{1,2})?$/i.test(name);

/** Words for the state of a secret and for actions on it: they are not secrets. By language, as in `PASSWORD_WORDS`. */
const STATE = new RegExp(
  `^(?:${[
    'required|mandatory|optional|none|empty|blank|hidden|masked|(?:un)?changed|updated|saved|stored|encrypted|hashed|(?:in)?valid|wrong|(?:in)?correct|missing|expired|revoked|forgotten|unknown|default|(?:un)?set|(?:dis|en)abled|active|on|off|yes|no|text|plain(?:text)?|n/a|todo|tbd|show|hide|change|reset|enter',
    'erforderlich|benötigt|notwendig|pflicht(?:feld|angabe)?|keine?s?|leer|versteckt|verborgen|(?:un)?(?:ge|ver)ändert|gesetzt|(?:un)?gültig|falsch|richtig|unbekannt|vergessen|abgelaufen|gespeichert|verschlüsselt|fehlt|ja|nein|eingeben|anzeigen|zurücksetzen|ändern|standard',
    'requise?|obligatoire|facultati(?:f|ve)|optionnel(?:le)?|aucune?|vide|(?:cach|masqu|modifi|chang|oubli|expir|chiffr|enregistr|désactiv|activ)ée?|(?:in)?valide|(?:in)?correcte?|erronée?|inconnue?|manquante?|définie?|texte|oui|non|saisir|modifier|afficher|changer',
    '(?:requerid|obligatori|ningun|vací|vaci|ocult|cambiad|modificad|(?:in)?válid|(?:in)?correct|erróne|desconocid|olvidad|caducad|expirad|cifrad|guardad|definid)[oa]|opcional|pendiente|texto|sí|cambiar|mostrar',
    '(?:obrigatóri|vazi|alterad|errad|(?:in)?corret|esquecid|desconhecid|criptografad|salv)[oa]|nenhuma?|sim|não|alterar',
    '(?:richiest|obbligatori|facoltativ|nessun|vuot|nascost|cambiat|modificat|(?:in)?valid|errat|corrett|sbagliat|dimenticat|scadut|salvat|impostat)[oa]|mancante|opzionale|testo|modifica|mostra',
    'vereist|verplicht|leeg|geen|nee|onjuist|verlopen|obligatoriskt?|krävs|saknas|felaktigt?|ogiltigt?|påkrævet|mangler|wymagane|brak|nieprawidłowe|povinné|chybí|neplatné|pakollinen|puuttuu|kötelező|hiányzik|zorunlu|gerekli|geçersiz|yok',
    '(?:не)?обязател(?:ьн(?:о|ый|ое)|ен)|требуется|нет|да|пусто(?:й)?|скрыто?|изменено?|(?:не)?верн(?:о|ый)|(?:не)?правильн(?:о|ый)|недействителен|забыто?|задано?|истёк|текст|изменить|показать|ввести',
  ].join('|')})$`,
  'iu',
);

export const isStateWord = (word: string): boolean => STATE.test(word);
