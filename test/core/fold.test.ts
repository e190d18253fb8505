import { expect, test } from 'vitest';
import { toEntryDetail } from '#core/fold/entry-detail.ts';
import { createFold } from '#core/fold/fold.ts';
import { MAX_BODY_BYTES, type EntryRow } from '#core/model/row.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { toBase64 } from '#core/wire/bytes.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

test.each([true, false])('a fold has groups only if they are wanted (%s)', (isOutlined) => {
  const fold = createFold(catalogue, isOutlined);
  for (const entry of parseTranscript('> 1 _a\n< 1 ok {}\n! words')) fold.apply(entry);
  const { entries, groups } = fold.take();
  expect(entries).toHaveLength(3);
  expect([...groups].length > 0).toBe(isOutlined);
});

const row: EntryRow = {
  seq: 0,
  t: 0,
  from: 'agent',
  kind: 'invalid',
  method: null,
  id: null,
  session: null,
  tool: null,
  summary: '',
  bytes: 0,
  pair: null,
  duration: null,
  findings: [],
};
const cutRow: EntryRow = { ...row, cut: { bytes: 9, sha256: '' } };
const text = (length: number) => new Uint8Array(length).fill(0x61);
const noText = (length: number) => new Uint8Array(length).fill(0xff);

test.each([
  ['a text', row, text(3), { text: 'aaa', base64: null, cut: false }],
  ['the beginning of a cut frame', cutRow, text(3), { text: 'aaa', base64: null, cut: true }],
  ['a text of the largest size', row, text(MAX_BODY_BYTES), { base64: null, cut: false }],
  ['a larger text', row, text(MAX_BODY_BYTES + 1), { text: 'a'.repeat(MAX_BODY_BYTES), base64: null, cut: true }],
  ['bytes that are not text', row, noText(3), { text: null, base64: toBase64(noText(3)), cut: false }],
  ['such bytes of the largest size', row, noText(MAX_BODY_BYTES), { text: null, cut: false }],
  [
    'more such bytes',
    row,
    noText(MAX_BODY_BYTES + 1),
    { text: null, base64: toBase64(noText(MAX_BODY_BYTES)), cut: true },
  ],
])('the detail of %s', (_what, of, bytes, expected) => {
  expect(toEntryDetail(of, { bytes }, [])).toMatchObject(expected);
});
