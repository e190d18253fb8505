import type { Span } from './spans.ts';

/** An option whose value is the next word of a command line. */
const SECRET_OPTION =
  /^--?[\w-]*(?:key|token|secret|passw(?:or)?d|passphrase|pass|pwd|pat|auth|credentials?|otp|cookie)$/i;

const CURL = /(?:^|[\\/])(?:curl|wget|https?|xh)(?:\.exe)?$/;
const MYSQL = /(?:^|[\\/])(?:mysql|mariadb)[\w-]*(?:\.exe)?$/;

/**
 * The part of a command line's word that is secret because of the words before it, the program among them where it is known:
 * `--token x`, `curl -u name:x`, `docker login -p x`, `mysql -px`. Words that give themselves away are for `secretsIn`.
 */
export function secretOfWord(before: readonly string[], word: string): readonly Span[] {
  const previous = before.at(-1) ?? '';
  if (SECRET_OPTION.test(previous)) return [{ start: 0, end: word.length }];
  if (
    /^(?:-u|--user|--proxy-user|-U)$/.test(previous) &&
    (before.length === 1 || before.some((each) => CURL.test(each)))
  ) {
    const colon = word.indexOf(':');
    return colon > 0 && !/^\d+:\d*$/.test(word) ? [{ start: colon + 1, end: word.length }] : [];
  }
  if (previous === '-p' && before.some((each) => each === 'login' || /(?:^|[\\/])sshpass$/.test(each)))
    return [{ start: 0, end: word.length }];
  return /^-p./.test(word) && before.some((each) => MYSQL.test(each)) ? [{ start: 2, end: word.length }] : [];
}
