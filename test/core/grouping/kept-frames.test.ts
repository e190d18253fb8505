import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createGrouping } from '#core/grouping/grouping.ts';
import { waitedFor } from '#core/grouping/split-time.ts';
import { readRecordingSync } from '#core/recording/read.ts';
import { createStats } from '#core/stats/stats.ts';
import { createTrace } from '#core/trace/trace.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import type { Entry, Sent } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { goldenRecordings } from '../../../scripts/golden-text.ts';
import { DEFAULTS } from '../../fuzz/bytes-targets.ts';
import { call, called } from './transcript-lines.ts';

/** A transcript in which `->500` behind the time of a line is its delivery; `->never` for none. Other frames pass at once. */
function transcriptOf(text: string): readonly Entry[] {
  const deliveries: (string | undefined)[] = [undefined];
  const plain = text
    .trim()
    .split('\n')
    .map((line) => {
      const [, at = '', delivery, rest = ''] = /^\s*(@\d+) +(?:->(\d+|never) +)?(.*)$/s.exec(line) ?? [];
      deliveries.push(delivery ?? at.slice(1));
      return `${at} ${rest}`;
    });
  return parseTranscript(['@0 = taking-part {"faults":[]}', ...plain].join('\n')).map((entry, index) => {
    const at = deliveries[index];
    if (entry.kind !== 'frame' || at === undefined) return entry;
    return { ...entry, sent: { why: [], ...(at === 'never' ? {} : { elapsed: elapsedUs(Number(at)) }) } };
  });
}

/** Folds entries as stored, or as they come: each delivery becomes known at its time. */
function fold(entries: readonly Entry[], isLive: boolean) {
  const trace = createTrace();
  const grouping = createGrouping();
  const stats = createStats(trace);
  let due: { readonly seq: number; readonly sent: Sent }[] = [];
  const deliver = (until: number): void => {
    const passed = due.filter(({ sent }) => (sent.elapsed ?? 0) <= until);
    due = due.filter((each) => !passed.includes(each));
    for (const { seq, sent } of passed.toSorted((one, other) => (one.sent.elapsed ?? 0) - (other.sent.elapsed ?? 0)))
      grouping.deliver({ kind: 'delivery', seq: seqOf(seq), sent });
  };
  for (const entry of entries) {
    deliver(entry.elapsed);
    if (!isLive || entry.kind !== 'frame' || !entry.sent) {
      stats.apply(grouping.apply(trace.apply(entry)));
      continue;
    }
    const { sent, ...received } = entry;
    due.push({ seq: entry.seq, sent });
    stats.apply(grouping.apply(trace.apply(received)));
  }
  deliver(Infinity);
  grouping.end();
  const groups = [...grouping.takeChanged()].toSorted((one, other) => one.no - other.no);
  return {
    groups: groups.map(({ kind, until, waited }) => ({
      kind,
      until,
      ...waitedFor(waited),
      waits: waited.waits(),
      waiting: until === undefined ? waited.waiting() : null,
    })),
    axis: grouping.axis.facts(),
    stats: stats.stats(),
  };
}

/** Times by owner: kind of group, person, client, acptap. The same for a stored and a live recording. */
function times(text: string) {
  const entries = transcriptOf(text);
  const stored = fold(entries, false);
  expect(fold(entries, true)).toEqual(stored);
  return stored.groups
    .filter(({ kind }) => kind !== 'event')
    .map(({ kind, human, client, acptap }) => [kind, human, client, acptap]);
}

const READ = 'fs/read_text_file {"sessionId":"s","path":"/a"}';
const PROMPT = 'session/prompt {"sessionId":"s","prompt":[]}';
const ENDED = 'ok {"stopReason":"end_turn"}';

describe('the time in which acptap keeps', () => {
  test('a request of the agent is acptap’s: the client’s wait begins at the delivery', () => {
    expect(
      times(`
        @0 > 2 ${PROMPT}
        @10 ->60 < 11 ${READ}
        @75 > 11 ok {"content":""}
        @100 < 2 ${ENDED}`),
    ).toEqual([
      ['turn', 0, 15, 50],
      ['file', 0, 15, 50],
    ]);
  });

  test('a response of the client is acptap’s, in the turn and the tool call: the client’s wait ends at the receipt', () => {
    expect(
      times(`
        @0 > 2 ${PROMPT}
        @5 ${call('1')}
        @10 < 11 ${READ}
        @25 ->65 > 11 ok {"content":""}
        @80 ${called('1', '"status":"completed"')}
        @100 < 2 ${ENDED}`),
    ).toEqual([
      ['turn', 0, 15, 40],
      ['tool-call', 0, 15, 40],
    ]);
  });

  test('a prompt is acptap’s, and another request of the client only in its own group: the agent works on', () => {
    expect(
      times(`
        @0 ->40 > 2 ${PROMPT}
        @50 ->70 > 3 session/set_mode {"sessionId":"s","modeId":"m"}
        @90 < 3 ok {}
        @100 < 2 ${ENDED}`),
    ).toEqual([
      ['turn', 0, 0, 40],
      ['exchange', 0, 0, 20],
    ]);
  });

  test('a request that it never delivers is acptap’s no longer than its turn, on the axis too', () => {
    const entries = transcriptOf(`
      @0 > 2 ${PROMPT}
      @10 ->never < 11 ${READ}
      @100 < 2 ${ENDED}
      @9000 > 3 ${PROMPT}
      @9100 < 3 ${ENDED}`);
    const { axis } = fold(entries, false);
    expect(fold(entries, true).axis).toEqual(axis);
    expect(axis.waits).toEqual([{ on: 'acptap', from: 10, to: 100 }]);
    expect(axis.waiting).toBe(null);
  });

  test('a request of the client beside its prompt is the agent’s time on the axis', () => {
    const { axis } = fold(
      transcriptOf(`
        @0 > 2 ${PROMPT}
        @50 ->700 > 3 session/set_mode {"sessionId":"s","modeId":"m"}
        @900 < 3 ok {}
        @1000 < 2 ${ENDED}`),
      false,
    );
    expect(axis.waits).toEqual([]);
  });

  test('a question to a person is acptap’s until its delivery', () => {
    expect(
      times(`
        @0 > 2 ${PROMPT}
        @10 ->30 < 11 elicitation/create {"sessionId":"s","message":"?"}
        @40 > 11 ok {"action":"cancel"}
        @100 < 2 ${ENDED}`)[0],
    ).toEqual(['turn', 10, 0, 20]);
  });

  test('a frame is somebody else’s while that side has another request', () => {
    expect(
      times(`
        @0 > 2 ${PROMPT}
        @10 ->90 < 11 ${READ}
        @20 < 12 elicitation/create {"sessionId":"s","message":"?"}
        @50 > 12 ok {"action":"cancel"}
        @95 > 11 ok {"content":""}
        @100 < 2 ${ENDED}`)[0],
    ).toEqual(['turn', 30, 5, 50]);
  });

  test('updates and the last response of a turn is not counted: nobody waits, or the turn is over', () => {
    expect(
      times(`
        @0 > 2 ${PROMPT}
        @10 ->60 ${call('1')}
        @80 ->180 < 2 ${ENDED}
        @200 > 3 session/set_mode {"sessionId":"s","modeId":"m"}`),
    ).toEqual([
      ['turn', 0, 0, 0],
      ['tool-call', 0, 0, 0],
      ['exchange', 0, 0, 0],
    ]);
  });

  test('a request that never arrives is acptap’s until the end of the turn', () => {
    expect(
      times(`
        @0 > 2 ${PROMPT}
        @10 ->never < 11 ${READ}
        @100 < 2 ${ENDED}`)[0],
    ).toEqual(['turn', 0, 0, 90]);
  });

  test('a response that never arrives is acptap’s until the end of the turn, and does not go on after it', () => {
    const text = `
      @0 > 2 ${PROMPT}
      @10 < 11 ${READ}
      @30 ->never > 11 ok {"content":""}
      @100 < 2 ${ENDED}`;
    expect(times(text)[0]).toEqual(['turn', 0, 20, 70]);
    expect(fold(transcriptOf(text), false).axis).toMatchObject({
      waiting: null,
      waits: [
        { on: 'client', from: 10, to: 30 },
        { on: 'acptap', from: 30, to: 100 },
      ],
    });
  });

  test('a request ends when acptap answers it', () => {
    const entries = transcriptOf(`
      @0 > 2 ${PROMPT}
      @10 ->never < 11 ${READ}
      @60 = injected {"toward":"agent","json":{"jsonrpc":"2.0","id":11,"error":{"code":-32000,"message":"no"}}}
      @100 < 2 ${ENDED}`);
    const { groups } = fold(entries, false);
    expect(groups.filter(({ kind }) => kind !== 'event')).toMatchObject([
      { kind: 'turn', client: 0, acptap: 50 },
      { kind: 'file', client: 0, acptap: 50, until: 60 },
    ]);
    expect(fold(entries, true).groups).toEqual(groups);
  });
});

test('a response to the client that never arrives is acptap’s until the client asks again', () => {
  const entries = transcriptOf(`
    @0 > 2 session/set_mode {"sessionId":"s","modeId":"m"}
    @10 ->never < 2 ok {}
    @60 > 3 session/set_mode {"sessionId":"s","modeId":"m"}
    @70 < 3 ok {}
    @80 > 4 session/set_mode {"sessionId":"s","modeId":"m"}`);
  const { axis } = fold(entries, false);
  expect(axis).toMatchObject({ waits: [{ on: 'acptap', from: 10, to: 60 }], waiting: null });
  expect(fold(entries, true).axis).toEqual(axis);
});

test('a live group waits for acptap while a frame is on its way, and then for the client', () => {
  const trace = createTrace();
  const grouping = createGrouping();
  const seen: unknown[] = [];
  const look = () => seen.push([...grouping.takeChanged()].find(({ kind }) => kind === 'file')?.waited.waiting());
  for (const entry of parseTranscript(`@0 = taking-part {"faults":[]}\n@10 < 11 ${READ}`))
    grouping.apply(trace.apply(entry));
  look();
  grouping.deliver({ kind: 'delivery', seq: seqOf(1), sent: { why: [], elapsed: elapsedUs(70) } });
  look();
  expect(seen).toEqual([
    { on: 'acptap', since: 10 },
    { on: 'client', since: 70 },
  ]);
});

test('a raw recording waits for nothing of acptap’s', () => {
  const entries = parseTranscript(`@0 > 2 ${PROMPT}\n@10 < 11 ${READ}\n@40 > 11 ok {"content":""}\n@50 < 2 ${ENDED}`);
  expect(fold(entries, false).groups).toMatchObject([
    { kind: 'turn', client: 30, acptap: 0 },
    { kind: 'file', client: 30, acptap: 0 },
  ]);
});

test('a silence is that of acptap, and names the frame that it kept, also a response to the client', () => {
  const entries = transcriptOf(`
    @0 > 2 ${PROMPT}
    @1000 ->4001000 < 11 ${READ}
    @4501000 > 11 ok {"content":""}
    @4600000 ->9000000 < 2 ${ENDED}
    @9500000 > 3 session/set_mode {"sessionId":"s","modeId":"m"}`);
  const { stats } = fold(entries, false);
  expect(stats.gaps).toMatchObject([
    { duration: 4_900_000, acptap: 4_400_000, waitingFor: { seq: 4, method: 'session/prompt', side: 'acptap' } },
    { duration: 4_500_000, acptap: 4_000_000, waitingFor: { seq: 2, method: 'fs/read_text_file', side: 'acptap' } },
  ]);
  expect(fold(entries, true).stats).toEqual(stats);
});

const intervened = goldenRecordings().filter((path) => path.includes('/interventions/'));

test.each(intervened)('%s has the same times whether deliveries are known at once or later', (path) => {
  const entries = [...readRecordingSync([new Uint8Array(readFileSync(path))], DEFAULTS, () => {}).entries];
  const stored = fold(
    entries.map(({ entry }) => entry),
    false,
  );
  const live = fold(
    entries.map(({ entry }) => entry),
    true,
  );
  expect(live).toEqual(stored);
  expect(stored.groups.some(({ acptap }) => acptap > 0)).toBe(true);
});
