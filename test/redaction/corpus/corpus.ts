import { readFileSync } from 'node:fs';
import { encodeUtf8, toBase64 } from '#core/wire/bytes.ts';
import { createRandom } from '../../protocol/examples.ts';

/**
 * A text that people and programs write. The files beside this one hold them: a line `@ form | kind | source`, then the
 * text. `«…»` marks a secret. `⟦…⟧` stands for characters that are drawn for each run, so that the files hold no key of
 * their own: see `drawn`.
 */
export interface CorpusText {
  /** Its form, its kind and its source. */
  readonly title: string;
  /** With its marks, and the characters drawn. */
  readonly marked: string;
}

/** Reads a file of the corpus. Equal seeds draw equal characters. */
export function readCorpus(name: 'secrets' | 'harmless', seed: number): readonly CorpusText[] {
  const file = readFileSync(new URL(`./${name}.txt`, import.meta.url), 'utf8');
  const { below } = createRandom(seed);
  return file
    .split(/^@ /m)
    .slice(1)
    .map((block) => {
      const [title = '', ...lines] = block.trimEnd().split('\n');
      return { title, marked: drawn(lines.join('\n'), below) };
    });
}

/** The text as it would be recorded. */
export const plain = (marked: string): string => marked.replaceAll(/[«»]/g, '');

/** The secrets of a text, line by line: a program may number the lines of a key. */
export const secretsOf = (marked: string): readonly string[] =>
  [...marked.matchAll(/«([^»]*)»/g)].flatMap(([, secret = '']) => secret.split(/\n|\\n/)).filter((line) => line !== '');

/** The characters of each kind. */
const ALPHABETS: Readonly<Record<string, string>> = {
  9: '0123456789',
  f: '0123456789abcdef',
  F: '0123456789ABCDEF',
  a: 'abcdefghijklmnopqrstuvwxyz',
  b: 'abcdefghijklmnopqrstuvwxyz0123456789',
  B: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  x: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  w: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  s: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
};

/**
 * `⟦x20⟧`: 20 characters of the alphabet `x`; `⟦x20=p⟧` remembers them, `⟦p⟧` repeats them, `⟦b64 bob:%p⟧` encodes
 * them; `⟦esc⟧`.
 */
export function drawn(text: string, random: (below: number) => number): string {
  const named = new Map<string, string>();
  return text.replaceAll(/⟦([^⟧]*)⟧/g, (whole, form: string) => {
    if (form === 'esc') return '\x1b';
    const [, encoding, content] = /^(\w+) (.*)$/s.exec(form) ?? [];
    if (encoding !== undefined && content !== undefined)
      return encoded(
        encoding,
        content.replaceAll(/%(\w)/g, (_, name: string) => named.get(name) ?? ''),
      );
    const [, alphabet, count, name] = /^(.)(\d+)(?:=(\w))?$/.exec(form) ?? [];
    const characters = ALPHABETS[alphabet ?? ''];
    if (!characters || count === undefined) return named.get(form) ?? failed(whole);
    const value = word(characters, Number(count), random);
    if (name !== undefined) named.set(name, value);
    return value;
  });
}

/** Contains a letter and a digit if it is long enough for both. */
function word(characters: string, length: number, random: (below: number) => number): string {
  const value = Array.from({ length }, () => characters[random(characters.length)] ?? '').join('');
  const needsBoth = /\d/.test(characters) && /[a-z]/i.test(characters) && length > 3;
  return needsBoth && !(/\d/.test(value) && /[a-z]/i.test(value)) ? word(characters, length, random) : value;
}

function encoded(encoding: string, text: string): string {
  const bytes = encodeUtf8(text);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  switch (encoding) {
    case 'b64':
      return toBase64(bytes);
    case 'b64url':
      return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    case 'hex':
      return hex;
    case 'HEX':
      return hex.toUpperCase();
    case 'percent':
      return hex.replaceAll(/../g, '%$&');
    case 'percent2':
      return hex.replaceAll(/../g, '%25$&');
    case 'colons':
      return hex.replaceAll(/..(?!$)/g, '$&:');
    case 'spaces':
      return hex.replaceAll(/..(?!$)/g, '$& ');
    case 'array':
      return hex.replaceAll(/..(?!$)/g, '0x$&, ').replace(/..$/, '0x$&');
    case 'escapes':
      return hex.replaceAll(/../g, String.raw`\x$&`);
    default:
      return failed(encoding);
  }
}

function failed(what: string): never {
  throw new Error(`the corpus has an unknown form: ${what}`);
}
