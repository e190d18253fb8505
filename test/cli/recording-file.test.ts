import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { array, asyncProperty, assert, constantFrom, nat, oneof, record, uint8Array } from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { elapsedUs, seqOf } from '#core/units.ts';
import { concat, encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, Stream } from '#core/wire/entry.ts';
import { importFile } from '../../proxy/cli/recordings/import-file.ts';
import { importToMemory } from '../../proxy/cli/recordings/find-recording.ts';
import { openStore } from '../../proxy/store/store.ts';
import { rounds } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { exported, fileText, recordingFile, temporaryFile } from '../support/recording-file.ts';

/** Bytes that files, JSON and databases have trouble with. */
const bytes = oneof(
  uint8Array({ minLength: 1, maxLength: 30 }),
  constantFrom(
    ...[
      '{"jsonrpc":"2.0","id":1,"method":"_a"}\n',
      '{"jsonrpc":"2.0","id":9007199254740993,"method":"_a"}\n',
      '{ "a": 1.0, "a": 2 }\n',
      '{"__proto__":{"a":1}}\n',
      '{"10":1,"2":2}\n',
      '"\\ud800"\n',
      '"\u{1f600}\u{2028}"\n',
      '{"a":1}',
      '{"a":1}\r\n',
      '\u{feff}{"a":1}\n',
      'null\n',
      '-0\n',
      '1e400\n',
      '\0\n',
    ].map((text) => encodeUtf8(text)),
  ),
);

const events = constantFrom<{ event: string; [member: string]: unknown }>(
  { event: 'gap', of: 'agent', bytes: 3 },
  { event: 'of-a-later-release', whatever: [1, null] },
);

const entry = record({ stream: constantFrom<Stream>('client', 'agent', 'stderr'), bytes, event: events, kind: nat(9) });

const entries = array(entry, { maxLength: 12 }).map((all) =>
  all.map(({ stream, bytes: content, event, kind }, index): Entry => {
    const place = { seq: seqOf(index), elapsed: elapsedUs(index * 1000) };
    if (kind === 0) return { ...place, kind: 'event', event };
    if (stream === 'stderr') return { ...place, kind: 'stderr', from: stream, bytes: content };
    return { ...place, kind: 'frame', from: stream, bytes: content };
  }),
);

const streams = (all: readonly Entry[]) =>
  (['client', 'agent', 'stderr'] as const).map((stream) =>
    Buffer.from(concat(all.flatMap((each) => (each.kind !== 'event' && each.from === stream ? [each.bytes] : [])))),
  );

describe('a recording file that is imported and exported again', () => {
  test('is the same byte for byte with any content, and restores the same streams', async () => {
    await assert(
      asyncProperty(entries, async (all) => {
        const text = fileText(all);
        const found = await importToMemory(temporaryFile(text));
        expect(exported(found)).toBe(text);
        const recorded = (['client', 'agent', 'stderr'] as const).map((stream) =>
          Buffer.concat([...found.store.read.bytes(found.no, stream)]),
        );
        expect(recorded).toEqual(streams(all));
        found.store.close();
      }),
      { numRuns: rounds(8, 60) },
    );
  });

  test('keeps unknown members of the header and of lines', async () => {
    const path = 'recordings/formats/v1.acp.jsonl';
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('"note":"unknown members are kept"');
    expect(text).toContain('"mark":"spaced out"');
    const found = await importToMemory(path);
    expect(exported(found)).toBe(text);
    found.store.close();
  });

  test('may have blank lines and CRLF line ends', async () => {
    const text = fileText([]);
    const found = await importToMemory(temporaryFile(`${text.trimEnd()}\r\n\n{"t":1,"from":"agent","json":1}\r\n\n`));
    expect(exported(found)).toBe(`${text}{"t":1,"from":"agent","json":1}\n`);
    found.store.close();
  });
});

const HEADER = fileText([]);

describe('a file that is not a recording', () => {
  const importing = async (path: string) => {
    const store = openStore(join(temporaryFolder(), 'acptap.db'));
    onTestFinished(() => store.close());
    const failure: unknown = await importFile(store, path).then(
      () => 'imported',
      (cause: unknown) => cause,
    );
    return { failure, left: store.read.recordings() };
  };

  test.each([
    ['an empty file', '', 'empty'],
    ['no JSON at all', 'hello\n', 'line 1'],
    ['a header without a format', '{"id":"x"}\n', 'format'],
    ['a header with an empty id', '{"acptap":1,"id":"","startedAt":"2026-11-21T12:00:00.000Z"}\n', 'line 1'],
    ['a header without a date', '{"acptap":1,"id":"x","startedAt":"yesterday"}\n', 'line 1'],
    ['a line that is not an object', `${HEADER}[]\n`, 'line 2'],
    ['a time that is text', `${HEADER}{"t":"1","from":"agent","json":1}\n`, 'line 2'],
    ['a time before the start', `${HEADER}{"t":-1,"from":"agent","json":1}\n`, 'line 2'],
    ['a line from nobody', `${HEADER}{"t":1,"from":"nobody","json":1}\n`, 'line 2'],
    ['a line without content', `${HEADER}{"t":1,"from":"agent"}\n`, 'line 2'],
    ['malformed base64', `${HEADER}{"t":1,"from":"agent","base64":"*"}\n`, 'line 2'],
    ['an error after blank lines', `${HEADER}\n\n{}\n`, 'line 4'],
    ['an error after many lines', `${HEADER}${'{"t":1,"from":"agent","json":1}\n'.repeat(3000)}{}\n`, 'line 3002'],
  ])('such as %s is refused with file and line, and leaves nothing behind', async (_what, text, where) => {
    const path = temporaryFile(text);
    const { failure, left } = await importing(path);
    expect(failure).toMatchObject({ name: 'AcptapError', code: 'not-a-recording' });
    expect(String(failure)).toContain(`${path}: `);
    expect(String(failure)).toContain(where);
    expect(left).toEqual([]);
  });

  test('with bytes that are not UTF-8 is refused with file and line', async () => {
    const path = temporaryFile(Buffer.concat([Buffer.from(HEADER), Buffer.from([0xff, 0x0a])]));
    const { failure, left } = await importing(path);
    expect(failure).toMatchObject({ code: 'not-a-recording' });
    expect(String(failure)).toContain(`${path}: line 2`);
    expect(left).toEqual([]);
  });

  test('of a later format is refused with advice', async () => {
    const { failure, left } = await importing('recordings/formats/from-the-future.acp.jsonl');
    expect(failure).toMatchObject({ code: 'newer-format' });
    expect(String(failure)).toContain('install a newer acptap');
    expect(left).toEqual([]);
  });

  test('that is missing is refused with its name', async () => {
    const { failure } = await importing('/nonexistent.acp.jsonl');
    expect(failure).toMatchObject({ code: 'file-unusable' });
    expect(String(failure)).toContain('/nonexistent.acp.jsonl');
  });

  test('a duplicate import is refused and the first recording kept', async () => {
    const store = openStore(join(temporaryFolder(), 'acptap.db'));
    const first = await importFile(store, recordingFile('> 1 _a'));
    await expect(importFile(store, recordingFile('> 1 _b\n< 1 ok'))).rejects.toThrow(/acptap rm recorded/);
    expect(store.read.recordings()).toHaveLength(1);
    expect(exported({ store, no: first.no })).toContain('_a');
    store.close();
  });
});
