import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import type { TimelineRow } from '#core/contract/timeline.ts';
import type { EntryDetail } from '#core/model/row.ts';
import { epochMs, seqOf, type Seq } from '#core/units.ts';
import { RequestFailed } from '../../../../inspector-ui/backends/backend.ts';
import { createDetail } from '../../../../inspector-ui/state/detail/detail.ts';
import { toDetailBody, toDetailHead, toGroupHead } from '../../../../inspector-ui/views/detail/detail-rows.ts';
import { group, groupRow, row, settled } from '../../fakes.ts';

const entry = (more: Partial<EntryDetail> = {}): EntryDetail => ({
  row: row(3),
  text: '{"a":1}\n',
  base64: null,
  event: null,
  cut: false,
  findings: [],
  ...more,
});

function detailOf(answer: (seq: Seq) => EntryDetail) {
  const selected = signal<Seq | undefined>(undefined);
  const version = signal(0);
  const asked: number[] = [];
  let held: TimelineRow | undefined;
  const detail = createDetail({ recording: 'r', version, rowOf: () => held }, selected, {
    entry: async (_, seq) => {
      asked.push(seq);
      await settled();
      return answer(seq);
    },
  });
  const amend = (amended: TimelineRow) => {
    held = amended;
    version.value += 1;
  };
  return { selected, detail, asked, amend };
}

const arrived = async () => {
  await settled();
  await settled();
};

describe('the detail', () => {
  test('shows the last selected entry, in whatever order responses come', async () => {
    const { selected, detail } = detailOf((seq) => entry({ row: row(seq) }));
    selected.value = seqOf(1);
    selected.value = seqOf(2);
    expect(detail.detail.value).toEqual({ kind: 'loading', seq: 2 });
    await arrived();
    expect(detail.detail.value).toMatchObject({ kind: 'ready', seq: 2 });
  });

  test('arrives while its row is fetched again and again, and then once more with the latest', async () => {
    let pair = 0;
    const { selected, detail, asked, amend } = detailOf((seq) => entry({ row: row(seq, { pair }) }));
    selected.value = seqOf(3);
    await arrived();
    for (pair = 1; pair < 4; pair++) amend(row(3, { pair }));
    expect(asked).toEqual([3, 3]);
    pair = 2;
    await settled();
    pair = 3;
    await arrived();
    expect([asked.length, detail.detail.value]).toMatchObject([3, { entry: { row: { pair: 3 } } }]);
  });

  test('is fetched again only after its row gets a response', async () => {
    const { selected, asked, amend } = detailOf((seq) => entry({ row: row(seq) }));
    selected.value = seqOf(3);
    await arrived();
    amend(row(3));
    expect(asked).toEqual([3]);
    amend(row(3, { pair: 9 }));
    expect(asked).toEqual([3, 3]);
  });

  test('reports a missing entry', async () => {
    const { selected, detail } = detailOf(() => {
      throw new RequestFailed(404, '/x');
    });
    selected.value = seqOf(99);
    await arrived();
    const missing = { kind: 'failed', reason: 'This recording has no such entry.', isMissing: true };
    expect(detail.detail.value).toMatchObject(missing);
  });

  test('shows an entry that was missing as soon as it comes', async () => {
    let isThere = false;
    const { selected, detail, amend } = detailOf((seq) => {
      if (!isThere) throw new RequestFailed(404, '/x');
      return entry({ row: row(seq) });
    });
    selected.value = seqOf(99);
    await arrived();
    isThere = true;
    amend(row(99));
    await arrived();
    expect(detail.detail.value).toMatchObject({ kind: 'ready', seq: 99 });
  });

  test('can be fetched again after a failure', async () => {
    const { selected, detail } = detailOf(() => {
      throw new TypeError('fetch failed');
    });
    selected.value = seqOf(1);
    await arrived();
    expect(detail.detail.value).toMatchObject({ kind: 'failed', isMissing: false });
  });
});

describe('what the detail shows', () => {
  test('a body of JSON as a tree, with its line end still in the raw text', () => {
    expect(toDetailBody(entry())).toMatchObject({ json: '{"a":1}\n', raw: { kind: 'text', text: '{"a":1}\n' } });
  });

  test('where a body stops being JSON', () => {
    const body = toDetailBody(entry({ text: 'debug: on\n' }));
    expect([body.json, body.noJson]).toEqual([undefined, 'Not JSON.']);
    expect(body.noJsonAt).not.toBe('');
  });

  test('bytes that are not UTF-8 as bytes', () => {
    expect(toDetailBody(entry({ text: null, base64: '//4=' })).raw).toEqual({
      kind: 'hex',
      bytes: Uint8Array.of(255, 254),
    });
  });

  test('a process event as JSON', () => {
    expect(toDetailBody(entry({ text: null, event: { kind: 'exit', code: 1 } })).json).toBe('{"kind":"exit","code":1}');
  });

  test('how much of a frame above the limit is missing, and where the rest is', () => {
    const large = { ...row(3), kind: 'invalid' as const, bytes: 2 ** 30, cut: { bytes: 2 ** 30, sha256: '' } };
    const noteOf = (more: Partial<EntryDetail>) =>
      toDetailBody(entry({ row: large, text: '{"jsonrpc":', cut: true, ...more })).cut;
    expect(noteOf({})).toContain('acptap does not read frames above 64 MiB. “Bytes” downloads all of it.');
    expect(noteOf({ isBeginning: true })).toContain('The file that this came from has no more.');
    expect(toDetailHead(large, epochMs(0)).what).toBe('frame, too large to be read, agent → client');
  });

  test('a tool call as the call, not as its first frame', () => {
    const asks = { kind: 'request', method: 'session/request_permission', id: '7', pair: 9, duration: 5000 } as const;
    const call = group(0, 'tool-call', { t: 0, until: 90_000, title: 'Edit a', status: 'failed', entries: 4 });
    const tool = { id: 'call_1', title: 'Edit a' };
    const head = toGroupHead(groupRow(call, { ...asks, tool }), epochMs(0), 200_000, false);
    expect(head).toMatchObject({ title: 'Edit a', what: 'tool call · failed · 4 frames', pair: undefined });
    expect(head?.facts).toContainEqual({ name: 'took', value: '90 ms' });
    expect(head?.facts).toContainEqual({ name: 'id', value: 'call_1' });
    const open = group(0, 'tool-call', { t: 0, title: 'Edit a', status: 'in_progress' });
    expect(toGroupHead(groupRow(open), epochMs(0), 200_000, true)).toMatchObject({
      what: 'tool call · in progress · 1 frame',
      facts: expect.arrayContaining([{ name: 'took', value: '200 ms so far' }]) as unknown,
    });
  });

  test('a request and its response as the request', () => {
    const turn = groupRow(group(0, 'turn', { entries: 2 }), { kind: 'request', method: 'session/prompt' });
    expect(toGroupHead(turn, epochMs(0), 0, false)).toBeUndefined();
    expect(toGroupHead(row(3), epochMs(0), 0, false)).toBeUndefined();
  });

  test('the number of the session, where there are several', () => {
    const factOf = (sessions: readonly string[]) =>
      toDetailHead(row(3, { session: 's' }), epochMs(0), sessions).facts.find(({ name }) => name === 'session')?.value;
    expect([factOf(['s']), factOf(['r', 's'])]).toEqual(['s', '2: s']);
  });

  test('a link to the response of a request', () => {
    const answered = row(3, { kind: 'request', from: 'client', id: '1', pair: 8, duration: 1500 });
    expect(toDetailHead(answered, epochMs(0)).pair).toEqual({ seq: 8, label: 'response #8' });
  });
});
