import { array, assert, constantFrom, nat, option, property, record, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { createRecordingDecoder } from '#core/recording/decode.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { injectedFrame, toInjectedEvent, withInjectedBytes } from '#core/wire/injected.ts';
import { header } from '../support/recording-file.ts';

const bodies = constantFrom('{"a":1}\n', '{"id": 12345678901234567890}\n', 'no json', '\ufeff{}\r\n').map(encodeUtf8);
const anyBytes = uint8Array({ maxLength: 20 });

function decoded(line: string): Entry {
  const decoder = createRecordingDecoder();
  decoder.header(encodeHeader(header()));
  return decoder.entry({ bytes: encodeUtf8(line), text: line, number: 2, offset: 0, isCut: false }, seqOf(0)).entry;
}

/** Views of a line and of their own bytes are alike. */
const plain = (entry: Entry): unknown =>
  JSON.parse(JSON.stringify(entry, (_, value: unknown) => (value instanceof Uint8Array ? [...value] : value)));

test('the line of a frame has its delivery, byte for byte', () => {
  const sent = record(
    {
      elapsed: option(nat().map(elapsedUs), { nil: undefined }),
      bytes: option(anyBytes, { nil: undefined }),
      why: array(record({ kind: constantFrom('drop', 'corrupt'), fault: constantFrom('drop 10%', 'corrupt') }), {
        maxLength: 2,
      }),
    },
    { requiredKeys: ['why'] },
  );
  assert(
    property(bodies, sent, (bytes, { elapsed, bytes: other, why }) => {
      const became = elapsed === undefined ? { why } : { elapsed, why, ...(other ? { bytes: other } : {}) };
      const entry: Entry = { kind: 'frame', seq: seqOf(0), elapsed: elapsedUs(5), from: 'agent', bytes, sent: became };
      expect(plain(decoded(encodeEntry(entry).trimEnd()))).toEqual(plain(entry));
    }),
  );
});

test('a line that acptap wrote is a process event with the same bytes', () => {
  assert(
    property(anyBytes, (bytes) => {
      const event = toInjectedEvent('client', bytes, [{ kind: 'noise', fault: 'noise "a"' }]);
      const entry = { kind: 'event', seq: seqOf(3), elapsed: elapsedUs(5), event } as const;
      const read = decoded(encodeEntry(entry).trimEnd());
      expect(injectedFrame(read)).toMatchObject({ from: 'agent', bytes });
      expect(injectedFrame(withInjectedBytes(entry, encodeUtf8('x\n')))).toMatchObject({ bytes: encodeUtf8('x\n') });
    }),
  );
});

test.each([
  '{"t":1,"from":"agent","text":"x","sent":5}',
  '{"t":1,"from":"agent","text":"x","sent":{"t":-1}}',
  '{"t":1,"from":"agent","text":"x","sent":null,"why":"drop"}',
  '{"t":1,"from":"stderr","text":"x","sent":null}',
])("members of these names that are somebody else's are kept: %s", (line) => {
  const entry = decoded(line);
  expect(entry).not.toHaveProperty('sent');
  expect(JSON.parse(encodeEntry(entry))).toEqual(JSON.parse(line));
});

test('the header says that acptap could take part', () => {
  const line = encodeHeader(header({ interventions: true }));
  expect(JSON.parse(line)).toMatchObject({ interventions: true });
  expect(createRecordingDecoder().header(line)).toEqual(header({ interventions: true }));
});
