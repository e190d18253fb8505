/** Whole numbers from 0 to below `most`, the same for the same seed. */
export type Random = (most: number) => number;

export function seeded(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * Math.max(1, most));
  };
}

export const pick = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

/** Longer inputs only make a run slow: size has a test of its own. */
const LONGEST = 8192;

type Mutation = (bytes: Buffer, other: Buffer, random: Random) => Buffer;

const replace = (bytes: Buffer, start: number, end: number, put: Uint8Array) =>
  Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(end)]);

/** A piece of bytes, mostly a short one. */
function pieceOf(bytes: Buffer, random: Random): readonly [start: number, end: number] {
  const start = random(bytes.length + 1);
  return [start, Math.min(bytes.length, start + random(random(4) === 0 ? bytes.length : 16))];
}

const linesOf = (bytes: Buffer) => bytes.toString('latin1').split(/(?<=\n)/);
const ofLines = (lines: readonly string[]) => Buffer.from(lines.join(''), 'latin1');

const NUMBERS = ['0', '-0', '-1', '1', '255', '65536', '4294967296', '9007199254740993', '1e999', '1e-9', '0.5', '01'];
const ODD = [
  '\u{7f}',
  '\u{9b}31m',
  '\u{202e}',
  '\0',
  '\r',
  '\n',
  '\r\n',
  '\t',
  '"',
  '\\',
  '/',
  '\u{feff}',
  '\u{2028}',
  '\u{d7ff}',
  '😀',
  '{',
  '}',
  '[',
  ']',
];

/** Each keeps most of an input, so that it reaches the same code again. */
const mutations: readonly Mutation[] = [
  (bytes, _other, random) => replace(bytes, ...pieceOf(bytes, random), Buffer.of()),
  (bytes, other, random) => {
    const at = random(bytes.length + 1);
    return replace(bytes, at, at, other.subarray(...pieceOf(other, random)));
  },
  (bytes, other, random) => replace(bytes, ...pieceOf(bytes, random), other.subarray(...pieceOf(other, random))),
  (bytes, _other, random) => {
    const [start, end] = pieceOf(bytes, random);
    return replace(
      bytes,
      end,
      end,
      Buffer.concat(Array.from({ length: 1 + random(40) }, () => bytes.subarray(start, end))),
    );
  },
  (bytes, _other, random) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[random(copy.length)] = random(256);
    return copy;
  },
  (bytes, _other, random) => replace(bytes, ...pieceOf(bytes, random), Buffer.from(pick(ODD, random))),
  (bytes, _other, random) => {
    const numbers = [...bytes.toString('latin1').matchAll(/-?\d+(?:\.\d+)?/g)];
    const found = numbers[random(numbers.length)];
    const at = found?.index ?? 0;
    return replace(bytes, at, at + (found?.[0].length ?? 0), Buffer.from(pick(NUMBERS, random)));
  },
  (bytes, other, random) => {
    const lines = linesOf(bytes);
    const from = random(lines.length);
    const drawn = random(2) === 0 ? lines.slice(from, from + 1) : linesOf(other).slice(0, 1 + random(3));
    lines.splice(random(lines.length + 1), random(2), ...drawn);
    return ofLines(lines);
  },
  (bytes, _other, random) => {
    const lines = linesOf(bytes);
    const [moved = ''] = lines.splice(random(lines.length), 1);
    if (random(3) > 0) lines.splice(random(lines.length + 1), 0, moved);
    return ofLines(lines);
  },
];

/** `bytes` with a few changes. `words` are what the target looks for; `other` is another input that pieces come from. */
export function mutated(bytes: Buffer, other: Buffer, words: readonly string[], random: Random): Buffer {
  let result = bytes;
  for (let left = 1 + random(4); left > 0; left--) {
    const word = Buffer.from(words.length > 0 ? pick(words, random) : '');
    result =
      random(3) === 0
        ? replace(result, ...pieceOf(result, random), word)
        : pick(mutations, random)(result, other, random);
  }
  return result.subarray(0, LONGEST);
}
