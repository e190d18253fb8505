import type { StringPath } from '#core/wire/json-strings.ts';

/** Member names whose strings are secret wherever they stand. */
const SECRET_NAME =
  /(?:api[-_.]?key|access[-_.]?key|private[-_.]?key|secret|token|passw(?:or)?d|passphrase|credentials?|authorization|cookie)$/i;

/** Everything below a member of these names is secret, but for what an entry is called: headers and environments of MCP servers, providers and terminals; proxy settings of editors. */
const SECRET_BELOW = new Set(['headers', 'env', 'proxyConfig']);
const NOT_SECRET = new Set(['name', 'type', 'key']);

/** True when what stands here is secret because of where it stands. `method` is the message's. */
export function isSecretPlace(path: StringPath, method: string | undefined): boolean {
  const name = path.at(-1) ?? '';
  const below = path.findIndex((member, index) => SECRET_BELOW.has(member) && index < path.length - 1);
  if (below !== -1) return !NOT_SECRET.has(name);
  if (method === 'authenticate' || method === 'auth/login') return path.includes('_meta');
  return SECRET_NAME.test(path.findLast((member) => member !== '') ?? '');
}

/** An option whose value is the next word of a command line. */
export const isSecretOption = (word: string): boolean => /^--?[\w-]*(?:key|token|secret|password|auth)$/i.test(word);

/**
 * Secrets that give themselves away by their shape or by the words before them. The group `secret` is what is masked; the whole match is,
 * where there is none.
 */
const SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?-----END [A-Z ]*PRIVATE KEY-----/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, // JSON Web Token
  /\b(?:sk|pk|rk)-[\w-]{16,}/g, // OpenAI, Anthropic and those who do as they do
  /\bgh[opsur]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}/g,
  /\bAIza[\w-]{30,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bBearer +(?<secret>[\w.~+/-]{8,}=*)/gi,
  /\bBasic +(?<secret>[A-Za-z0-9+/]{8,}=*)/g,
  /\b[a-z][a-z0-9+.-]*:\/\/(?<secret>[^\s/@"']+)@/gi, // user and password of a URL
  /(?:^|[\s"'&?;])--?[\w-]*(?:key|token|secret|password)=(?<secret>[^\s"'&;]{3,})/gi,
  /\b[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD)=(?<secret>[^\s"'&;]{3,})/g,
  /[?&](?:api[-_]?key|key|token|access_token|secret|password)=(?<secret>[^\s"'&#]{3,})/gi,
];

/** The secrets in a text, by their shape. */
export function* secretsIn(text: string): Generator<string> {
  if (!MAY_HOLD.test(text)) return;
  for (const shape of SHAPES) for (const match of text.matchAll(shape)) yield match.groups?.['secret'] ?? match[0];
}

/** A quick look that most texts do not pass: each shape needs one of these. */
const MAY_HOLD = /BEGIN|eyJ|[spr]k-|gh[opsur]_|github_pat|glpat|AIza|xox|A[KS]IA|Bearer|Basic|:\/\/|=/i;

/**
 * True for a value that is looked for everywhere once it is known to be secret. Environments and headers also hold `1`, `production`,
 * `application/json` and paths; those are masked where they stand, and left alone in the rest of the conversation.
 */
export function isDistinctive(value: string): boolean {
  if (value.length < 6 || /^(?:~|\.{0,2}[\\/]|[A-Za-z]:[\\/])/.test(value)) return false;
  const isWord = /^[A-Za-z]+$/.test(value) && value.length < 16;
  return (
    !isWord && !/^[\d.]+$/.test(value) && !/^[\w.+-]+\/[\w.+*-]+$/.test(value) && !/^https?:\/\/[^@\s]*$/.test(value)
  );
}

/** The home folders in a text: the part before the user's name, and the name. */
export const HOME = /(?<parent>\/home\/|\/Users\/|\b[A-Za-z]:\\Users\\)(?<user>[^\s/\\"':<>|]+)/g;
