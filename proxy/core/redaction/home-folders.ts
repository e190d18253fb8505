import { escapeRegExp } from './escape-reg-exp.ts';
import { mergeSpans, type Span } from './spans.ts';

/**
 * User names that are names of ordinary folders and programs, too: they are masked only right behind the home folders'
 * parent.
 */
const COMMON_USERS = new Set(
  'user root admin home public shared node agent runner default git bin lib opt src app web www data test dev tmp local ubuntu vscode'.split(
    ' ',
  ),
);

/** The name of every user in a redacted recording. */
export const USER = 'user';

/** The separator of two parts of a path; JSON in a text has a backslash twice or four times. */
const SLASH = String.raw`[\\/]{1,4}`;

/**
 * True where a path begins: the slash behind it continues no other path. A letter before it ends an escape sequence, an
 * option such as `-I`, or the host of a URI that is no web page.
 */
const BEGIN = String.raw`(?:(?<![\p{L}\p{N}_.~@$*+%)\]}\\/-])|(?<=\\[nrt]|\x1b\[[\d;]*[A-Za-z]|(?<![\w-])-[A-Za-z]|\bfile:\/\/|\b(?!https?:|file:)[a-z][\w+.-]*:\/\/[^\s/"'<>]{0,255}))`;

/** The folders above home folders. `C:` begins a path anywhere in a text. */
const PARENT = String.raw`(?:(?=/)${BEGIN}(?:/private|/System/Volumes/Data|/var|/export|/usr|/mnt/[a-z]|/cygdrive/[a-z]|/[a-z])?/(?:home|Users)/|(?<![\p{L}\p{N}])[A-Za-z]:${SLASH}[Uu]sers${SLASH}|\\\\wsl(?:\$|\.localhost)${SLASH}[^\s\\/]{1,64}${SLASH}home${SLASH}|(?:(?<![\w%.-])|%3A%2F%2F)%2F(?:home|Users)%2F)`;

/** A user name with spaces (Windows) counts only if the path continues behind it. */
const NAME = String.raw`[^\s\p{Cc}/\\"'\x60:<>|%*?$(){}[\],;]*[^\s\p{Cc}/\\"'\x60:<>|%*?$(){}[\],;.]`;
const HOME = new RegExp(
  String.raw`(?<parent>${PARENT})(?<user>(?<=:[\\/]+[Uu]sers[\\/]+)${NAME}(?: ${NAME})+(?=[\\/])|${NAME})`,
  'gu',
);

/** An absolute path, or one in the home folder. */
const ABSOLUTE = new RegExp(
  String.raw`(?=[/~$]|[A-Za-z]:)${BEGIN}(?:(?:~|\$HOME|\$\{HOME\})?/|[A-Za-z]:[\\/])[^\s"'\x60<>|:*?,;]*`,
  'gu',
);

/** A folder's name made of a path, up to the user's name: `-home-NAME-app`, `C--Users-NAME-app`. */
const SLUG = String.raw`(?:[A-Za-z]-|-mnt-[a-z]|-var)?-(?:home|Users)-`;

/**
 * Finds the user's name in paths. Behind the parent of home folders each name is one. Elsewhere only the user of `cwd`
 * is found, as a part of an absolute path, and known users in a slug. Parts below the project folder and relative paths
 * stay: they name the project's own files. Call `learn` with every text, then `in` for the names in another.
 */
export function createHomeMask(cwd: string) {
  const own = [...cwd.matchAll(HOME)].find(({ index }) => index === 0)?.groups?.['user'] ?? '';
  const ownPart =
    own.length < 3 || COMMON_USERS.has(own.toLowerCase())
      ? undefined
      : new RegExp(String.raw`(?<head>[\\/])(?<user>${escapeRegExp(own)})(?=[\\/]|$)`, 'g');
  const ownHome = own === '' ? undefined : ownHomePattern(own);
  const projects = new Set<string>();
  const users = new Set<string>();
  let slugs: RegExp | undefined;

  /** Slugs that begin a path or a part of one, of users that are known. */
  function slugPattern(): RegExp {
    if (slugs) return slugs;
    const names = [...users]
      .map((user) => user.replaceAll(/[^A-Za-z0-9]/g, '-'))
      .toSorted((a, b) => b.length - a.length);
    const name = names.length === 0 ? '(?!)' : names.map(escapeRegExp).join('|');
    slugs = new RegExp(String.raw`(?<![\w.-])(?<head>${SLUG})(?<user>(?:${name})(?![A-Za-z0-9]))`, 'g');
    return slugs;
  }

  const isBelowProject = (path: string): boolean => {
    const folder = comparable(path);
    return [...projects].some((project) => folder === project || folder.startsWith(`${project}/`));
  };

  function partsOf(path: string): readonly Span[] {
    const isHome = /^[~$]/.test(path) || path.search(HOME) === 0;
    const patterns = [...(SLUGS.test(path) ? [slugPattern()] : []), ...(ownPart && !isHome ? [ownPart] : [])];
    return isBelowProject(path) ? [] : patterns.flatMap((pattern) => [...path.matchAll(pattern)].map(spanOfUser));
  }

  function learnProject(folder: string): void {
    const project = comparable(folder).replace(/\/$/, '');
    if (/^(?:[a-z]:)?\/./.test(project)) projects.add(project);
  }

  learnProject(cwd);
  return {
    learn(text: string): void {
      if (!MAY_NAME.test(text)) return;
      for (const { groups } of text.matchAll(HOME)) {
        const user = groups?.['user'] ?? '';
        if (users.has(user)) continue;
        users.add(user);
        slugs = undefined;
      }
    },
    /** A folder that a session works in. */
    learnProject,
    in(text: string): readonly Span[] {
      const found: Span[] = [];
      if (MAY_NAME.test(text)) for (const match of text.matchAll(HOME)) found.push(spanOfUser(match));
      const namesOwn = own !== '' && text.includes(own);
      if (ownHome && namesOwn) for (const match of text.matchAll(ownHome)) found.push(spanOfUser(match));
      const hasSlug = SLUGS.test(text);
      if (hasSlug || (ownPart && namesOwn))
        for (const { index, 0: path } of text.matchAll(ABSOLUTE))
          for (const { start, end } of hasSlug || path.includes(own) ? partsOf(path) : [])
            found.push({ start: index + start, end: index + end });
      if (hasSlug)
        for (const match of text.matchAll(slugPattern()))
          if (!/[\\/]/.test(text.charAt(match.index - 1))) found.push(spanOfUser(match));
      return found.length === 0 ? found : mergeSpans(found);
    },
  };
}

/**
 * The home folder of the recording's user behind a mark that could belong to a path: `@/home/NAME` in a prompt,
 * `+/home/NAME` in a diff, `_/home/NAME_` in Markdown, `b/home/NAME` of git. The mark begins a word: behind another
 * folder it is a part of the path.
 */
const ownHomePattern = (own: string) =>
  new RegExp(
    String.raw`(?<=(?:^|[\s"'\x60(>])(?:[@+*_-]{1,3}|[abciow]))(?<head>/(?:home|Users)/)(?<user>${escapeRegExp(own)})(?![\p{L}\p{N}_-])`,
    'gu',
  );

/** A quick test that most texts fail. */
const MAY_NAME = /home|[Uu]sers/;
const SLUGS = /-(?:home|Users)-/;

/** The normal form of a path: `C:\\Work` in JSON is `c:/work`. */
const comparable = (path: string): string =>
  path.replaceAll(/[\\/]+/g, '/').replace(/^[A-Za-z]:/, (drive) => drive.toLowerCase());

/** The span of the group `user` in a match; the group `parent` or `head` comes right before it. */
function spanOfUser({ index, groups }: RegExpExecArray): Span {
  const start = index + (groups?.['parent'] ?? groups?.['head'] ?? '').length;
  return { start, end: start + (groups?.['user'] ?? '').length };
}
