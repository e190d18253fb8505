import type { StringPath } from '#core/wire/json-strings.ts';
import { isVersion } from './no-secrets.ts';

/** Member names whose strings, and lists of strings, are secret wherever they stand. */
const SECRET_NAME =
  /(?:(?:api|access|account|ssh|private|secret|signing|encryption)[-_. ]?keys?|secrets?|tokens?|passw(?:or)?ds?|pwd|passphrase|passcode|pin[-_]?code|credentials?|authorization|auth|bearer|otp|jwt|cookies?)(?:[-_]?value|[-_]?v?\d{1,2}|_base)?$/i;

/** Short ones are the end of other words as well: `bypass`, `spin`. */
const SHORT_NAME = /(?:^|[-_.])(?:pass|pw|pin|pat|dsn)(?:[-_]?\d{1,2})?$/i;
const SHORT_LAST_WORD = /[a-z](?:Pass|Pw|Pin|Pat|Dsn)$/;

/** Member names whose numbers are secret. Not tokens and keys: usage is counted in tokens, and progress has numbers for them. */
const SECRET_NUMBER =
  /(?:passw(?:or)?d|pwd|passphrase|passcode|otp|pin[-_]?code|secret)(?:[-_]?value|[-_]?\d{1,2})?$|^pin$/i;

/** What people choose for themselves, and may be a word. */
const PASSWORD_NAME = /(?:passw(?:or)?d|pass|pwd|pw|passphrase|passcode|pin|secret)(?:[-_]?\d{1,2})?$/i;

/** Members of which everything below is secret, but for what an entry is called: headers and environments of MCP servers, providers and terminals; proxy settings of editors. */
const SECRET_BELOW = new Set(['headers', 'env', 'proxyConfig']);

/** The same of what holds several secrets, or one and what goes with it. */
const SECRET_HOLDER = /(?:credentials?|secrets|tokens|passw(?:or)?ds|cookies|api[-_]?keys)$/i;

const NOT_SECRET = new Set(['name', 'type', 'key']);

/** Members of `_meta` that W3C Trace Context defines. They are no secrets, and rules judge their form. */
const TRACE_CONTEXT = new Set(['traceparent', 'tracestate', 'baggage']);

/** True when what stands here is secret because of where it stands. `methods` are those of the frame's messages. */
export function isSecretPlace(path: StringPath, value: string, methods: ReadonlySet<string>): boolean {
  const name = path.at(-1) ?? '';
  if (path.some((member, index) => SECRET_BELOW.has(member) && index < path.length - 1)) return !NOT_SECRET.has(name);
  if (methods.has('authenticate') || methods.has('auth/login'))
    if (path.includes('_meta')) return !TRACE_CONTEXT.has(name);
  const named = path.findLastIndex((member) => member !== '');
  if (isVersion(value) && !isPasswordName(path[named] ?? '')) return false;
  if (isSecretName(path[named] ?? '')) return !(/pwd$/i.test(path[named] ?? '') && isPath(value));
  if (name === 'value' && isSecretName(path.at(-2) ?? '')) return true;
  return !NOT_SECRET.has(name) && path.some((member, index) => index < named && isHolder(path, index, member));
}

/** The definition of a form's field is below its name, in `properties`: it holds no secret. */
const isHolder = (path: StringPath, index: number, member: string): boolean =>
  SECRET_HOLDER.test(member) && path[index - 1] !== 'properties';

/** The same for a number. */
export const isSecretNumber = (path: StringPath): boolean =>
  SECRET_NUMBER.test(path.findLast((member) => member !== '') ?? '') ||
  path.some((member, index) => member === 'env' && index < path.length - 1);

/** True for what a secret is called: a member, a header, a variable. */
export const isSecretName = (name: string): boolean =>
  SECRET_NAME.test(name) || SHORT_NAME.test(name) || SHORT_LAST_WORD.test(name);

/** True for the name of a secret that may be a word. */
export const isPasswordName = (name: string): boolean => PASSWORD_NAME.test(name);

/** Members of environments and headers say what they hold. */
export const isSetting = (path: StringPath): boolean => path.includes('env') || path.includes('headers');

/** Working directories are called `pwd` too. */
const isPath = (value: string): boolean => /^(?:~|\.{0,2}[\\/]|[A-Za-z]:[\\/])/.test(value);
