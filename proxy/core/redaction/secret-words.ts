import { SETTING_NAME } from './command-shapes.ts';
import { isNoValue, isRandom } from './value-kinds.ts';
import { optionPattern, PASSWORD_OPTIONS } from './password-options.ts';
import { isPlainHeader } from './secret-places.ts';
import type { Found, Span } from './spans.ts';
import { isPasswordWord } from './words-for-password.ts';

/** An option whose value is the next word of a command line. */
const SECRET_OPTION =
  /^--?[\w-]*(?:key|token|secret|passw(?:or)?d|pass-?phrase|pass|pwd|pat|auth|credentials?|otp|cookie)$/i;

/** The options that take a password, by program. */
const PROGRAMS = [...PASSWORD_OPTIONS, { letter: 'p', programs: 'login' }].map((each) => ({
  isAttached: false,
  ...each,
  option: new RegExp(`^${optionPattern(each)}`),
  value: new RegExp('value' in each ? `^${each.value}` : ''),
  program: new RegExp(`^(?:${each.programs})$`),
}));

/** Verbs and names of `npm config set NAME VALUE` and the like. */
const SETS = /^config(?:ure)?$/;
const SETTING = new RegExp(`(?:${SETTING_NAME})$`);

const CURL = /^(?:curl|wget|https?|xh)$/;

/**
 * The part of a command line's word that is secret because of the words before it, which may include the program:
 * `--token x`, `curl -u name:x`, `docker login -p x`, `mysql -px`. `secretsIn` finds words of a recognisable form.
 * `isServer`: an argument of an MCP server may be a key without a name.
 */
export function secretOfWord(before: readonly string[], word: string, isServer = false): readonly Span[] {
  const previous = before.at(-1) ?? '';
  const whole = [{ start: 0, end: word.length }];
  const runs = (program: RegExp) => before.some((each) => program.test(programOf(each)));
  if (SECRET_OPTION.test(previous) || (previous.startsWith('-') && isPasswordWord(previous))) return whole;
  if (/^(?:-u|--user|--proxy-user|-U)$/.test(previous) && (before.length === 1 || runs(CURL))) {
    const colon = word.indexOf(':');
    return colon > 0 && !/^\d+:\d*$/.test(word) ? [{ start: colon + 1, end: word.length }] : [];
  }
  if (/^(?:-H|--header)$/.test(previous)) return headerValue(word);
  for (const { option, program, value, isAttached } of PROGRAMS) {
    const isBehind = !isAttached && option.exec(previous)?.[0] === previous;
    const start = isBehind ? 0 : (option.exec(word)?.[0].length ?? word.length);
    if (start < word.length && value.test(word.slice(start)) && runs(program)) return [{ start, end: word.length }];
  }
  if (isOfHtpasswd(before)) return whole;
  if (SETTING.test(previous) && before.some((each) => SETS.test(each))) return whole;
  if (isServer && /^https?:/.test(word)) return secretsOfUrl(word);
  if (isServer && !word.startsWith('-') && !isNoValue(word) && isBareKey(previous, word)) return whole;
  return [];
}

/** The name of a program without its folder. */
const programOf = (word: string): string => /(?:^|[\\/])([^\\/]*?)(?:\.exe)?$/.exec(word)?.[1] ?? '';

/** `htpasswd -b FILE USER PASSWORD`; with `-n` there is no file. */
function isOfHtpasswd(before: readonly string[]): boolean {
  const words = before.slice(before.findIndex((word) => programOf(word) === 'htpasswd') + 1);
  const flags = words.filter((word) => word.startsWith('-')).join('');
  const names = words.filter((word) => !/^(?:-|\d+$)/.test(word));
  return words.length < before.length && /b/.test(flags) && names.length === (flags.includes('n') ? 1 : 2);
}

function headerValue(word: string): readonly Span[] {
  const [start, name = ''] = /^([\w-]+): */.exec(word) ?? [''];
  const scheme = /^(?:Bearer|Basic|Token) +/i.exec(word.slice(start.length))?.[0] ?? '';
  const isPlain = name === '' || isPlainHeader(name) || isNoValue(word.slice(start.length));
  return isPlain ? [] : [{ start: start.length + scheme.length, end: word.length }];
}

/** Behind an option of one letter a key may be short; elsewhere only a word that looks random is a key. */
const isBareKey = (option: string, word: string): boolean =>
  !/[/@\s]|:\/\//.test(word) &&
  (isRandom(word) || (/^-[kKtTpPwWsS]$/.test(option) && word.length >= 8 && /[A-Za-z]/.test(word) && /\d/.test(word)));

/** The parts of the URL of an MCP server that are keys: of its host and path, and values of its query and fragment. */
export function secretsOfUrl(url: string): readonly Span[] {
  const [whole = '', scheme = '', host = ''] = /^(\w[\w+.-]*:\/\/)([^/?#]*)[^?#]*/.exec(url) ?? [];
  const found: Span[] = [];
  const add = (from: number, text: string, pattern: RegExp, isKey: (value: string) => boolean) => {
    for (const { index, 0: part } of text.matchAll(pattern))
      if (isKey(part) || UUID.test(part)) found.push({ start: from + index, end: from + index + part.length });
  };
  const path = scheme.length + host.length;
  add(scheme.length, host, /[^.:@]+/g, isRandomName);
  add(path, whole.slice(path), /[^/]+/g, isRandom);
  add(whole.length, url.slice(whole.length), /(?<=[?&#](?:[\w.-]+=)?)[^?&#=][^&#]*/g, isRandom);
  return found;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** True for a host label with a key. The random parts of cloud host names are shorter. */
const isRandomName = (label: string): boolean => label.split('-').some((part) => part.length >= 16 && /\d/.test(part));

const SERVER = /^https?:\/\/(?:[^/?#]*[.-])?mcp[.-]|\/(?:mcp|sse)\/?(?:[?#]|$)/;

/** The keys in the URLs of MCP servers that a text has. */
export function secretsOfServerUrls(text: string): readonly Found[] {
  const found: Found[] = [];
  if (!text.includes('mcp')) return found;
  const isSettings = text.includes('mcpServers');
  for (const { index, 0: url } of text.matchAll(/https?:\/\/[^\s"'\x60<>\\)]{1,2048}/g)) {
    if (
      !SERVER.test(url) &&
      !(isSettings && /url\\*["']\s*:\s*\\*["']$/i.test(text.slice(Math.max(0, index - 24), index)))
    )
      continue;
    for (const { start, end } of secretsOfUrl(url))
      found.push({ start: index + start, end: index + end, rule: 'key of a server' });
  }
  return found;
}
