import { array, assert, asyncProperty, boolean, constantFrom, nat, subarray, tuple, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, encodeUtf8 } from '#core/wire/bytes.ts';
import { crossingsOf, receivedOf } from '#core/wire/crossings.ts';
import type { Entry } from '#core/wire/entry.ts';
import { throughFaults } from './faulted-wire.ts';
import { rounds } from '../support/effort.ts';

const FAULTS = [
  'delay 0ms..3ms 50%',
  'throttle 900k/s',
  'drop 30% where update:agent_message_chunk',
  'duplicate 2 every 3',
  'slice 7 20%',
  'coalesce 2ms',
  'corrupt 2 bytes 40%',
  'truncate 20%',
  'noise "warn" 30%',
  'crlf 30% where kind:notification',
  'bom 20%',
  'wrong-id 50%',
  'unknown-update 50%',
  'mute after 9 where kind:notification',
];

const update = (text: string) =>
  `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":${JSON.stringify(text)}}}}}`;

const lines = constantFrom(
  update('a word'),
  update('other words'),
  '{"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_turn"}}',
  '{"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s","path":"/a"}}',
  'no message',
  '',
);

const inputs = tuple(array(lines, { maxLength: 25 }), uint8Array({ maxLength: 8 })).map(([all, rest]) =>
  concat([encodeUtf8(all.map((line) => `${line}\n`).join('')), rest]),
);

function cut(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (let index = 0; at < bytes.length; index++) {
    const length = 1 + ((lengths[index % lengths.length] ?? 0) % 400);
    chunks.push(bytes.slice(at, at + length));
    at += length;
  }
  return chunks;
}

const bytesIn = (entries: Iterable<Entry>): Buffer =>
  Buffer.concat(
    [...entries].flatMap((entry) => (entry.kind === 'frame' && entry.from === 'agent' ? [entry.bytes] : [])),
  );

const chunkings = array(nat(1000), { minLength: 1, maxLength: 6 });

describe('any frames under any faults', () => {
  test('are recorded as they were received, and as they were delivered', async () => {
    await assert(
      asyncProperty(inputs, subarray(FAULTS), nat(1000), chunkings, async (bytes, faults, seed, lengths) => {
        const { read, entries } = await throughFaults(faults, seed, cut(bytes, lengths));
        expect(bytesIn(receivedOf(entries)).equals(bytes)).toBe(true);
        expect(bytesIn(crossingsOf(entries, 'client')).equals(read)).toBe(true);
      }),
      { numRuns: rounds(15, 40) },
    );
  });

  test('are each delivered once and in order, or have an intervention that says why not', async () => {
    await assert(
      asyncProperty(inputs, subarray(FAULTS), nat(1000), chunkings, async (bytes, faults, seed, lengths) => {
        const { entries, deliveries } = await throughFaults(faults, seed, cut(bytes, lengths));
        const frames = entries.filter((entry) => entry.kind === 'frame').map(({ seq }) => seq);
        expect(deliveries.map(({ seq }) => seq)).toEqual(frames);
        const altered = deliveries.filter(({ sent }) => sent.elapsed === undefined || sent.bytes);
        expect(altered.filter(({ sent }) => sent.why.length === 0)).toEqual([]);
      }),
      { numRuns: rounds(15, 40) },
    );
  });

  test('pass without a fault as they came, each with its own delivery', async () => {
    await assert(
      asyncProperty(inputs, chunkings, async (bytes, lengths) => {
        const { read, entries, deliveries } = await throughFaults([], 1, cut(bytes, lengths));
        expect(read.equals(bytes)).toBe(true);
        const frames = entries.filter((entry) => entry.kind === 'frame').map(({ seq }) => seq);
        expect(deliveries.map(({ seq }) => seq)).toEqual(frames);
      }),
      { numRuns: rounds(15, 40) },
    );
  });

  test('meet the same interventions with the same seed, however the bytes are cut', async () => {
    const dealings = ({ entries }: { readonly entries: readonly Entry[] }) =>
      entries.map((entry) =>
        entry.kind === 'frame'
          ? [entry.sent?.why, entry.sent?.elapsed !== undefined, String(entry.sent?.bytes)]
          : entry.kind === 'event' && entry.event,
      );
    await assert(
      asyncProperty(inputs, subarray(FAULTS), nat(1000), chunkings, async (bytes, faults, seed, lengths) => {
        const one = await throughFaults(faults, seed, cut(bytes, lengths));
        const other = await throughFaults(faults, seed, [bytes]);
        expect(one.read.equals(other.read)).toBe(true);
        expect(dealings(one).filter(Array.isArray)).toEqual(dealings(other).filter(Array.isArray));
      }),
      { numRuns: rounds(10, 25) },
    );
  });

  test('meet the same interventions when a fault reads bytes alone as when another needs their meaning', async () => {
    const byBytes = ['drop 40% where text:other', 'duplicate every 2 where size:>100', 'crlf 50% where from:agent'];
    await assert(
      asyncProperty(inputs, subarray(byBytes), nat(1000), async (bytes, faults, seed) => {
        const alone = await throughFaults(faults, seed, [bytes]);
        const beside = await throughFaults([...faults, 'drop where method:_never'], seed, [bytes]);
        expect(alone.read.equals(beside.read)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  test('change their order only where it was asked for', async () => {
    await assert(
      asyncProperty(array(boolean(), { maxLength: 20 }), nat(1000), async (marks, seed) => {
        const numbered = marks.map((mark, index) => `${mark ? update(`${index}`) : `{"id":${index},"result":null}`}\n`);
        const { read } = await throughFaults(['reorder 3 where kind:notification'], seed, [
          encodeUtf8(numbered.join('')),
        ]);
        const given = String(read)
          .split(/(?<=\n)/)
          .filter((line) => line !== '');
        expect(given.toSorted()).toEqual(numbered.toSorted());
        const moved = given.filter((line, index) => line !== numbered[index]);
        expect(moved.filter((line) => !line.includes('session/update'))).toEqual([]);
        expect(moved.filter((line) => Math.abs(numbered.indexOf(line) - given.indexOf(line)) > 2)).toEqual([]);
      }),
      { numRuns: rounds(12, 30) },
    );
    const three = [0, 1, 2].map((word) => `${update(`${word}`)}\n`);
    const { read } = await throughFaults(['reorder 3'], 1, [encodeUtf8(three.join(''))]);
    expect(String(read)).not.toBe(three.join(''));
  });

  test('a fault changes nothing that an earlier fault has copied', async () => {
    const line = `${update('a word')}\n`;
    const { read } = await throughFaults(['duplicate', 'corrupt 5 bytes'], 1, [Buffer.from(line)]);
    expect(String(read.subarray(-line.length))).toBe(line);
    expect(read.subarray(0, line.length).equals(Buffer.from(line))).toBe(false);
  });
});
