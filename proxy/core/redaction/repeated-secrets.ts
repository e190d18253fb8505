import { encodeUtf8, toBase64 } from '#core/wire/bytes.ts';
import { unwrapped, type StrippedText } from './control-sequences.ts';
import { type Decoded, decodedParts, encodedBeginnings, ESCAPE_BEGINNINGS } from './encoded-parts.ts';
import type { Span } from './spans.ts';

/** A part of a text that repeats a secret. */
interface Echo extends Span {
  readonly secret: string;
}

/** Finds every repetition of a secret. */
export interface RepeatedSecrets {
  in(text: string): readonly Echo[];
  /** The part of a secret in a cut text: its beginning at the end of the text, or its end at the beginning. */
  cutIn(text: string): readonly Echo[];
}

/** Spellings are looked up by this many first characters, then compared as a whole. */
const HEAD = 6;

/** Parts of a secret are looked up by this many first or last characters. */
const EDGE = 4;

/** The least length of a part of a secret, in characters; half of a short secret is enough. */
const MIN_PART = 8;

/**
 * Secrets of at least this length may have a line break or control sequence inside. Shorter secrets would match other
 * words by chance.
 */
const MIN_WRAPPED = 8;

/** Parts of longer secrets are found by their first or last piece of this length. */
const MAX_PART = 4096;

/**
 * Secrets may occur unchanged, as in a JSON string, encoded for a URL or decoded, in base64, in hexadecimal and in what
 * `decodedParts` decodes; those in `words` match whole words only. A terminal may have wrapped or coloured them.
 * Time grows with the text, not with the number of secrets.
 */
export function createRepeatedSecrets(
  secrets: readonly string[],
  words: ReadonlySet<string> = NO_WORDS,
): RepeatedSecrets {
  const meant = new Map<string, string>();
  for (const secret of secrets)
    for (const spelled of spellings(secret)) if (!meant.has(spelled)) meant.set(spelled, secret);
  const longestFirst = [...meant.keys()].toSorted((a, b) => b.length - a.length);
  for (const secret of secrets)
    for (const encoded of encodings(secret)) if (!meant.has(encoded)) meant.set(encoded, secret);
  const wraps = [...meant].map(([spelled, secret]) => [unwrapped(spelled).text, secret] as const); // a secret may have lines
  const shownAs = new Map(wraps.toReversed());

  const all = [...shownAs.keys()]
    .filter((spelled) => spelled.length >= BEGINNING)
    .toSorted((a, b) => b.length - a.length);
  const byHead = grouped(all, (spelled) => spelled.slice(0, HEAD));
  const heads = [...new Set([...byHead.keys()].map(({ length }) => length))].toSorted((a, b) => b - a);
  const begins = new Uint8Array(1 << 16); // flags, by `beginning`: most places of a text have none
  for (const spelled of all) begins[beginning(spelled, 0)] = PLAIN;
  const encodedBegins = new Set([...ESCAPE_BEGINNINGS, ...secrets.flatMap(encodedBeginnings)]);
  for (const each of encodedBegins) begins[beginning(each, 0)] = (begins[beginning(each, 0)] ?? 0) | ENCODED;
  const byStart = grouped(longestFirst, (spelled) => spelled.slice(0, EDGE));
  const byEnd = grouped(longestFirst, (spelled) => spelled.slice(-EDGE));

  function echoAt(whole: string, { text, placeOf }: StrippedText, at: number): string | undefined {
    for (const length of heads)
      for (const candidate of byHead.get(text.slice(at, at + length)) ?? []) {
        if (!text.startsWith(candidate, at)) continue;
        const start = placeOf(at);
        const end = placeOf(at + candidate.length - 1) + 1;
        const isWrapped = end - start > candidate.length;
        if (words.has(candidate) ? isWrapped || !isWord(whole, start, end) : isWrapped && !mayWrap(candidate)) continue;
        return candidate;
      }
    return undefined;
  }

  /** The secrets in a decoded part that are not visible in its encoded form. */
  function* echoesIn({ text: decoded, spansOf }: Decoded): Generator<Echo> {
    for (let at = 0; at < decoded.length; at += 1) {
      const echo =
        (begins[beginning(decoded, at)] ?? 0) & PLAIN
          ? echoAt(decoded, { text: decoded, placeOf: (place) => place }, at)
          : undefined;
      if (echo === undefined) continue;
      const spans = spansOf(at, at + echo.length);
      at += echo.length - 1;
      if (spans.length === 1 && (spans[0]?.end ?? 0) - (spans[0]?.start ?? 0) === echo.length) continue;
      for (const span of spans) yield { ...span, secret: shownAs.get(echo) ?? echo };
    }
  }

  const toEcho = (start: number, end: number, spelled: string): Echo => ({
    start,
    end,
    secret: meant.get(spelled) ?? spelled,
  });

  return {
    in(whole) {
      const found: Echo[] = [];
      if (all.length === 0) return found;
      const shown = unwrapped(whole);
      const { text, placeOf } = shown;
      let mayBeEncoded = false;
      for (let at = 0; at < text.length; at += 1) {
        const mark = begins[beginning(text, at)];
        if (mark === 0 || mark === undefined) continue;
        mayBeEncoded ||= mark >= ENCODED && encodedBegins.has(text.slice(at, at + BEGINNING));
        const echo = mark === ENCODED ? undefined : echoAt(whole, shown, at);
        if (echo === undefined) continue;
        const last = at + echo.length - 1;
        found.push({ start: placeOf(at), end: placeOf(last) + 1, secret: shownAs.get(echo) ?? echo });
        at = last;
      }
      if (mayBeEncoded) for (const part of decodedParts(whole)) found.push(...echoesIn(part));
      return found;
    },

    cutIn(text) {
      const found: Echo[] = [];
      const { length } = text;
      for (let end = Math.min(length, MAX_PART); end >= EDGE; end -= 1) {
        const part = byEnd.get(text.slice(end - EDGE, end)) && text.slice(0, end);
        const whole = part && byEnd.get(part.slice(-EDGE))?.find((each) => isPart(part, each) && each.endsWith(part));
        if (whole === undefined) continue;
        found.push(toEcho(0, end, whole));
        break;
      }
      for (let start = Math.max(0, length - MAX_PART); start <= length - EDGE; start += 1) {
        const part = byStart.get(text.slice(start, start + EDGE)) && text.slice(start);
        const whole =
          part && byStart.get(part.slice(0, EDGE))?.find((each) => isPart(part, each) && each.startsWith(part));
        if (whole === undefined) continue;
        found.push(toEcho(start, length, whole));
        break;
      }
      return found;
    },
  };
}

const NO_WORDS: ReadonlySet<string> = new Set();

const mayWrap = (spelled: string): boolean => spelled.length >= MIN_WRAPPED;

/** Flags of three first characters. They begin a secret as spelled, an encoded character, or both. */
const PLAIN = 1;
const ENCODED = 2;

/** How many characters `beginning` reads. Shorter spellings are not looked for. */
const BEGINNING = 3;

/** A number for the first three characters. */
const beginning = (text: string, at: number): number =>
  (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 5) ^ (text.charCodeAt(at + 2) << 10)) & 0xffff;

function spellings(secret: string): readonly string[] {
  const decoded = decodedUrl(secret);
  const encoded = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encoded,
    encoded.replaceAll(/%[\dA-F]{2}/g, (byte) => byte.toLowerCase()),
    encoded.replaceAll('%20', '+'),
    ...(decoded.length < HEAD ? [] : [decoded]),
  ];
}

/**
 * Longer secrets, in characters, are not looked for in base64 and hexadecimal: keys of megabytes would be kept many
 * times.
 */
const MAX_ENCODED = 4096;

/** The secret in hexadecimal, and in base64 at any offset among other bytes, in both alphabets. */
function encodings(secret: string): readonly string[] {
  if (secret.length > MAX_ENCODED || secret.length < HEAD) return [];
  const bytes = encodeUtf8(secret);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const base64 = [0, 1, 2].map((before) => {
    const whole = toBase64(Uint8Array.of(...new Uint8Array(before), ...bytes));
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  const url = base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'));
  const isAscii = bytes.length === secret.length;
  return [hex, hex.toUpperCase(), ...base64, ...url, ...(isAscii ? [] : [String.fromCharCode(...bytes)])];
}

/** Decodes the password of a URL; returns a text that is not encoded unchanged. */
function decodedUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isWord = (text: string, start: number, end: number): boolean =>
  !/\w/.test(text.charAt(start - 1)) && !/\w/.test(text.charAt(end));

/** True for a part that is long enough and no plain word: a plain word may be in the text for another reason. */
const isPart = (part: string, whole: string): boolean =>
  part.length < whole.length &&
  part.length >= Math.min(MIN_PART, Math.ceil(whole.length / 2)) &&
  !/^[A-Za-z]+$/.test(part);

function grouped(texts: readonly string[], key: (text: string) => string): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const text of texts) {
    const group = groups.get(key(text));
    if (group) group.push(text);
    else groups.set(key(text), [text]);
  }
  return groups;
}
