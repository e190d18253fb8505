import { createReadStream } from 'node:fs';
import { AcptapError } from '#core/errors.ts';
import { mapScalars } from '#core/json/json-strings.ts';
import { createRecordingDecoder } from '#core/recording/decode.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { seqOf } from '#core/units.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';
import { cutLarge } from '../../replay/playbook/cut-large.ts';
import type { MaskedRow } from '../render/masked-table.ts';
import { secretsOf } from './scan-text.ts';

/** The size of the portions in which a line is scanned. Portions overlap, because a key may lie across their border. */
const PORTION = 4 * 1024 * 1024;
const OVERLAP = 64 * 1024;

/**
 * Lists what looks like a secret in the parts of a recording file that its reader drops: a cut last line, a repeated
 * member, an unread member beside a read one. Only for a file that the reader accepts. Keeps one line in memory.
 */
export async function scanDropped(path: string, reveal: boolean | undefined): Promise<readonly MaskedRow[]> {
  const read = createLineReader();
  const splitter = createFrameSplitter();
  const rows: MaskedRow[] = [];
  let line = 0;

  function scan(bytes: Uint8Array): void {
    line += 1;
    const text = new TextDecoder().decode(bytes).trimEnd();
    const kept = text === '' ? '' : read(bytes, text);
    if (text === kept || (kept !== '' && isAllIn(kept, text))) return;
    const known = secretValues(kept);
    for (const [value, rule] of secretValues(text)) {
      if (known.has(value)) continue; // the scan of the entries lists it
      const place = `line ${line} (not read)`;
      rows.push({ seq: undefined, place, rule, length: value.length, put: '', ...(reveal && { value }) });
    }
  }

  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }))
    for (const bytes of splitter.push(chunk as Uint8Array)) scan(bytes); // no encoding is set
  const rest = splitter.flush();
  if (rest) scan(rest);
  return rows;
}

/** Returns a function that reads a line as the reader of recordings does, and returns the kept content as a line. */
function createLineReader() {
  const decoder = createRecordingDecoder();
  let hasHeader = false;

  return (bytes: Uint8Array, text: string): string => {
    try {
      if (hasHeader) {
        const line = { bytes, text, number: 0, offset: 0, isCut: false };
        return encodeEntry(cutLarge(decoder.entry(line, seqOf(0))).entry).trimEnd();
      }
      hasHeader = true;
      return encodeHeader(decoder.header(text)).trimEnd();
    } catch (cause) {
      if (cause instanceof AcptapError) return ''; // the cut last line
      throw cause;
    }
  };
}

/** True when a line has all strings and numbers of another: they differ in spelling or order only. */
function isAllIn(line: string, other: string): boolean {
  const counts = new Map<string, number>();
  let isAll = true;
  countScalars(line, (value) => counts.set(value, (counts.get(value) ?? 0) + 1));
  countScalars(other, (value) => {
    const left = counts.get(value) ?? 0;
    counts.set(value, left - 1);
    isAll &&= left > 0;
  });
  return isAll;
}

function countScalars(json: string, count: (value: string) => void): void {
  const add = (value: string) => {
    count(value);
    return value;
  };
  mapScalars(json, { string: add, number: add, name: add });
}

/** The values that look like secrets in a line and in the base64 it has, with their rules. */
function secretValues(line: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const encoded = [...line.matchAll(/"base64"\s*:\s*"([A-Za-z\d+/]+)/g)].map(([, base64 = '']) => base64);
  for (const text of [line, ...encoded.map((base64) => Buffer.from(base64, 'base64').toString())])
    for (let start = 0; start === 0 || start + OVERLAP < text.length; start += PORTION - OVERLAP) {
      const portion = text.slice(start, start + PORTION);
      for (const found of secretsOf(portion, true)) {
        const value = unescaped(portion.slice(found.start, found.end));
        if (!values.has(value)) values.set(value, found.rule);
      }
    }
  return values;
}

/** Decodes JSON escapes: a line and its copy may spell a character differently. */
function unescaped(value: string): string {
  try {
    return String(JSON.parse(`"${value}"`));
  } catch {
    return value; // it is no part of a string, or a cut one
  }
}
