import { onTestFinished, describe, expect, test } from 'vitest';
import { encodeEntry } from '#core/recording/encode.ts';
import { createRedactor } from '#core/redaction/redact.ts';
import type { Entry } from '#core/wire/entry.ts';
import { fileRecording } from '../../proxy/cli/recordings/file-recording.ts';
import { importFile } from '../../proxy/cli/recordings/import-file.ts';
import type { Recording } from '../../proxy/cli/recordings/recording.ts';
import { plain } from '../../proxy/cli/render/paint.ts';
import { renderEntry } from '../../proxy/cli/render/show-entry.ts';
import { renderRowJson } from '../../proxy/cli/render/show-json.ts';
import { storedRecording } from '../../proxy/cli/recordings/stored-recording.ts';
import { cutLarge } from '../../proxy/replay/playbook/cut-large.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore } from '../../proxy/store/store.ts';
import { LARGE_ANSWER, LARGE_UPDATE, passed, recordLarge } from '../support/large-frames.ts';
import { fileText, temporaryFile } from '../support/recording-file.ts';

function recorded(): Recording {
  const store = openStore(MEMORY);
  onTestFinished(() => store.close());
  recordLarge(store);
  return storedRecording(store, store.read.recordings()[0]!);
}

const joined = (pieces: Iterable<Uint8Array>) => Buffer.concat([...pieces]);

/** The recording as a file, and that file imported. */
async function exported(): Promise<readonly [string, Recording, Recording]> {
  const { header, entries } = recorded();
  const text = fileText(entries(), header);
  const file = await fileRecording(temporaryFile(text));
  onTestFinished(file.close);
  const store = openStore(MEMORY);
  onTestFinished(() => store.close());
  const imported = storedRecording(store, await importFile(store, temporaryFile(text)));
  return [text, file, imported];
}

describe('a frame above the limit', () => {
  test('is printed whole, in a stream and alone', () => {
    const recording = recorded();
    expect(joined(recording.raw('agent')).equals(passed('a'))).toBe(true);
    expect(joined(recording.rawAt(7)).equals(LARGE_ANSWER)).toBe(true);
  });

  test('shows its beginning and a note', () => {
    const recording = recorded();
    const row = recording.row(8)!;
    const text = renderEntry(row, recording.bytesAt(8), [], { ...recording, paint: plain, columns: undefined });
    expect(text).toContain('Only the first 65536 of');
    expect(text).toContain('show --raw --entry 8 gives the exact bytes');
    expect(JSON.parse(renderRowJson(row, recording.bytesAt(8)))).toMatchObject({
      seq: 8,
      kind: 'invalid',
      bytes: LARGE_UPDATE.length,
      text: LARGE_UPDATE.toString().slice(0, 65_536),
      cut: row.cut,
    });
  });

  test('has its first 64 KiB, its length and its hash in a file, which comes back the same', async () => {
    const [text, file, imported] = await exported();
    const line = JSON.parse(text.split('\n')[9]!) as { readonly text: string; readonly cut: unknown };
    expect(line).toMatchObject({
      from: 'agent',
      text: LARGE_UPDATE.toString().slice(0, 65_536),
      cut: file.row(8)?.cut,
    });
    for (const recording of [file, imported]) {
      expect(fileText(recording.entries(), recording.header)).toBe(text);
      expect([...recording.rows()]).toEqual([...recorded().rows()]);
      expect(joined(recording.rawAt(6))).toEqual(joined(recorded().rawAt(6)));
      expect(() => joined(recording.rawAt(8))).toThrow(/#8 is a frame of \d+ bytes, and only its beginning/);
      expect(() => joined(recording.raw('agent'))).toThrow('only its beginning');
    }
  });

  test('is masked in an export like every other text', () => {
    const { header, entries } = recorded();
    const redactor = createRedactor(header);
    const secret = (entry: Entry): Entry =>
      entry.kind === 'frame' && entry.cut ? { ...entry, bytes: Buffer.from('{"api_key":"hunter2-hunter2","a') } : entry;
    for (const entry of entries()) redactor.learn(secret(entry));
    const lines = [...entries()].map((entry) => encodeEntry(redactor.entry(secret(entry))));
    expect(lines[8]).toContain('"cut":{"bytes":');
    expect(lines.join('')).not.toContain('hunter2');
  });
});

test('a frame that a file holds whole is cut when it is read, and stored in pieces', () => {
  const bytes = LARGE_UPDATE;
  const entry = { kind: 'frame', seq: 0, at: 0, from: 'agent', bytes } as unknown as Entry;
  const { entry: cut, decoded, whole } = cutLarge({ entry, decoded: undefined }, 100_000);
  expect(cut).toMatchObject({ bytes: bytes.subarray(0, 65_536), cut: { bytes: bytes.length } });
  expect([decoded, whole]).toEqual([undefined, bytes]);
  expect(cutLarge({ entry, decoded: undefined }, bytes.length).entry).toBe(entry);
});

test('a frame that a file holds whole comes back whole when the file was imported', async () => {
  const store = openStore(MEMORY);
  onTestFinished(() => store.close());
  const other = encodeEntry({
    kind: 'frame',
    seq: 0,
    elapsed: 0,
    from: 'agent',
    bytes: LARGE_UPDATE,
  } as unknown as Entry);
  const path = temporaryFile(fileText([]) + other + other.replaceAll('b', 'c'));
  const recording = storedRecording(store, await importFile(store, path, 100_000));
  expect([...recording.rows()]).toMatchObject([{ cut: { bytes: LARGE_UPDATE.length } }, { cut: {} }]);
  expect(joined(recording.rawAt(0)).equals(LARGE_UPDATE)).toBe(true);
  expect(joined(recording.raw('agent')).length).toBe(2 * LARGE_UPDATE.length);
});

test.each([
  ['true', 'true'],
  ['more members', '{"bytes":1,"sha256":"00","by":"me"}'],
  ['another hash', '{"bytes":70000,"sha256":"00"}'],
])('a foreign member "cut" is kept like other unknown members: %s', async (_name, value) => {
  const line = `{"t":1,"from":"agent","json":{"jsonrpc":"2.0","method":"_a"},"cut":${value}}\n`;
  const file = await fileRecording(temporaryFile(fileText([]) + line));
  onTestFinished(file.close);
  expect(fileText(file.entries(), file.header).endsWith(line)).toBe(true);
  expect(file.row(0)).toMatchObject({ kind: 'notification' });
});
