import { decodeEscapes } from '#core/filter/searched-text.ts';
import { foldCase } from '#core/filter/required-text.ts';
import { decodeLossy } from '#core/wire/bytes.ts';

/**
 * A mark is a number below 2^24: three successive letters of a text, or a fact about an entry. A Bloom filter of the
 * marks of a block answers "may be there" or "is not there". Marks may coincide: then it answers "may" once too often.
 */
export type Mark = number;

/** The filter's bits for each mark, and the bits that a mark sets: 9 % of absent marks seem to be there. */
const BITS_PER_MARK = 5;
const BITS_SET = 3;

const MARKS = 2 ** 24;

/** Marks of three ASCII letters are below this number; those of other letters and of facts are spread above. */
const ASCII_MARKS = 2 ** 21;

/** The marks of a text: all its runs of three letters, in the notation of `foldCase`. None for a shorter text. */
export function marksOfText(text: string): readonly Mark[] {
  const marks = new Set<Mark>();
  const folded = foldCase(text);
  for (let at = 2; at < folded.length; at++)
    marks.add(markOf(folded.charCodeAt(at - 2), folded.charCodeAt(at - 1), folded.charCodeAt(at)));
  return [...marks];
}

/** The marks of a fact. Three, so that few blocks seem to have it: texts that people search have several, too. */
export function marksOfFact(fact: string): readonly Mark[] {
  let hash = 0x811c9dc5;
  for (let at = 0; at < fact.length; at++) hash = Math.imul(hash ^ fact.charCodeAt(at), 0x01000193);
  return [hash, Math.imul(hash, 0x9e3779b1), Math.imul(hash, 0xc2b2ae35)].map(spread);
}

const markOf = (first: number, second: number, third: number): Mark =>
  (first | second | third) < 128
    ? (first << 14) | (second << 7) | third
    : spread(Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35));

const spread = (hash: number): Mark => ASCII_MARKS + (((hash ^ (hash >>> 15)) >>> 0) % (MARKS - ASCII_MARKS));

/** Tests whether a block's filter may have all of these marks. */
export function testMarks(marks: readonly Mark[]): (filter: Uint8Array) => boolean {
  const seeds = marks.map(seedsOf);
  return (filter) => {
    const bits = filter.length * 8;
    for (const [start, step] of seeds) {
      let hash = start;
      for (let count = 0; count < BITS_SET; count++) {
        const bit = bitOf(hash, bits);
        if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
        hash = (hash + step) >>> 0;
      }
    }
    return true;
  };
}

const seedsOf = (mark: Mark): readonly [start: number, step: number] => {
  const start = Math.imul(mark, 0x9e3779b1);
  return [(start ^ (start >>> 15)) >>> 0, (Math.imul(mark ^ 0x5bd1e995, 0x85ebca6b) | 1) >>> 0];
};

const bitOf = (hash: number, bits: number): number => Math.floor((hash / 2 ** 32) * bits);

/** The characters that `\n` and other escapes stand for, by the code of the letter; 0 for letters of no escape. */
const ESCAPED = Uint8Array.from({ length: 128 }, (_, code) => {
  const text = `\\${String.fromCharCode(code)}`;
  const decoded = decodeEscapes(text);
  return decoded.length === 1 ? decoded.charCodeAt(0) : 0;
});

const BACKSLASH = 92;
const U = 117;

/** Collects the marks of a block. Keeps 3 MB, so create one for many blocks. */
export function createMarkCollector() {
  const seen = new Uint32Array(MARKS / 32);
  let marks = new Uint32Array(1 << 16);
  let count = 0;

  function add(mark: Mark): void {
    const bit = 1 << (mark & 31);
    const word = seen[mark >>> 5] ?? 0;
    if ((word & bit) !== 0) return;
    seen[mark >>> 5] = word | bit;
    if (count === marks.length) {
      const larger = new Uint32Array(count * 2);
      larger.set(marks);
      marks = larger;
    }
    marks[count++] = mark;
  }

  function addLetters(folded: string): void {
    for (let at = 2; at < folded.length; at++)
      add(markOf(folded.charCodeAt(at - 2), folded.charCodeAt(at - 1), folded.charCodeAt(at)));
  }

  function addText(text: string): void {
    addLetters(foldCase(text));
    if (text.includes('\\')) addLetters(foldCase(decodeEscapes(text)));
  }

  /** Adds a text of ASCII without `\u`: as written, then with escapes decoded. Other texts: false, and partly added. */
  function addAscii(bytes: Uint8Array, decodes: boolean): boolean {
    let run = 0;
    let letters = 0;
    let isEscaped = false;
    for (let at = 0; at < bytes.length; at++) {
      let code = bytes[at] ?? 0;
      if (code >= 128) return false;
      if (code === BACKSLASH) {
        const next = bytes[at + 1] ?? 0;
        if (next === U) return false;
        isEscaped = true;
        const meant = decodes && next < 128 ? (ESCAPED[next] ?? 0) : 0;
        if (meant !== 0) {
          code = meant;
          at += 1;
        }
      }
      if (code >= 65 && code <= 90) code += 32;
      run = ((run << 7) | code) & (ASCII_MARKS - 1);
      letters += 1;
      if (letters >= 3) add(run);
    }
    return !isEscaped || decodes || addAscii(bytes, true);
  }

  return {
    /** Adds a text as it is searched: as written, and with its escapes decoded. */
    addText,
    addBytes(bytes: Uint8Array): void {
      if (!addAscii(bytes, false)) addText(decodeLossy(bytes));
    },
    add,
    /** The filter of all that was added since the last call. */
    take(): Uint8Array {
      const filter = new Uint8Array(Math.max(8, Math.ceil((count * BITS_PER_MARK) / 8)));
      const bits = filter.length * 8;
      for (let index = 0; index < count; index++) {
        const mark = marks[index] ?? 0;
        const [start, step] = seedsOf(mark);
        let hash = start;
        for (let set = 0; set < BITS_SET; set++) {
          const bit = bitOf(hash, bits);
          filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
          hash = (hash + step) >>> 0;
        }
        seen[mark >>> 5] = 0;
      }
      count = 0;
      return filter;
    },
  };
}
