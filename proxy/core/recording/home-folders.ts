import { escapeRegExp } from './escape-reg-exp.ts';
import { merged, type Span } from './spans.ts';

/** User names that are words of their own: masked in paths only. */
const COMMON_USERS = new Set([
  'user',
  'root',
  'admin',
  'home',
  'public',
  'shared',
  'node',
  'agent',
  'runner',
  'default',
]);

/** What every user is called in a redacted recording. */
export const USER = 'user';

/**
 * The home folders in a text: the part before the user's name, and the name. A name with spaces, as Windows has them, is one only where
 * the path goes on.
 */
const HOME =
  /(?<parent>\/home\/|\/Users\/|%2Fhome%2F|%2FUsers%2F|\b[A-Za-z]:[\\/]{1,4}[Uu]sers[\\/]{1,4})(?<user>(?<=:[\\/]+[Uu]sers[\\/]+)[^\s/\\"':<>|*?]+(?: [^\s/\\"':<>|*?]+)+(?=[\\/])|[^\s/\\"':<>|%]+)/g;

/** Finds whose home folders a recording speaks of. Told every text with `learn`, then asked for the users that another names. */
export function createHomeMask() {
  const users = new Set<string>();
  let known: RegExp | undefined;

  /** User names as words, and in the folder names that agents make of paths: `-home-NAME-app`. */
  function pattern(): RegExp {
    const longestFirst = [...users].toSorted((a, b) => b.length - a.length);
    const words = longestFirst.filter((user) => user.length >= 3 && !COMMON_USERS.has(user.toLowerCase()));
    const slugs = longestFirst.map((user) => user.replaceAll(/[^A-Za-z0-9]/g, '-'));
    const alternatives = [
      ...words.map((user) => `(?<![\\w-])${escapeRegExp(user)}(?![\\w-])`),
      ...slugs.map((slug) => `(?<=-(?:home|Users)-)${escapeRegExp(slug)}(?![A-Za-z0-9])`),
    ];
    return new RegExp(alternatives.length === 0 ? '(?!)' : alternatives.join('|'), 'g');
  }

  return {
    learn(text: string): void {
      for (const { groups } of text.matchAll(HOME)) {
        const user = groups?.['user'] ?? '';
        if (users.has(user)) continue;
        users.add(user);
        known = undefined;
      }
    },
    in(text: string): readonly Span[] {
      known ??= pattern();
      const found: Span[] = [];
      for (const { index, 0: user } of text.matchAll(known)) found.push({ start: index, end: index + user.length });
      for (const { index, groups } of text.matchAll(HOME)) {
        const start = index + (groups?.['parent'] ?? '').length;
        found.push({ start, end: start + (groups?.['user'] ?? '').length });
      }
      return found.length === 0 ? found : merged(found);
    },
  };
}
