/**
 * Texts that every matching text contains, in the notation of `foldCase`: one, all of several, or at least one of
 * several. `all` of none stands for "unknown".
 */
export type RequiredText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'all' | 'any'; readonly of: readonly RequiredText[] };

const UNKNOWN: RequiredText = { kind: 'all', of: [] };

/**
 * Lower case, with `ſ` as `s`: then texts that a search or a regex without case takes for equal are equal. Changes
 * letters one by one, so a part of a text is a part of the folded text.
 */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ſ', 's');

/**
 * The literal texts that a regex requires, whatever its flags. Understands the ordinary syntax; returns "unknown" for
 * anything else, so that no match is lost.
 */
export function requiredByRegex(source: string): RequiredText {
  const reader = createReader(source);
  const required = reader.alternatives();
  return reader.isAtEnd() ? required : UNKNOWN;
}

/** Escapes that stand for one character. */
const CHARACTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' };

function createReader(source: string) {
  let at = 0;

  const next = () => source[at++] ?? '';

  function alternatives(): RequiredText {
    const branches = [sequence()];
    while (source[at] === '|') {
      at += 1;
      branches.push(sequence());
    }
    return branches.length === 1 ? (branches[0] ?? UNKNOWN) : { kind: 'any', of: branches };
  }

  function sequence(): RequiredText {
    const parts: RequiredText[] = [];
    let literal = '';
    const endLiteral = () => {
      if (literal !== '') parts.push({ kind: 'text', text: foldCase(literal) });
      literal = '';
    };
    while (at < source.length && !'|)'.includes(source[at] ?? '')) {
      const atom = readAtom();
      const repeated = readQuantifier();
      if (typeof atom === 'string' && atom !== '' && repeated === undefined) {
        literal += atom;
        continue;
      }
      if (typeof atom === 'string' && atom !== '' && repeated !== 'perhaps') literal += atom;
      endLiteral();
      if (typeof atom !== 'string' && repeated !== 'perhaps') parts.push(atom);
    }
    endLiteral();
    return { kind: 'all', of: parts };
  }

  /** A literal character, or what a group requires. The empty text stands for any other atom. */
  function readAtom(): string | RequiredText {
    const char = next();
    if (char === '(') return group();
    if (char === '[') return characterClass();
    if (char === '\\') return escape();
    if ('.^$'.includes(char)) return '';
    if ('*+?{'.includes(char)) return unusual();
    return literalOf(char);
  }

  /** ASCII only: folding case may change the length of other letters. */
  const literalOf = (char: string): string => (char <= '\x7f' ? char : '');

  function escape(): string {
    const char = next();
    if (CHARACTERS[char] !== undefined) return CHARACTERS[char];
    if ('dDwWsSbB'.includes(char) && char !== '') return '';
    return /^[^a-zA-Z0-9]$/.test(char) ? literalOf(char) : unusual();
  }

  function characterClass(): string {
    if (source[at] === '^') at += 1;
    if (source[at] === ']') return unusual();
    while (at < source.length && source[at] !== ']') {
      if (source[at] === '[') return unusual();
      at += source[at] === '\\' ? 2 : 1;
    }
    return next() === ']' ? '' : unusual();
  }

  function group(): RequiredText {
    const opening = /^\?(?::|P?<[A-Za-z0-9_]+>)/.exec(source.slice(at))?.[0] ?? '';
    at += opening.length;
    if (source[at] === '?') unusual();
    const required = alternatives();
    if (next() !== ')') unusual();
    return required;
  }

  /** `perhaps`: the atom may be missing. `often`: it is there, perhaps several times. */
  function readQuantifier(): 'perhaps' | 'often' | undefined {
    const found = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(source.slice(at));
    if (!found) return undefined;
    at += found[0].length;
    if ('*+?{'.includes(source[at] ?? ' ')) unusual();
    return found[0].startsWith('+') || Number(found[1] ?? 0) > 0 ? 'often' : 'perhaps';
  }

  /** Goes past the end: the reader has not understood the regex. */
  function unusual(): string {
    at = Infinity;
    return '';
  }

  return { alternatives, isAtEnd: () => at === source.length };
}
