/** What passwords are called in German, French, Spanish, Portuguese, Italian, Russian, Chinese, Japanese and Korean. */
export const PASSWORD_WORDS = [
  String.raw`passwort|kennwort|passphrase|zugangscode|zugangsdaten`,
  String.raw`mots?[ ]de[ ]passe|mdp|code[ ]secret|phrase[ ](?:de[ ]passe|secrète)`,
  String.raw`contrase[ñn]as?|clave(?:[ ](?:de[ ]acceso|secreta))?`,
  String.raw`senha|palavra-passe`,
  String.raw`parola[ ](?:d['’](?:ordine|accesso)|di[ ]accesso|chiave)|codice[ ]segreto`,
  String.raw`пароль|кодовое[ ]слово`,
  String.raw`密码|密碼|口令`,
  String.raw`パスワード|パスフレーズ|暗証番号|合言葉`,
  String.raw`비밀번호|패스워드|암호`,
].join('|');

/** The same of keys and tokens, which programs make. */
export const KEY_WORDS = [
  String.raw`(?:api|zugangs|zugriffs)-?schlüssel|zugriffstoken`,
  String.raw`clés?[ ](?:d['’])?(?:api|secrète|privée|d['’]accès)|jeton(?:[ ]d['’]accès)?`,
  String.raw`clave[ ](?:de[ ](?:la[ ])?)?api|ficha[ ]de[ ]acceso`,
  String.raw`chave[ ](?:da[ ]|de[ ])?(?:api|acesso)`,
  String.raw`chiave[ ](?:(?:dell['’]|di[ ])?api|segreta|privata)`,
  String.raw`(?:api[ -])?(?:ключ|токен)(?:[ ](?:api|доступа))?`,
  String.raw`密钥|密鑰|令牌`,
  String.raw`キー|トークン`,
  String.raw`api[ ]?키|토큰`,
].join('|');

/** Parts of these words, in lower case and of three characters or more: a text without any has none of the words. */
export const PARTS_OF_WORDS: readonly string[] = [
  'passwor,kennwort,passphrase,zugang,zugriff,schlüssel',
  'de passe,mdp,code secret,phrase secr,clé,jeton,contrase,clave,ficha de acceso',
  'senha,palavra-passe,chave,parola ,codice segreto,chiave,ароль,одовое слово,люч,окен',
  'パスワード,パスフレーズ,暗証番号,合言葉,トークン,비밀번호,패스워드',
].flatMap((words) => words.split(','));

/** Those of two characters. */
export const SHORT_WORDS = /密[码碼钥鑰]|口令|令牌|キー|암호|토큰|[iI] ?키/;

/** What may follow a name: ` für den Server`, ` de la base`, ` (wifi)`. */
export const WHOSE = String.raw`(?:[ ](?:für|von|vom|zu|zum|im|de|del|della|di|du|des|da|do|dos|para|pour|por|per|от|для|к)[ ][^\n:.,;?!|]{1,40}?|[ ]?\([^\n()|]{1,30}\))?`;

const COLUMN = (words: string): RegExp => new RegExp(String.raw`(?:${words})${WHOSE}$`, 'iu');
const PASSWORD_COLUMN = COLUMN(PASSWORD_WORDS);
const KEY_COLUMN = COLUMN(KEY_WORDS);

/** True for what is called so, also with a word before it: `WLAN-Passwort`, `登录密码`, `Mot de passe du serveur`. */
export const isPasswordWord = (name: string): boolean => PASSWORD_COLUMN.test(name);
export const isKeyWord = (name: string): boolean => KEY_COLUMN.test(name);

/** Words for the state of a secret, and for what to do with it: none of them is one. By language, as in `PASSWORD_WORDS`. */
const STATE = new RegExp(
  `^(?:${[
    'required|mandatory|optional|none|empty|blank|hidden|masked|(?:un)?changed|updated|saved|stored|encrypted|hashed|(?:in)?valid|wrong|(?:in)?correct|missing|expired|revoked|forgotten|unknown|default|(?:un)?set|(?:dis|en)abled|active|on|off|yes|no|text|plain(?:text)?|n/a|todo|tbd|show|hide|change|reset|enter',
    'erforderlich|benötigt|notwendig|pflicht(?:feld|angabe)?|keine?s?|leer|versteckt|verborgen|(?:un)?(?:ge|ver)ändert|gesetzt|(?:un)?gültig|falsch|richtig|unbekannt|vergessen|abgelaufen|gespeichert|verschlüsselt|fehlt|ja|nein|eingeben|anzeigen|zurücksetzen|ändern|standard',
    'requise?|obligatoire|facultati(?:f|ve)|optionnel(?:le)?|aucune?|vide|(?:cach|masqu|modifi|chang|oubli|expir|chiffr|enregistr|désactiv|activ)ée?|(?:in)?valide|(?:in)?correcte?|erronée?|inconnue?|manquante?|définie?|texte|oui|non|saisir|modifier|afficher|changer',
    '(?:requerid|obligatori|ningun|vací|vaci|ocult|cambiad|modificad|(?:in)?válid|(?:in)?correct|erróne|desconocid|olvidad|caducad|expirad|cifrad|guardad|definid)[oa]|opcional|pendiente|texto|sí|cambiar|mostrar',
    '(?:obrigatóri|vazi|alterad|errad|(?:in)?corret|esquecid|desconhecid|criptografad|salv)[oa]|nenhuma?|sim|não|alterar',
    '(?:richiest|obbligatori|facoltativ|nessun|vuot|nascost|cambiat|modificat|(?:in)?valid|errat|corrett|sbagliat|dimenticat|scadut|salvat|impostat)[oa]|mancante|opzionale|testo|modifica|mostra',
    '(?:не)?обязател(?:ьн(?:о|ый|ое)|ен)|требуется|нет|да|пусто(?:й)?|скрыто?|изменено?|(?:не)?верн(?:о|ый)|(?:не)?правильн(?:о|ый)|недействителен|забыто?|задано?|истёк|текст|изменить|показать|ввести',
  ].join('|')})$`,
  'iu',
);

export const isState = (word: string): boolean => STATE.test(word);
