import { array, assert, boolean, nat, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAxis } from '#core/grouping/axis.ts';
import { createWaitList } from '#core/grouping/wait-list.ts';
import { MAX_SESSIONS, MAX_SILENCES } from '#core/model/axis.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { delivered } from '../../support/delivered.ts';
import { groupTranscript } from './group-transcript.ts';
import { says } from './transcript-lines.ts';

const axisOf = (transcript: string) => groupTranscript(parseTranscript(transcript)).axis;

describe('the facts of the time axis', () => {
  test('are turns, waits and silences in their order', () => {
    expect(
      axisOf(`
        @0 > 1 session/new {"cwd":"/work"}
        @1500000 < 1 ok {"sessionId":"s"}
        @5000000 > 2 session/prompt {"sessionId":"s","prompt":[]}
        @5200000 < 9 elicitation/create {"sessionId":"s","message":"?"}
        @7600000 > 9 ok {"action":"cancel"}
        @7700000 < 2 ok {"stopReason":"end_turn"}
        @9000000 > 3 session/prompt {"sessionId":"s","prompt":[]}
        @9050000 < 10 fs/read_text_file {"sessionId":"s","path":"/a"}`),
    ).toEqual({
      turns: [
        { first: 1, last: 1, t: 5_000_000, until: 7_700_000 },
        { first: 2, last: 2, t: 9_000_000, until: null },
      ],
      waits: [{ on: 'human', from: 5_200_000, to: 7_600_000 }],
      waiting: { on: 'client', since: 9_050_000 },
      // The longest wait, and all silences longer than a second.
      gaps: [
        { from: 1_500_000, to: 5_000_000, isOpen: false },
        { from: 5_200_000, to: 7_600_000, isOpen: true },
        { from: 7_700_000, to: 9_000_000, isOpen: false },
      ],
      sessions: ['s'],
    });
  });

  test('have the time in which acptap kept a response apart from the silence after it', () => {
    const entries = delivered(
      parseTranscript(`
        @0 > 1 session/new {"cwd":"/work"}
        @100000 < 1 ok {"sessionId":"s"}
        @200000 > 2 session/prompt {"sessionId":"s","prompt":[]}
        @300000 < 2 ok {"stopReason":"end_turn"}
        @20000000 > 3 session/prompt {"sessionId":"s","prompt":[]}`),
      ({ elapsed }) => (elapsed === 300_000 ? { elapsed: elapsedUs(5_000_000), why: [] } : undefined),
    );
    const { waits, gaps } = groupTranscript(entries).axis;
    expect(waits).toContainEqual({ on: 'acptap', from: 300_000, to: 5_000_000 });
    expect(gaps).toEqual([
      { from: 300_000, to: 5_000_000, isOpen: true },
      { from: 5_000_000, to: 20_000_000, isOpen: false },
    ]);
  });

  test('have the sessions in the order of their requests, also if the responses come in another', () => {
    const { sessions } = axisOf(`
      > 1 session/new {"cwd":"/a"}
      > 2 session/new {"cwd":"/b"}
      < 2 ok {"sessionId":"b"}
      < 1 ok {"sessionId":"a"}
      > 3 session/prompt {"sessionId":"old","prompt":[]}
      > 4 session/prompt {"sessionId":"a","prompt":[]}`);
    expect(sessions).toEqual(['a', 'b', 'old']);
    const many = Array.from({ length: 1000 }, (_, n) => `> ${n} session/prompt {"sessionId":"s${n}","prompt":[]}`);
    const long = `> 1 session/prompt {"sessionId":"${'x'.repeat(100_000)}","prompt":[]}`;
    const bounded = axisOf([long, ...many].join('\n')).sessions;
    expect([bounded.length, bounded[0]]).toEqual([MAX_SESSIONS, 's0']);
  });

  test('stay bounded in a long recording, with every turn in a band and the longest silences', () => {
    const turns = Array.from({ length: 1000 }, (_, n) => {
      const at = n * 3_000_000;
      return `
        @${at} > ${n} session/prompt {"sessionId":"s","prompt":[]}
        @${at + 10} < ${n + 5000} fs/read_text_file {"sessionId":"s","path":"/a"}
        @${at + 20} > ${n + 5000} ok {"content":""}
        @${at + 30 + (n % 7)} < ${n} ok {"stopReason":"end_turn"}`;
    });
    const { turns: bands, waits, gaps } = axisOf(`${turns.join('')}\n@9999999999 ${says('late')}`);
    expect(bands.length).toBeLessThanOrEqual(200);
    expect(bands.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, n) => first + n))).toEqual(
      turns.map((_, n) => n + 1),
    );
    expect(bands.at(-1)).toMatchObject({ last: 1000, until: 2_997_000_035 });
    expect(waits.length).toBeLessThanOrEqual(400);
    expect([waits[0]?.from, waits.at(-1)?.to]).toEqual([10, 2_997_000_020]);
    expect(gaps).toHaveLength(MAX_SILENCES);
    expect(gaps.at(-1)).toEqual({ from: 2_997_000_035, to: 9_999_999_999, isOpen: false });
  });

  test('do not wait for a request whose id was used again, or that acptap or a cut response answered', () => {
    const waits = (transcript: string, isCut = false) => {
      const entries = parseTranscript(transcript);
      const cut = { bytes: 9_000_000, sha256: '' };
      const { axis, groups } = groupTranscript(
        entries.map((entry, n) =>
          isCut && n === entries.length - 1 && entry.kind === 'frame' ? { ...entry, cut } : entry,
        ),
      );
      expect(groups.flatMap(({ waited }) => waited.waiting() ?? [])).toEqual(axis.waiting ? [axis.waiting] : []);
      return axis;
    };
    const asks = '< 9 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"c"},"options":[]}';
    const reads = '< 9 fs/read_text_file {"sessionId":"s","path":"/a"}';
    expect(waits(`@5 ${asks}\n@20 ${asks}\n@30 > 9 ok {"outcome":{"outcome":"cancelled"}}`)).toMatchObject({
      waits: [{ on: 'human', from: 5, to: 30 }],
      waiting: null,
    });
    expect(waits(`@5 ${asks}\n@20 ${reads}`).waiting).toEqual({ on: 'client', since: 20 });
    const injected = { toward: 'agent', json: { jsonrpc: '2.0', id: 9, result: { content: '' } }, why: [] };
    expect(waits(`@5 ${reads}\n@30 = injected ${JSON.stringify(injected)}`)).toMatchObject({
      waits: [{ on: 'client', from: 5, to: 30 }],
      waiting: null,
    });
    expect(waits(`@5 ${reads}\n@30 > 9 ok {"content":"much"}`, true).waiting).toBeNull();
    const enveloped = '> 9 proxy/successor {"method":"session/request_permission","params":{"sessionId":"s"}}';
    expect(waits(`@5 ${enveloped}\n@30 > 9 session/list {}`)).toMatchObject({
      waits: [{ on: 'human', from: 5, to: 30 }],
      waiting: null,
    });
  });

  test('and the group of a turn end with the answer of acptap to its prompt: then nothing is awaited', () => {
    const answer = { toward: 'client', json: { jsonrpc: '2.0', id: 2, result: { stopReason: 'end_turn' } }, why: [] };
    const { axis, groups } = groupTranscript(
      parseTranscript(`
        @1000000 > 2 session/prompt {"sessionId":"s","prompt":[]}
        @2000000 = injected ${JSON.stringify(answer)}
        @90000000 < session/update {"sessionId":"s","update":{"sessionUpdate":"plan","entries":[]}}`),
    );
    expect(axis.turns).toMatchObject([{ first: 1, t: 1_000_000, until: 2_000_000 }]);
    expect(axis.gaps.at(-1)).toEqual({ from: 2_000_000, to: 90_000_000, isOpen: false });
    expect(groups).toMatchObject([
      { kind: 'turn', until: 2_000_000, status: 'end_turn' },
      { kind: 'event' },
      { kind: 'plan', turn: undefined },
    ]);
  });

  test('are taken when they have changed, the traffic after many entries', () => {
    const axis = createAxis();
    const chunk = { kind: 'stderr', from: 'stderr', bytes: new Uint8Array() } as const;
    const pass = (seq: number) => axis.pass({ ...chunk, seq: seqOf(seq), elapsed: elapsedUs(5) });
    for (let seq = 0; seq < 19_999; seq++) pass(seq);
    expect(axis.takeChanged()).toEqual({});
    pass(19_999);
    const { traffic, facts } = axis.takeChanged();
    expect([traffic, facts]).toEqual([{ total: 20_000, width: 1000, buckets: [[0, 0, 0, 0, 20_000]] }, undefined]);
    expect(axis.takeChanged()).toEqual({});
  });
});

test('a long list of waits becomes coarser, keeps its order and its ends, and no two of its waits overlap', () => {
  assert(
    property(array(record({ pause: nat(50), length: nat(50), isHuman: boolean() }), { maxLength: 200 }), (waits) => {
      const list = createWaitList(10);
      let now = 0;
      for (const { pause, length, isHuman } of waits) {
        list.add({ on: isHuman ? 'human' : 'client', from: now + pause, to: now + pause + length });
        now += pause + length;
      }
      const kept = list.waits();
      expect(kept.length).toBeLessThanOrEqual(10);
      expect(kept.every((wait, n) => wait.from < wait.to && wait.from >= (kept[n - 1]?.to ?? 0))).toBe(true);
      const last = waits.findLastIndex(({ length }) => length > 0);
      const end = waits.slice(0, last + 1).reduce((sum, { pause, length }) => sum + pause + length, 0);
      expect(kept.at(-1)?.to ?? 0).toBe(end);
    }),
  );
});
