/**
 * Makes a function that returns which of the words a text has, in any case, in one pass. A finder of secrets runs only
 * on a text with a word that it needs. `words` are in lower case and have three characters or more.
 */
export function createMentionedWords(words: Iterable<string>): (text: string) => ReadonlySet<string> {
  const byStart = new Map<number, string[]>();
  const starts = new Uint8Array(SIZE);
  for (const word of words) {
    const start = startOf(word);
    byStart.set(start, [...(byStart.get(start) ?? []), word]);
    starts[start] = 1;
  }

  return (text) => {
    const found = new Set<string>();
    const { length } = text;
    let hash = 0;
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at);
      hash = ((hash << 5) ^ (isCapital(code) ? code + 32 : code)) & MASK;
      if (starts[hash] !== 1 || at < 2) continue;
      for (const word of byStart.get(hash) ?? [])
        if (!found.has(word) && text.slice(at - 2, at - 2 + word.length).toLowerCase() === word) found.add(word);
    }
    return found;
  };
}

/** True for a capital of English or Russian: the code of its small letter is larger by 32. */
const isCapital = (code: number): boolean => code >= 65 && (code <= 90 || (code >= 0x410 && code <= 0x42f));

/** The last three characters decide the hash: those before them are shifted out of it. */
const SIZE = 1 << 15;
const MASK = SIZE - 1;

const startOf = (word: string): number =>
  ((word.charCodeAt(0) << 10) ^ (word.charCodeAt(1) << 5) ^ word.charCodeAt(2)) & MASK;

/**
 * The words of a text with a length of `least` or more, of the characters that keys and paths are made of. Each has a
 * character at a multiple of `least`: only these are looked at first.
 */
export function longWords(text: string, least: number): readonly (readonly [start: number, end: number])[] {
  const found: (readonly [number, number])[] = [];
  for (let at = 0; at < text.length; at += least) {
    if (!isInWord(text, at)) continue;
    let start = at;
    let end = at + 1;
    while (start > 0 && isInWord(text, start - 1)) start -= 1;
    while (end < text.length && isInWord(text, end)) end += 1;
    if (end - start >= least) found.push([start, end]);
    at += Math.floor((end - 1 - at) / least) * least;
  }
  return found;
}

function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && IN_WORD[code] === 1;
}

const IN_WORD = Uint8Array.from({ length: 128 }, (_, code) => (/[\w.~+/:=-]/.test(String.fromCharCode(code)) ? 1 : 0));
