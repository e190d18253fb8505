import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { AcptapError } from '#core/errors.ts';
import { secretsOfBrokenJson } from '#core/redaction/broken-json.ts';
import { secretsIn, stillOpen } from '#core/redaction/secrets.ts';
import { mergeSpans, type Found } from '#core/redaction/spans.ts';
import { wideEncoding } from '#core/wire/wide-encoding.ts';
import type { MaskedRow } from '../render/masked-table.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The beginning of a file, and how its text is encoded. */
export interface TextStart {
  readonly encoding: Encoding;
  readonly text: string;
}

const HEAD_BYTES = 64 * 1024;

/** The size of a scanned portion, extended to the end of a line: a key may have many lines. */
const PORTION = 4 * 1024 * 1024;

/** The longest line that is looked at as a whole. */
const LONGEST = 64 * 1024 * 1024;

/** The beginning of an entry in the text of a recording. A name in one entry does not belong to a value in the next. */
const ENTRY = /^(?=#\d+ · \+)/m;

/** Reads the beginning of a file. @throws {AcptapError} `usage` for what is not text. */
export function readTextStart(path: string, name: string): TextStart {
  const bytes = new Uint8Array(HEAD_BYTES);
  const fd = openSync(path, 'r');
  let head: Uint8Array;
  try {
    head = bytes.subarray(0, readSync(fd, bytes));
  } finally {
    closeSync(fd);
  }
  if (wideEncoding(head) === 'UTF-32')
    throw new AcptapError(
      'usage',
      `${name} is UTF-32, which redact cannot read: convert it to UTF-8, for example with iconv -f UTF-32 -t UTF-8`,
    );
  const encoding = encodingOf(head);
  if (encoding === undefined)
    throw new AcptapError(
      'usage',
      `${name} is not text that redact can read: unpack an archive first, or convert the text to UTF-8, for example with iconv`,
    );
  return { encoding, text: new TextDecoder(encoding).decode(head) };
}

/** Guesses the encoding: UTF-16 has a byte order mark, or NUL in many second bytes. Undefined for binary data. */
function encodingOf(head: Uint8Array): Encoding | undefined {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const nuls = [0, 0];
  let controls = 0;
  for (const [at, byte] of head.entries()) {
    if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
    else if (byte < 7 || (byte > 13 && byte < 27)) controls += 1;
  }
  const [even = 0, odd = 0] = nuls;
  const many = head.length / 8;
  if (odd > many && even < odd / 8) return 'utf-16le';
  if (even > many && odd < even / 8) return 'utf-16be';
  return even + odd + controls > head.length / 50 ? undefined : 'utf-8';
}

/** Lists what looks like a secret in a text file, with its lines. In JSON, and in lines of JSON, by its place, too. */
export async function scanText(
  path: string,
  { encoding, text: head }: TextStart,
  reveal: boolean | undefined,
): Promise<readonly MaskedRow[]> {
  const decoder = new TextDecoder(encoding);
  const isJson = /^\s*[[{]/.test(head);
  const shown = /^\s*sequenceDiagram\b/m.test(head) ? unescapedLabels : (text: string) => text;
  const rows: MaskedRow[] = [];
  let line = 1;

  function scan(portion: string): void {
    const text = shown(portion);
    let counted = 0;
    for (const { start, end, rule } of secretsOf(text, isJson)) {
      line += linesIn(text.slice(counted, start));
      counted = start;
      const value = text.slice(start, end);
      rows.push({
        seq: undefined,
        place: `line ${line}`,
        rule,
        length: value.length,
        put: '',
        ...(reveal && { value }),
      });
    }
    line += linesIn(text.slice(counted));
  }

  let text = '';
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    text += decoder.decode(chunk as Uint8Array, { stream: true }); // no encoding is set
    if (text.length < PORTION) continue;
    const end = text.length < LONGEST ? text.lastIndexOf('\n') + 1 : text.length;
    for (const part of text.slice(0, end).split(ENTRY)) scan(part);
    text = text.slice(end);
  }
  for (const part of (text + decoder.decode()).split(ENTRY)) scan(part);
  return rows;
}

/** Decodes Mermaid's character codes: `#91;` is `[`. */
const unescapedLabels = (text: string): string =>
  text.replaceAll(/#(\d{2,6});/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** Finds likely secrets in a text by form and name, and in JSON by place, too. */
export function secretsOf(text: string, isJson: boolean): readonly Found[] {
  const placed = isJson ? secretsOfBrokenJson(text).map((known) => ({ rule: 'place', ...known })) : [];
  return stillOpen(text, mergeSpans<Found>([...secretsIn(text), ...placed]));
}

const linesIn = (text: string): number => text.split('\n').length - 1;
