import { assignedSecrets } from './assignments.ts';
import { isPlaceholder } from './no-secrets.ts';
import { merged, type Span } from './spans.ts';
import { toldSecrets } from './told-secrets.ts';

/**
 * Secrets that give themselves away by their shape or by the words before them. The group `secret` is what is masked; the whole match is,
 * where there is none.
 */
const SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?:[^]{0,20000}?-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|(?:(?:\s|\\[rn])+[\w+/=]{8,})+)/g,
  /\beyJ[\w-]{8,2048}\.[\w-]{8,}\.[\w-]{8,}/g, // JSON Web Token
  /\b(?:sk|pk|rk)-[\w-]{16,}|\b(?:sk|rk)_(?:live|test)_\w{10,}/g, // OpenAI, Anthropic and those who do as they do; Stripe
  /\bgh[opsur]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bnpm_\w{30,}|\bhf_\w{20,}/g,
  /\bAIza[\w-]{30,}|\bGOCSPX-[\w-]{20,}|\bya29\.[\w-]{16,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}|\bhv[sbr]\.[\w-]{16,}|\bpypi-Ag[\w-]{14,}|\bAGE-SECRET-KEY-1[0-9A-Z]{16,}/g,
  /\bxai-\w{20,}|\bgsk_\w{20,}|\bdop_v1_\w{32,}|\b\d{8,10}:AA[\w-]{30,}/g, // the last of a Telegram bot
  /\bhooks\.slack\.com\/services\/(?<secret>\w{8,}\/\w{8,}\/\w{16,})/g,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/(?<secret>[\w-]{16,})/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bBearer +(?<secret>(?=[A-Za-z.~+/_-]*\d)[\w.~+/-]{8,}=*)/gi,
  /\bBearer +(?<secret>(?!auth|token|format|scheme|header|credential)[\w.~+/-]{8,}=*)(?=["'`\\]|[ \t]*$)/gim,
  /\bBasic +(?<secret>(?=[A-Za-z+/]*[\d=])[A-Za-z0-9+/]{8,}=*)/g,
  /\bCookie: *(?<secret>[^\s"'`=;]+=[^"'`\r\n]+)/gi,
  /:\/\/[^\s/@"'`:]*:(?!\d{1,5}[?#,])(?<secret>[^\s/"'`]+)@/g, // the password of a URL, up to the last @ before its path
  /:\/\/(?<secret>(?=[^\s/@"':\d]*\d)[^\s/@"':]{8,})(?=@|:[^\s/"'`]*@)/g, // a token in the place of its user
  /[?&](?:x-amz-)?sig(?:nature)?=(?<secret>[^\s"'&#]{3,})/gi,
  /\b(?:curl|wget|https?|xh)\b[^\n]{0,400}?\s(?:-u|--user|--proxy-user)[ =]["']?(?!\d+:)[^\s:"']+:(?<secret>[^\s"'\\]+)/g,
  /\b(?:mysql|mariadb)[\w-]*\s(?:[^\n|;]{0,400}?\s)?-p(?<secret>[^\s"'`;|&]+)/g,
  /\bsshpass\s+-p\s*["']?(?<secret>[^\s"'`;|&]+)/g,
  /\b(?:IDENTIFIED(?: WITH \S+)? BY|PASSWORD) +'(?<secret>[^'\r\n]{1,256})'/g,
  /<(?<tag>(?:[a-z]\w*[_.-]?)?(?:[pP]assw(?:or)?d|[sS]ecret|[tT]oken|[aA]pi[_-]?[kK]ey))>(?<secret>[^<>\s]{3,256})<\/\k<tag>>/g,
  /\bname: *["']?[\w.-]*(?:passw(?:or)?d|_pass|secret|token|[_-]key)["']?[ \t]*\r?\n[ \t]*value: *["']?(?<secret>[^\s"'#]+)/gi, // YAML
  /\bmachine\s+\S+\s+login\s+\S+\s+password\s+(?<secret>\S+)/g, // .netrc
  /\blogin\b[^\n|;]{0,400}?\s-p[ =]?["']?(?<secret>[^\s"';|&]+)/g,
];

/** A quick look that most texts do not pass: each shape needs one of these. */
const MAY_HOLD =
  /BEGIN|eyJ|[spr]k[-_]|gh[opsur]_|github_pat|glpat|npm_|hf_|AIza|GOCSPX|ya29|SG\.|hv[sbr]\.|pypi|AGE-|xai|gsk_|dop_v1|:AA|slack|discord|xox|A[KS]IA|Bearer|Basic|Cookie|:\/\/|sig|\s-u|--user|--proxy-user|-p|IDENTIFIED|PASSWORD +'|<\/|value:|machine\s/i;

/** The same for the names of secrets. */
const MAY_NAME =
  /key|secret|token|pass|pwd|pw|pat|dsn|pin|credential|auth|bearer|otp|cookie|phrase|mnemonic|code|login/i;

/** The secrets in a text, by their shape or by what they are called there, in order and apart. */
export function secretsIn(text: string): readonly Span[] {
  const found: Span[] = MAY_NAME.test(text) ? [...assignedSecrets(text), ...toldSecrets(text)] : [];
  if (MAY_HOLD.test(text))
    for (const shape of SHAPES)
      for (const match of text.matchAll(shape)) {
        const span = secretOf(match);
        if (!isPlaceholder(text.slice(span.start, span.end))) found.push(span);
      }
  return found.length === 0 ? NONE : merged(found);
}

const NONE: readonly Span[] = [];

/** Where the secret of a match is: at its end, but for a sign that closes it. */
function secretOf({ index, 0: whole, groups }: RegExpExecArray): Span {
  const secret = groups?.['secret'] ?? whole;
  const start = index + whole.lastIndexOf(secret);
  return { start, end: start + secret.length };
}

/**
 * True for a value that is looked for everywhere once it is known to be secret. Environments and headers also hold `1`, `production`,
 * `application/json` and paths; those are masked where they stand, and left alone in the rest of the conversation.
 */
export function isDistinctive(value: string): boolean {
  if (value.length < 6 || /^(?:~|\.{0,2}[\\/]|[A-Za-z]:[\\/])/.test(value)) return false;
  const core = value.replace(/^[\s!-/:-@[-`{-~]+|[\s!-/:-@[-`{-~]+$/g, ''); // a word is one with a full stop behind it
  const isWord = /^[A-Za-z_]*$/.test(core) && core.length < 16;
  const isNumber = /^\d{1,7}$|^\d+(?:\.\d+)+$/.test(core);
  return (
    !isWord &&
    !isNumber &&
    !value.startsWith('$') &&
    !/^[\w.+-]+\/[\w.+*-]+$/.test(value) &&
    !/^https?:\/\/[^@\s]*$/.test(value)
  );
}
