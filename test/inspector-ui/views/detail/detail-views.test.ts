import { describe, expect, test } from 'vitest';
import type { EntryDetail } from '#core/model/row.ts';
import { toDifferenceRows } from '../../../../inspector-ui/views/detail/difference-rows.ts';
import { toSchemaRow } from '../../../../inspector-ui/views/detail/schema-rows.ts';
import { toTimingRows } from '../../../../inspector-ui/views/detail/timing-rows.ts';
import { group, row } from '../../fakes.ts';

const entry = (text: string): EntryDetail => ({
  row: row(1),
  text,
  base64: null,
  event: null,
  cut: false,
  findings: [],
});

describe('the difference of two entries', () => {
  test('shows each different value at its place', () => {
    expect(toDifferenceRows(entry('{"a":1,"b":[1],"c":0}'), entry('{"a":2,"b":[1],"d":"\u202E"}'))).toEqual([
      { pointer: '/a', before: '1', after: '2' },
      { pointer: '/c', before: '0', after: undefined },
      { pointer: '/d', before: undefined, after: '"‹U+202E›"' },
    ]);
  });

  test('shows lines that are not JSON as text', () => {
    expect(toDifferenceRows(entry('one\n'), entry('two\n'))).toEqual([
      { pointer: '', before: '"one\\n"', after: '"two\\n"' },
    ]);
  });
});

describe('the timing of an entry', () => {
  const values = (rows: ReturnType<typeof toTimingRows>) => rows.map(({ name, value }) => `${name} ${value}`);

  test('shows request and response times for both entries', () => {
    const request = row(1, { kind: 'request', t: 1_000_000, duration: 500_000 });
    const response = row(2, { kind: 'response', t: 1_500_000, duration: 500_000 });
    expect([request, response].map((half) => values(toTimingRows(half, undefined, undefined, 9e6, true)))).toEqual([
      ['asked 1.000 s', 'answered 1.500 s', 'took 500 ms'],
      ['asked 1.000 s', 'answered 1.500 s', 'took 500 ms'],
    ]);
  });

  test('shows how long an open request has been waiting', () => {
    const rows = toTimingRows(
      row(1, { kind: 'request', t: 1_000_000 }),
      undefined,
      row(0, { t: 400_000 }),
      4_000_000,
      true,
    );
    expect(values(rows)).toEqual([
      'after the previous entry 600 ms',
      'asked 1.000 s',
      'answered not so far',
      'waiting for 3.00 s',
    ]);
  });

  test('says that a request of an ended recording was never answered, and its turn not ended', () => {
    const prompt = row(1, { kind: 'request', t: 1_000_000 });
    const rows = values(toTimingRows(prompt, group(0, 'turn', { t: 1_000_000, until: null }), undefined, 4e6, false));
    expect(rows).toContain('answered never');
    expect(rows).toContain('first to last frame 3.00 s, to the end of the recording');
  });

  test('splits the time of a turn between agent, client and person', () => {
    const turn = group(0, 'turn', { t: 0, until: 1_000_000, human: 500_000, client: 100_000 });
    const shares = toTimingRows(row(0), turn, undefined, 9e6, true).filter(({ share }) => share !== undefined);
    expect(shares.map(({ owner, share }) => [owner, share])).toEqual([
      ['agent', 40],
      ['client', 10],
      ['human', 50],
    ]);
  });
});

describe('the definition of a message', () => {
  const request = row(1, { kind: 'request', from: 'client', method: 'session/new' });

  test('lists the members of the schema, with the required and the present ones', () => {
    const schema = toSchemaRow(request, { params: { cwd: '/', other: 1 } }, 1);
    const byName = new Map(schema?.members.map((member) => [member.name, member]));
    expect(schema?.name).toBe('NewSessionRequest');
    expect(byName.get('cwd')).toMatchObject({ isRequired: true, isThere: true, type: 'string' });
    expect(byName.get('mcpServers')).toMatchObject({ isThere: false });
    expect(schema?.unknown).toEqual(['other']);
  });

  test('is the result type for a response', () => {
    const response = row(2, { kind: 'response', from: 'agent', method: 'session/new' });
    expect(toSchemaRow(response, { result: { sessionId: 's' } }, 1)).toMatchObject({
      name: 'NewSessionResponse',
      what: 'result',
    });
  });

  test('is the right variant of a union', () => {
    const update = row(3, { kind: 'notification', from: 'agent', method: 'session/update' });
    const params = { sessionId: 's', update: { sessionUpdate: 'plan', entries: [] } };
    expect(toSchemaRow(update, { params }, 1)?.name).toBe('SessionNotification');
  });

  test('is empty for entries without a schema', () => {
    expect(toSchemaRow(row(1, { ...request, method: '_my/own' }), { params: {} }, 1)).toBeUndefined();
    expect(toSchemaRow(row(1, { from: 'stderr', kind: 'stderr', method: null }), 'text', 1)).toBeUndefined();
  });
});
