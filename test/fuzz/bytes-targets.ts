import { deepStrictEqual as equal, ok } from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import { createFold } from '#core/fold/fold.ts';
import { difference, isEqual } from '#core/json/difference.ts';
import { findJsonFault } from '#core/json/json-fault.ts';
import { mapItems } from '#core/json/json-items.ts';
import { mapScalars } from '#core/json/json-strings.ts';
import { createRecordingDecoder } from '#core/recording/decode.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { readRecording, readRecordingSync } from '#core/recording/read.ts';
import { elapsedUs, epochMs, seqOf } from '#core/units.ts';
import { concat, decodeUtf8, encodeUtf8, fromBase64, toBase64 } from '#core/wire/bytes.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';
import { createAssembler } from '../../proxy/recorder/assemble.ts';
import { openSpoolReader } from '../../proxy/recorder/spool-reader.ts';
import { DamagedSpool, RECORD_HEADER_BYTES, writeRecordHeader, type SpoolTag } from '../../proxy/shim/spool-format.ts';
import type { Random } from './mutate.ts';
import { chunked, PROTOCOL_WORDS, recordingSeeds, type Target } from './target.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

export const DEFAULTS = { id: 'recording', startedAt: epochMs(0) };

/** The entries of a file; undefined for one that is refused in words. */
export function entriesOf(input: Uint8Array): { header: RecordingHeader; entries: Entry[] } | undefined {
  try {
    const { header, entries } = readRecordingSync([new Uint8Array(input)], DEFAULTS, () => {});
    return { header, entries: [...entries].map(({ entry }) => entry) };
  } catch (cause) {
    if (!(cause instanceof AcptapError)) throw cause;
    ok(['not-a-recording', 'newer-format', 'unknown-format'].includes(cause.code), cause.code);
    return undefined;
  }
}

function framesOf(chunks: Iterable<Uint8Array>): Uint8Array[] {
  const splitter = createFrameSplitter();
  const frames = [...chunks].flatMap((chunk) => [...splitter.push(chunk)]);
  const rest = splitter.flush();
  return rest ? [...frames, rest] : frames;
}

/** The frames of recordings, both directions mixed. */
const frameSeeds = () =>
  recordingSeeds().map((file) =>
    concat(entriesOf(file)?.entries.flatMap((entry) => ('bytes' in entry ? [entry.bytes] : [])) ?? []),
  );

function checkFrame(bytes: Uint8Array): void {
  const decoded = decodeFrame(bytes);
  const text = decodeUtf8(bytes);
  equal(decoded.kind === 'not-utf8', text === undefined);
  equal(hex(fromBase64(toBase64(bytes)) ?? new Uint8Array()), hex(bytes));
  if (text === undefined || decoded.kind === 'not-utf8') return;
  equal(decoded.text, text);
  const fault = findJsonFault(text);
  equal([decoded.kind, fault === undefined], [decoded.kind, decoded.kind === 'json']);
  if (fault) ok(fault.at <= text.length);
  if (decoded.kind !== 'json') return;
  const same = { string: (value: string) => value, number: (value: string) => value, name: (value: string) => value };
  equal(mapScalars(text, same), text);
  if (decoded.batch)
    equal(
      mapItems(text, (item) => item),
      text,
    );
  const value = decoded.parts.map((part) => part.value);
  const copy = structuredClone(value);
  equal(difference(value, copy), []);
  equal(isEqual(value, copy), true);
}

const MARKS = { '>': 'client', '<': 'agent', '!': 'stderr' } as const;

/** A conversation as lines whose first byte says whose they are: however it is changed, it is one. */
export const conversationSeeds = (): readonly Uint8Array[] =>
  recordingSeeds().map((file) =>
    concat(
      entriesOf(file)?.entries.flatMap((entry) => {
        if (entry.kind === 'event') return [];
        const mark = Object.entries(MARKS).find(([, from]) => from === entry.from)?.[0] ?? '';
        return framesOf([entry.bytes]).flatMap((line) => [encodeUtf8(mark), line]);
      }) ?? [],
    ),
  );

export const conversationOf = (input: Uint8Array): readonly Entry[] =>
  framesOf([input]).map((line, seq): Entry => {
    const from = MARKS[String.fromCharCode(line[0] ?? 0) as keyof typeof MARKS] as
      | (typeof MARKS)['>' | '<' | '!']
      | undefined;
    const place = { seq: seqOf(seq), elapsed: elapsedUs(seq * 1000), bytes: from ? line.subarray(1) : line };
    return from === 'stderr' ? { ...place, kind: 'stderr', from } : { ...place, kind: 'frame', from: from ?? 'agent' };
  });

export const wire: Target = {
  name: 'wire',
  seeds: frameSeeds,
  words: PROTOCOL_WORDS,
  perSecond: 90,
  isLinear: true,
  open: () => (input, random) => {
    const frames = framesOf([input]);
    equal(framesOf(chunked(input, random)).map(hex), frames.map(hex));
    equal(hex(concat(frames)), hex(input));
    frames.forEach(checkFrame);
  },
};

async function readInChunks(input: Uint8Array, random: Random): Promise<readonly Entry[] | undefined> {
  const read: Entry[] = [];
  try {
    const { entries } = await readRecording(toAsync(chunked(input, random)), DEFAULTS);
    for await (const entry of entries) read.push(entry);
    return read;
  } catch (cause) {
    if (cause instanceof AcptapError) return undefined;
    throw cause;
  }
}

async function* toAsync<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

/** For comparing: entries share memory with what they were read from, and -0 is written as 0. */
const plain = (entries: readonly Entry[] | undefined): unknown =>
  entries &&
  JSON.parse(
    JSON.stringify(entries.map((entry) => ('bytes' in entry ? { ...entry, bytes: hex(entry.bytes) } : entry))),
  );

export const file: Target = {
  name: 'file',
  seeds: recordingSeeds,
  words: [
    ...PROTOCOL_WORDS,
    '"t":0',
    '"from":"client"',
    '"from":"stderr"',
    '"text":"x"',
    '"base64":"eA=="',
    '"event":"exit"',
    '"json":',
    '{"acptap":1}\n',
    '{"acptap":99}\n',
  ],
  perSecond: 300,
  isLinear: true,
  open: () => async (input, random) => {
    const whole = entriesOf(input);
    equal(plain(await readInChunks(input, random)), plain(whole?.entries));
    if (!whole) return;
    const { header, entries } = whole;
    equal(
      entries.map(({ seq }) => seq),
      entries.map((_, index) => index),
    );
    const text = [encodeHeader(header), ...entries.map(encodeEntry)].join('');
    const again = entriesOf(encodeUtf8(text));
    equal(again?.header, header);
    equal(plain(again?.entries), plain(entries));
    equal([encodeHeader(header), ...(again?.entries ?? []).map(encodeEntry)].join(''), text);
  },
};

export const fold: Target = {
  name: 'fold',
  seeds: conversationSeeds,
  words: PROTOCOL_WORDS,
  perSecond: 80,
  isLinear: true,
  open: () => (input) => {
    const entries = conversationOf(input);
    const whole = createFold();
    const steps = entries.map((entry) => whole.apply(entry).step);
    equal(
      steps.flatMap(({ trouble }) => trouble ?? []),
      [],
    );
    whole.finish(true);
    const { findings } = whole.take();
    const inParts = createFold();
    const found = entries.flatMap((entry) => {
      inParts.apply(entry);
      return inParts.take().findings;
    });
    inParts.finish(true);
    equal([...found, ...inParts.take().findings], findings);
    for (const { seq } of findings) ok(seq < Math.max(1, entries.length));
  },
};

const TAGS = { client: 'c', agent: 'a', stderr: 's' } as const;

function recordOf(entry: Entry): Buffer {
  const bytes = entry.kind === 'event' ? encodeUtf8(JSON.stringify(entry.event)) : entry.bytes;
  const tag: SpoolTag = entry.kind === 'event' ? 'e' : TAGS[entry.from];
  const record = Buffer.alloc(RECORD_HEADER_BYTES + bytes.length);
  writeRecordHeader(record, tag, entry.elapsed, bytes.length);
  record.set(bytes, RECORD_HEADER_BYTES);
  return record;
}

/** The same conversations as the shim would have spooled them. */
const spoolSeeds = () =>
  recordingSeeds().flatMap((bytes) => {
    const read = entriesOf(bytes);
    if (!read) return [];
    const { id, startedAt, command, cwd } = read.header;
    const header = {
      'acptap-spool': 1,
      id,
      command,
      cwd,
      startedAt,
      shim: { pid: 1, started: 'never' },
      acptap: '0',
      node: '0',
    };
    return [Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...read.entries.map(recordOf)])];
  });

/** Reads a spool whose file grows in these steps. */
function readSpool(
  path: string,
  parts: Iterable<Uint8Array>,
): { readonly entries: readonly Entry[]; readonly isDamaged: boolean } {
  writeFileSync(path, '');
  const descriptor = openSync(path, 'a');
  let reader: ReturnType<typeof openSpoolReader>;
  const assembler = createAssembler();
  const entries: Entry[] = [];
  let end: number | undefined;
  try {
    for (const part of parts) {
      writeSync(descriptor, part);
      reader ??= openSpoolReader(path);
      for (let records = reader?.next() ?? []; records.length > 0; records = reader?.next() ?? [])
        for (const record of records) {
          equal(record.end - record.bytes.length - RECORD_HEADER_BYTES, end ?? reader?.start);
          end = record.end;
          ok(end <= (reader?.size() ?? 0));
          entries.push(...(assembler.apply(record) as Entry[])); // a raw spool has no deliveries
        }
    }
    return { entries: [...entries, ...(assembler.interrupt() as Entry[])], isDamaged: false };
  } catch (cause) {
    if (cause instanceof DamagedSpool || (cause instanceof AcptapError && !reader)) return { entries, isDamaged: true };
    throw cause;
  } finally {
    reader?.close();
    closeSync(descriptor);
  }
}

export const spool: Target = {
  name: 'spool',
  seeds: spoolSeeds,
  words: [
    ...PROTOCOL_WORDS,
    '\u{ac}',
    '{"event":"exit","code":0,"signal":null}',
    '{"event":"eof","of":"client"}',
    '"acptap-spool":1',
    '"startedAt":1',
  ],
  perSecond: 60,
  isLinear: true,
  open(lastly) {
    const folder = mkdtempSync(join(tmpdir(), 'acptap-fuzz-'));
    lastly(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'fuzzed.spool');
    return (input, random) => {
      const whole = readSpool(path, [input]);
      const grown = readSpool(path, chunked(input, random));
      equal([plain(grown.entries), grown.isDamaged], [plain(whole.entries), whole.isDamaged]);
      equal(
        whole.entries.map(({ seq }) => seq),
        whole.entries.map((_, index) => index),
      );
      const times = whole.entries.map(({ elapsed }) => elapsed);
      equal(
        times,
        times.toSorted((a, b) => a - b),
      );
      for (const entry of whole.entries) createRecordingDecoder(DEFAULTS).entry(lineOf(encodeEntry(entry)), entry.seq);
    };
  },
};

function lineOf(text: string) {
  return { bytes: Uint8Array.from(encodeUtf8(text)), text: text.slice(0, -1), number: 2, offset: 0, isCut: false };
}
