import { appendFileSync, closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { array, assert, constantFrom, nat, property, record, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat } from '#core/wire/bytes.ts';
import { openSpoolReader } from '../../proxy/recorder/spool-reader.ts';
import { openSpool } from '../../proxy/shim/spool.ts';
import {
  readRecords,
  RECORD_HEADER_BYTES,
  SPOOL_FORMAT,
  writeRecordHeader,
  type SpoolHeader,
  type SpoolTag,
} from '../../proxy/shim/spool-format.ts';
import { temporaryFolder } from '../support/folders.ts';
import { timesOpen } from '../support/open-files.ts';
import { spoolSetting } from '../support/spool-setting.ts';

const HEADER: SpoolHeader = {
  'acptap-spool': SPOOL_FORMAT,
  id: 'recorded',
  command: ['agent'],
  cwd: '/work',
  startedAt: 1000,
  shim: { pid: 1, started: 'never' },
  acptap: '0',
  node: '0',
};

const records = array(
  record({
    tag: constantFrom<SpoolTag>('c', 'a', 's', 'e'),
    elapsedUs: nat(2 ** 48 - 1),
    bytes: uint8Array({ maxLength: 50 }),
  }),
  { maxLength: 20 },
);

function encode(tag: SpoolTag, elapsedUs: number, bytes: Uint8Array): Buffer {
  const whole = Buffer.alloc(RECORD_HEADER_BYTES + bytes.length);
  writeRecordHeader(whole, tag, elapsedUs, bytes.length);
  whole.set(bytes, RECORD_HEADER_BYTES);
  return whole;
}

describe('the spool format', () => {
  test('returns the written records', () => {
    assert(
      property(records, nat(1000), (all, offset) => {
        const file = Buffer.from(concat(all.map(({ tag, elapsedUs, bytes }) => encode(tag, elapsedUs, bytes))));
        const read = [...readRecords(file, offset)];
        expect(read.map(({ tag, elapsedUs, bytes }) => ({ tag, elapsedUs, bytes: new Uint8Array(bytes) }))).toEqual(
          all,
        );
        expect(read.at(-1)?.end ?? offset).toBe(offset + file.length);
      }),
    );
  });

  test('ignores a torn last record, wherever it was torn', () => {
    assert(
      property(records, nat(), (all, cut) => {
        const parts = all.map(({ tag, elapsedUs, bytes }) => encode(tag, elapsedUs, bytes));
        const file = Buffer.from(concat(parts));
        const length = file.length === 0 ? 0 : cut % file.length;
        const read = [...readRecords(file.subarray(0, length), 0)];
        const end = read.at(-1)?.end ?? 0;
        expect(end).toBeLessThanOrEqual(length);
        expect(end + (parts[read.length]?.length ?? 0)).toBeGreaterThanOrEqual(length); // no whole record was left out
        expect(read.map(({ bytes }) => new Uint8Array(bytes))).toEqual(
          all.slice(0, read.length).map(({ bytes }) => bytes),
        );
      }),
    );
  });

  test('names the offset at which a record is missing', () => {
    const file = Buffer.concat([encode('c', 1, Buffer.from('x')), Buffer.alloc(20, 0x20)]);
    expect(() => [...readRecords(file, 100)]).toThrow(`no record at offset ${100 + RECORD_HEADER_BYTES + 1}`);
  });
});

describe('a spool file', () => {
  const written = () => {
    const path = join(temporaryFolder(), 'spool', 'recorded.spool');
    let now = 0;
    const spool = openSpool(
      path,
      HEADER,
      spoolSetting(path, () => ++now),
    );
    return { path, spool };
  };

  test('can be read only by its owner', () => {
    const before = process.umask(0);
    try {
      const { path, spool } = written();
      spool.close();
      expect([statSync(path).mode & 0o777, statSync(join(path, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
    } finally {
      process.umask(before);
    }
  });

  test('can be read while it grows, with records of every size', () => {
    const { path, spool } = written();
    const reader = openSpoolReader(path);
    expect(reader?.header).toEqual(HEADER);
    expect(reader?.next()).toEqual([]);
    for (const size of [0, 1, 16 * 1024, 16 * 1024 + 1, 64 * 1024, 1_000_000]) {
      const chunk = Buffer.alloc(size, size % 251);
      spool.chunk('agent', chunk);
      expect(reader?.behind()).toBe(RECORD_HEADER_BYTES + size);
      expect(reader?.next()).toMatchObject([{ tag: 'a', bytes: chunk }]);
      expect(reader?.behind()).toBe(0);
    }
    spool.close();
    reader?.close();
  });

  test('with damage is read up to it, before the damage is reported', () => {
    const { path, spool } = written();
    spool.chunk('client', Buffer.from('whole'));
    spool.close();
    appendFileSync(path, Buffer.alloc(20, 0x20));
    const reader = openSpoolReader(path);
    expect(reader?.next()).toMatchObject([{ tag: 'c' }]);
    expect(() => reader?.next()).toThrow('no record at offset');
    reader?.close();
  });

  test.runIf(process.platform === 'linux')('without a whole header is not left open', () => {
    const path = join(temporaryFolder(), 'begun.spool');
    writeFileSync(path, '{"acptap-spool":', { mode: 0o600 });
    expect([openSpoolReader(path), timesOpen(path)]).toEqual([undefined, 0]);
  });

  test('that is torn is read up to the tear, and further after the rest is written', () => {
    const { path, spool } = written();
    spool.chunk('client', Buffer.from('whole'));
    spool.close();
    const last = encode('a', 7, Buffer.from('torn'));
    const file = openSync(path, 'a');
    writeSync(file, last.subarray(0, -1));
    const reader = openSpoolReader(path);
    expect(reader?.next()).toMatchObject([{ tag: 'c' }]);
    expect(reader?.next()).toEqual([]);
    writeSync(file, last.subarray(-1));
    expect(reader?.next()).toMatchObject([{ tag: 'a', elapsedUs: 7 }]);
    closeSync(file);
    reader?.close();
  });

  const startingWith = (content: string) => {
    const path = join(temporaryFolder(), 'recorded.spool');
    writeFileSync(path, content);
    return path;
  };

  test.each(['', '{"acptap-spool":1,"id":"x"'])(
    'that begins with %j belongs to a shim that has just started',
    (content) => {
      expect(openSpoolReader(startingWith(content))).toBe(undefined);
    },
  );

  const headed = (members: object) => `${JSON.stringify({ ...HEADER, ...members })}\n`;

  test.each([
    ['hello\n', 'not-a-recording', 'is not JSON'],
    ['null\n', 'not-a-recording', 'is not the header of one'],
    ['{"id":"x"}\n', 'not-a-recording', 'is not the header of one'],
    ['{"acptap-spool":99}\n', 'newer-format', 'a newer acptap wrote it'],
    ['{"acptap-spool":1}\n', 'not-a-recording', 'has no usable id'],
    [headed({ id: '' }), 'not-a-recording', 'has no usable id'],
    [headed({ name: 7 }), 'not-a-recording', 'has no usable name'],
    [headed({ command: 'agent' }), 'not-a-recording', 'has no usable command'],
    [headed({ cwd: null }), 'not-a-recording', 'has no usable cwd'],
    [headed({ startedAt: undefined }), 'not-a-recording', 'has no usable startedAt'],
    [headed({ startedAt: 1e16 }), 'not-a-recording', 'has no usable startedAt'],
    [headed({ startedAt: -1 }), 'not-a-recording', 'has no usable startedAt'],
    [headed({ shim: 'me' }), 'not-a-recording', 'has no usable shim'],
    [headed({ shim: { pid: 0 } }), 'not-a-recording', 'has no usable shim'],
    [headed({ shim: { pid: 2 ** 31 } }), 'not-a-recording', 'has no usable shim'],
    [headed({ shim: { pid: 1, where: 1 } }), 'not-a-recording', 'has no usable shim'],
    [headed({ agent: { pid: '2' } }), 'not-a-recording', 'has no usable agent'],
    [headed({ agent: { pid: 1 } }), 'not-a-recording', 'has no usable agent'],
    [headed({ agent: { pid: 2, started: 1 } }), 'not-a-recording', 'has no usable agent'],
    [headed({ lost: 'all' }), 'not-a-recording', 'has no usable lost'],
    [headed({ lost: { end: 1, client: 1, agent: 1 } }), 'not-a-recording', 'has no usable lost'],
    [headed({ lost: { end: 1, client: 1, agent: -1, stderr: 1 } }), 'not-a-recording', 'has no usable lost'],
    [headed({ acptap: 1 }), 'not-a-recording', 'has no usable acptap'],
    [headed({ node: 24 }), 'not-a-recording', 'has no usable node'],
  ])('that begins with %j is refused: %s, %s', (content, code, why) => {
    expect(() => openSpoolReader(startingWith(content))).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(why) as string }),
    );
  });

  test('with unknown members in its header is read', () => {
    const reader = openSpoolReader(startingWith(headed({ more: 1 })));
    expect(reader?.header).toMatchObject({ id: 'recorded', more: 1 });
    reader?.close();
  });

  test('that is deleted is copied in pieces during further writes, and ends at the same offset', () => {
    const path = join(temporaryFolder(), 'spool', 'recorded.spool');
    let now = 0;
    let deletions = 0;
    const setting = { ...spoolSetting(path, () => ++now), onDeleted: () => void (deletions += 1) };
    const spool = openSpool(path, HEADER, setting);
    for (let index = 0; index < 5; index++) spool.chunk('agent', Buffer.alloc(900_000, index));
    expect(spool.check()).toBe(false);
    rmSync(path);
    for (let index = 5; spool.check(); index++) spool.chunk('client', Buffer.alloc(100_000, index));
    spool.chunk('stderr', Buffer.from('last'));
    spool.close();
    const bytes = readFileSync(path);
    expect([bytes.length, deletions]).toEqual([spool.size(), 1]);
    const start = bytes.indexOf(0x0a) + 1;
    const read = [...readRecords(bytes.subarray(start), start)].map(({ tag, bytes: chunk }) => `${tag}${chunk[0]}`);
    expect(read.slice(0, 7)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'c5', 'c6']);
    expect(read.at(-1)).toBe(`s${'l'.charCodeAt(0)}`);
  });

  test('that is deleted delays events by one piece, and only the last event by the whole copy', () => {
    const path = join(temporaryFolder(), 'spool', 'recorded.spool');
    let now = 0;
    const spool = openSpool(path, HEADER, { ...spoolSetting(path, () => ++now), onDeleted: () => {} });
    for (let index = 0; index < 5; index++) spool.chunk('agent', Buffer.alloc(900_000, index));
    rmSync(path);
    const sizes = [() => spool.check(), () => spool.event({ event: 'eof', of: 'client' })].map((act) => {
      act();
      return statSync(path).size;
    });
    expect(sizes).toEqual([1_048_576, 2_097_152]); // one piece each
    spool.chunk('agent', Buffer.from('more'));
    spool.event({ event: 'exit', code: 0, signal: null });
    const bytes = readFileSync(path);
    expect(bytes.length).toBe(spool.size());
    const start = bytes.indexOf(0x0a) + 1;
    const tags = [...readRecords(bytes.subarray(start), start)].map(({ tag }) => tag);
    expect(tags.join('')).toBe('aaaaaeae');
    spool.close();
  });
});
