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

test.each([
  ['the line after the request', '> 1 _a\n! one', 'one'],
  ['the last of several lines', '> 1 _a\n! one\n! two', 'two'],
  [
    'the last line that names a reason',
    '> 1 _a\n! Error: first\n! connect ECONNREFUSED 127.0.0.1:443\n! bye',
    'connect ECONNREFUSED 127.0.0.1:443',
  ],
  ['a line with a reason over its stack trace', '> 1 _a\n! Error: no key\n!     at failed (a.js:1)', 'Error: no key'],
  [
    'a line with a reason over a line that only leads to one',
    "> 1 _a\n! Error: x\n! the 'error' event at:",
    'Error: x',
  ],
  ['a line without its colours', '> 1 _a\n! \u001b[31mred\u001b[0m', 'red'],
  ['the beginning of a long line', `> 1 _a\n! ${'a'.repeat(161)}`, `${'a'.repeat(160)}…`],
  ['no line before the request', '! Error: old\n> 1 _a', undefined],
  ['no line before a later frame of the agent', '> 1 _a\n! Error: old\n< _b {}', undefined],
  ['no line where the client must answer', '< 1 _a\n! Error: other', undefined],
])('an open request has %s of stderr', (_what, transcript, expected) => {
  const fold = createFold();
  for (const entry of parseTranscript(transcript)) fold.apply(entry);
  expect(fold.take().waiting.map(({ stderr }) => stderr?.text)).toEqual([expected]);
});

test('an open request knows what the other side sent in its session, with stderr since then', () => {
  const fold = createFold();
  const said = (session: string) =>
    `session/update {"sessionId":"${session}","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"x"}}}`;
  const entries = parseTranscript(`
    @1000 > 1 session/prompt {"sessionId":"a","prompt":[]}
    @2000 > 2 session/prompt {"sessionId":"b","prompt":[]}
    @3000 < ${said('a')}
    @4000 ! [b] Error: model stream stalled
    @5000 < ${said('a')}
    @6000 ! debug: heartbeat
    @7000 > 3 session/list {}`);
  for (const entry of entries) fold.apply(entry);
  expect(
    fold.take().waiting.map(({ id, heard, heardElsewhere, stderr }) => [id, heard, heardElsewhere, stderr?.text]),
  ).toEqual([
    ['1', 5000, undefined, 'debug: heartbeat'],
    ['2', null, 5000, '[b] Error: model stream stalled'],
    ['3', 5000, undefined, undefined],
  ]);
});

test.each([
  ['Error: connect ECONNREFUSED', 'DEBUG error_count=0', 'INFO: errors: 0', 'Loading terror.txt'],
  ['TypeError: fetch failed', 'still waiting'],
  ['request timed out', 'retry in 5 s'],
])('of stderr, %j tells more than the lines after it', (reason, ...later) => {
  const fold = createFold();
  const lines = ['starting', reason, ...later].map((line) => `! ${line}`).join('\n');
  for (const entry of parseTranscript(`> 1 session/prompt {"sessionId":"a","prompt":[]}\n${lines}`)) fold.apply(entry);
  expect(fold.take().waiting[0]?.stderr?.text).toBe(reason);
});
