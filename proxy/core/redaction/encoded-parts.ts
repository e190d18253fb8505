import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Span } from './spans.ts';

/** A part of a text, decoded. */
export interface Decoded {
  readonly text: string;
  /** The places of its characters `from` up to `to`, exclusive, in the whole text. A dump shows them several times. */
  readonly spansOf: (from: number, to: number) => readonly Span[];
}

/** A decoded character and its place. */
interface Character extends Span {
  readonly char: string;
  /** Where a dump shows it once more, as text. */
  readonly shownAt?: number;
}

/** One character as an escape of a URL, a string, or HTML. */
const ESCAPE =
  /(?:%|\\x|\\u00|&#x)(?<hex>[\da-f]{2})(?:(?<=&#x..);)?|&#(?<decimal>\d{2,3});|&(?<name>amp|lt|gt|quot|apos);/gi;
const MAY_ESCAPE = new RegExp(ESCAPE.source, 'i');
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** How many times a word is decoded: a URL in a URL is escaped twice. */
const ROUNDS = 3;

/** How far a word is read to both sides of an escape, in characters. */
const MAX_WORD = 32_768;

/** Bytes in hexadecimal with something between them: `4b:71`, `4b 71`, `0x4b, 0x71`, `4b71 3776`. */
const BYTES = /\b(?:0x)?(?:[\da-f]{2}){1,8}(?:(?:[:,;-]\s{0,8}|\s{1,8})(?:0x)?(?:[\da-f]{2}){1,8}){2,}/gi;

/** Lines of `xxd`, `hexdump -C` and `od`: the offset, up to 16 bytes, and the bytes as text. */
const ROWS =
  /^[+ \t-]{0,8}(?:0x)?[\da-f]{4,16}:?[ \t]{1,4}(?<bytes>[\da-f]{2}(?: {0,2}[\da-f]{2}){0,15})(?<shown>[^\S\r\n]*$|[ \t]+[^\r\n]{0,80})/gim;

/**
 * The first three characters of a secret's bytes in hexadecimal. A text without these and without `ESCAPE_BEGINNINGS`
 * has no encoded part that matters.
 */
export function encodedBeginnings(secret: string): readonly string[] {
  const [first = '', second = ''] = Array.from(encodeUtf8(secret.slice(0, 2)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  const bytes = [...BETWEEN, second.charAt(0)].map((next) => first + next);
  return [...bytes, ...bytes.map((each) => each.toUpperCase())];
}

const BETWEEN = Array.from(' :,;-\r\n\t');
const DIGITS = Array.from('0123456789abcdefABCDEF');
/** The first three characters of all escapes. */
export const ESCAPE_BEGINNINGS: readonly string[] = [
  ...DIGITS.flatMap((first) => DIGITS.map((second) => `%${first}${second}`)),
  ...DIGITS.flatMap((digit) => [`\\x${digit}`, `&#${digit}`]),
  '\\u0',
  '&#x',
  '&#X',
  '&am',
  '&lt',
  '&gt',
  '&qu',
  '&ap',
];

/** Decodes the parts of a text that may be encoded. Most texts have none. */
export function decodedParts(text: string): readonly Decoded[] {
  const parts = Array.from(escapedWords(text), ({ start, end }) => unescaped(text.slice(start, end), start));
  for (const { index, 0: bytes } of text.matchAll(BYTES)) parts.push(decoded(bytesIn(bytes, index)));
  const rows = Array.from(text.matchAll(ROWS), ({ index, 0: row, groups = {} }) => {
    const { bytes = '', shown = '' } = groups;
    const found = bytesIn(bytes, index + row.length - shown.length - bytes.length);
    const end = row.trimEnd().length - (row.trimEnd().endsWith('|') ? 1 : 0);
    const shownAt = index + end - found.length;
    return shown.trim().length < found.length ? found : found.map((byte, at) => ({ ...byte, shownAt: shownAt + at }));
  });
  if (rows.length > 0) parts.push(decoded(rows.flat()));
  return parts;
}

/** The words with an escape in them: an escaped text has no spaces. */
function* escapedWords(text: string): Generator<Span> {
  const escapes = new RegExp(ESCAPE);
  const isSpace = (at: number) => !(text.charCodeAt(at) > 32); // true outside of the text
  for (let match = escapes.exec(text), from = 0; match; match = escapes.exec(text)) {
    let start = match.index;
    let end = match.index;
    while (start > from && match.index - start < MAX_WORD && !isSpace(start - 1)) start -= 1;
    while (end - match.index < MAX_WORD && !isSpace(end)) end += 1;
    yield { start, end };
    escapes.lastIndex = from = Math.max(end, escapes.lastIndex);
  }
}

const bytesIn = (text: string, offset: number): readonly Character[] =>
  Array.from(text.matchAll(/(?:0x)?([\da-f]{2})/gi), ({ index, 0: whole, 1: byte = '' }) => ({
    char: String.fromCharCode(Number.parseInt(byte, 16)),
    start: offset + index,
    end: offset + index + whole.length,
  }));

function unescaped(word: string, offset: number): Decoded {
  let text = word;
  let places: readonly Span[] = Array.from({ length: word.length }, (_, at) => ({
    start: offset + at,
    end: offset + at + 1,
  }));
  for (let round = 0; round < ROUNDS && MAY_ESCAPE.test(text); round += 1) {
    const chars: Character[] = [];
    let copied = 0;
    const copy = (upTo: number) => {
      for (; copied < upTo; copied += 1) chars.push({ char: text[copied] ?? '', ...placeAt(places, copied) });
    };
    for (const { index, 0: whole, groups = {} } of text.matchAll(ESCAPE)) {
      copy(index);
      copied = index + whole.length;
      chars.push({
        char: charOf(groups),
        start: placeAt(places, index).start,
        end: placeAt(places, copied - 1).end,
      });
    }
    copy(text.length);
    text = chars.map(({ char }) => char).join('');
    places = chars;
  }
  return { text, spansOf: (from, to) => [{ start: placeAt(places, from).start, end: placeAt(places, to - 1).end }] };
}

const placeAt = (places: readonly Span[], at: number): Span => {
  const { start = 0, end = 0 } = places[at] ?? {};
  return { start, end };
};

function charOf({ hex, decimal, name = '' }: Readonly<Record<string, string | undefined>>): string {
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  return decimal === undefined ? (ENTITIES[name.toLowerCase()] ?? '') : String.fromCharCode(Number(decimal));
}

/** Bytes with signs and spaces between them are one span; those of several lines of a dump are several. */
function decoded(chars: readonly Character[]): Decoded {
  return {
    text: chars.map(({ char }) => char).join(''),
    spansOf(from, to) {
      const spans: Span[] = [];
      for (const { start, end, shownAt } of chars.slice(from, to)) {
        append(spans, { start, end }, 12); // signs and spaces between two bytes
        if (shownAt !== undefined) append(spans, { start: shownAt, end: shownAt + 1 }, 0);
      }
      return spans;
    },
  };
}

/** Adds a span, or lengthens the previous span if it ends at most `gap` characters earlier. */
function append(spans: Span[], span: Span, gap: number): void {
  const at = spans.findIndex(({ end }) => span.start - end >= 0 && span.start - end <= gap);
  const last = spans[at];
  if (last) spans[at] = { start: last.start, end: span.end };
  else spans.push(span);
}
