import { array, assert, asyncProperty, constantFrom, nat, record, subarray } from 'fast-check';
import { expect, test } from 'vitest';
import type { Outcome } from '#core/intervene/after-hold.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { crossingsOf, receivedOf } from '#core/wire/crossings.ts';
import type { Entry } from '#core/wire/entry.ts';
import { throughFaults } from './faulted-wire.ts';
import { rounds } from '../support/effort.ts';

const outcomes = constantFrom<Outcome>(
  { kind: 'pass', ended: undefined },
  { kind: 'pass', ended: 'time' },
  { kind: 'drop' },
  { kind: 'refuse', ended: 'time' },
  { kind: 'edit', bytes: encodeUtf8('{"method":"edited"}\n') },
);

const filters = constantFrom('', 'kind:notification', 'text:odd', 'kind:response or kind:request');
const FAULTS = ['drop 20%', 'duplicate 10%', 'crlf 30%', 'slice 5 20%', 'noise "warn" 10%', 'delay 0ms..2ms'];

const lineOf = (kind: number, index: number): string =>
  [
    `{"jsonrpc":"2.0","method":"_note","params":[${index}]}`,
    `{"jsonrpc":"2.0","id":${index},"result":"odd"}`,
    `{"jsonrpc":"2.0","id":${index},"method":"_ask"}`,
    `odd ${index}`,
  ][kind] ?? '';

const bytesIn = (entries: Iterable<Entry>): Buffer =>
  Buffer.concat([...entries].flatMap((entry) => (entry.kind === 'frame' ? [entry.bytes] : [])));

test('any frames, held and dealt with in any order, keep their order, and each is delivered once or an intervention says why not', async () => {
  await assert(
    asyncProperty(
      array(nat(4), { maxLength: 30 }),
      filters,
      array(record({ pick: nat(5), outcome: outcomes }), { minLength: 1, maxLength: 6 }),
      subarray(FAULTS),
      nat(100),
      async (kinds, filter, dealt, faults, seed) => {
        const bytes = Buffer.from(kinds.map((kind, index) => `${lineOf(kind, index)}\n`).join(''));
        const { read, entries, deliveries } = await throughFaults(faults, seed, [bytes], { filter, outcomes: dealt });
        expect(bytesIn(receivedOf(entries)).equals(bytes)).toBe(true);
        expect(bytesIn(crossingsOf(entries, 'client')).equals(read)).toBe(true);
        const frames = entries.filter((entry) => entry.kind === 'frame').map(({ seq }) => seq);
        expect(deliveries.map(({ seq }) => seq)).toEqual(frames);
        const altered = deliveries.filter(({ sent }) => sent.elapsed === undefined || sent.bytes);
        expect(altered.filter(({ sent }) => sent.why.length === 0)).toEqual([]);
      },
    ),
    { numRuns: rounds(25, 60) },
  );
});

test('a frame whose time is up is refused with an error, and the recording has the reason', async () => {
  const outcome: Outcome = { kind: 'refuse', ended: 'time' };
  const lines = [
    '{"id":7,"method":"fs/read_text_file"}',
    '{"method":"session/update"}',
    '{"id":3,"result":null}',
    '[{"id":8,"method":"a"},{"id":9,"method":"b"}]',
  ];
  const { read, answers, deliveries } = await throughFaults([], 1, [Buffer.from(`${lines.join('\n')}\n`)], {
    filter: '',
    outcomes: [{ pick: 0, outcome }],
  });
  const error = '"error":{"code":-32000,"message":"acptap refused it: nobody let it pass in time"}';
  const [first, ...batch] = [7, 8, 9].map((id) => `{"jsonrpc":"2.0","id":${id},${error}}`);
  expect(String(answers)).toBe(`${first}\n[${batch.join(',')}]\n`);
  expect(String(read)).toBe(`{"jsonrpc":"2.0","id":3,${error}}\n`);
  const hold = { kind: 'hold', breakpoint: '', ended: 'time' };
  expect(deliveries.map(({ sent }) => sent.why)).toEqual([
    [hold, { kind: 'answer' }],
    [hold, { kind: 'drop' }],
    [hold, { kind: 'answer' }],
    [hold, { kind: 'answer' }],
  ]);
});

const MIB = rounds(16, 64);

test(`frames of ${MIB} MiB and ten thousand behind a held frame pass when it is released`, async () => {
  const huge = Buffer.alloc(MIB * 1024 * 1024, 'a');
  huge[huge.length - 1] = 10;
  const small = Buffer.from('{"method":"_note"}\n'.repeat(10_000));
  const { read, deliveries } = await throughFaults([], 1, [Buffer.from('held\n'), small, huge, small], {
    filter: 'text:held or size:>1M',
    outcomes: [{ pick: 0, outcome: { kind: 'pass', ended: undefined } }],
  });
  expect(read.length).toBe(5 + huge.length + 2 * small.length);
  expect(deliveries.filter(({ sent }) => sent.why.length > 0)).toHaveLength(2);
});
