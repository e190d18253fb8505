import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sumOfOwners } from '#core/grouping/split-time.ts';
import { createStatsAndInfo } from '#core/info/stats-and-info.ts';
import { createTraceEvents } from '#core/share/trace-events.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { elapsedUs } from '#core/units.ts';
import type { Entry, RecordingHeader, Sent, Why } from '#core/wire/entry.ts';
import { loadRecordingFile } from '../../../proxy/replay/playbook/read-recording.ts';
import { delivered } from '../../support/delivered.ts';
import { header } from '../../support/recording-file.ts';

interface Event {
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
  readonly cat?: string;
  readonly id?: string;
  readonly ts: number;
  readonly dur: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

function traceOf(of: RecordingHeader, entries: readonly Entry[]): readonly Event[] {
  const text = [...createTraceEvents(of)(entries)].join('');
  const { traceEvents } = JSON.parse(text) as { traceEvents: Event[] };
  return traceEvents;
}

const of = (events: readonly Event[], ph: string) => events.filter((event) => event.ph === ph);

const TURN = `
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  > 1 session/new {"cwd":"/work","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  @1000000 > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Correct it"}]}
  @1100000 < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"c","title":"Edit \\u001b[2J app.ts","kind":"edit","status":"pending"}}
  @1200000 < 7 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"c"},"options":[{"optionId":"a","name":"A","kind":"allow_once"}]}
  @1500000 > 7 ok {"outcome":{"outcome":"selected","optionId":"a"}}
  @1600000 < 8 fs/read_text_file {"sessionId":"s","path":"/work/app.ts"}
  @1650000 > 8 ok {"content":"x"}
  @1700000 < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"c","status":"completed"}}
  @1800000 < 2 ok {"stopReason":"end_turn"}
  ! bye`;

describe('a trace for Perfetto', () => {
  const events = traceOf(header(), parseTranscript(TURN));

  test('shows in a track of the session who has to act in a turn', () => {
    const owners = of(events, 'X').filter(({ cat }) => cat === 'owner');
    expect(owners.map(({ name, ts, dur }) => [name, ts, dur])).toEqual([
      ['agent', 1_000_000, 200_000],
      ['person', 1_200_000, 300_000],
      ['agent', 1_500_000, 100_000],
      ['client', 1_600_000, 50_000],
      ['agent', 1_650_000, 150_000],
    ]);
  });

  test('has a slice for each exchange with its owner, and for each tool call', () => {
    const slices = of(events, 'b').map(({ name, cat, ts }) => [name, cat, ts]);
    expect(slices.filter(([, cat]) => cat === 'person')).toEqual([['session/request_permission', 'person', 1_200_000]]);
    expect(slices.filter(([, cat]) => cat === 'client')).toEqual([['fs/read_text_file', 'client', 1_600_000]]);
    expect(slices.filter(([, cat]) => cat === 'tool')).toEqual([['Edit \\x1b[2J app.ts', 'tool', 1_100_000]]);
    expect(of(events, 'e').find(({ cat }) => cat === 'tool')).toMatchObject({
      ts: 1_700_000,
      args: { status: 'completed' },
    });
  });

  test('leads from the frame of a request to that of its response', () => {
    const flows = [...of(events, 's'), ...of(events, 'f')].filter(({ name }) => name === 'fs/read_text_file');
    expect(flows).toMatchObject([
      { ph: 's', ts: 1_600_000, tid: 3 },
      { ph: 'f', ts: 1_650_000, tid: 2, bp: 'e' },
    ]);
  });

  test('ends the slice of a cancelled tool call, which version 2 has', () => {
    const cancelled = traceOf(header(), parseTranscript(TURN.replace('"completed"', '"cancelled"')));
    expect(of(cancelled, 'e').find(({ cat }) => cat === 'tool')).toMatchObject({
      ts: 1_700_000,
      args: { status: 'cancelled' },
    });
  });

  test('ends what is open with the last entry', () => {
    const cut = parseTranscript(TURN).slice(0, 7);
    const open = traceOf(header(), cut);
    expect(of(open, 'e').filter(({ ts }) => ts === 1_200_000)).toHaveLength(3); // prompt, permission, tool call
    expect(of(open, 'e').find(({ name }) => name === 'session/prompt')?.args).toEqual({ answered: false });
  });
});

test('all waits of a turn are in the trace, however many, and turns that overlap have a track each', () => {
  const reads = Array.from({ length: 300 }, (_, index) => {
    const [asked, id] = [1_000_000 * (index + 1), index + 10];
    return `@${asked} < ${id} fs/read_text_file {"sessionId":"s","path":"/w/a"}\n@${asked + 100_000} > ${id} ok {"content":"x"}`;
  });
  const owners = of(
    traceOf(
      header(),
      parseTranscript(`@0 > 1 session/prompt {"sessionId":"s","prompt":[]}\n${reads.join('\n')}
        @301000000 > 2 session/prompt {"sessionId":"s","prompt":[]}
        @302000000 < 1 ok {"stopReason":"end_turn"}
        @303000000 < 2 ok {"stopReason":"end_turn"}`),
    ),
    'X',
  ).filter(({ cat }) => cat === 'owner');
  const time = (owner: string) => owners.reduce((sum, { name, dur }) => sum + (name === owner ? dur : 0), 0);
  expect(time('client')).toBe(300 * 100_000);
  const overlap = (one: Event, other: Event) => one.ts < other.ts + other.dur && other.ts < one.ts + one.dur;
  const isBeside = (one: Event) =>
    owners.some((other) => one !== other && one.tid === other.tid && overlap(one, other));
  expect(owners.filter(isBeside)).toEqual([]);
});

describe('a trace of a recording in which acptap took part', () => {
  const PROMPT = `
    @0 = taking-part {"faults":[]}
    @1000000 > 2 session/prompt {"sessionId":"s","prompt":[]}
    @1100000 < 8 fs/read_text_file {"sessionId":"s","path":"/work/app.ts"}`;
  const END = '@1800000 < 2 ok {"stopReason":"end_turn"}';
  const sentAt = (at: number, kind: Why['kind']): Sent => ({ elapsed: elapsedUs(at), why: [{ kind }] });
  const traced = (transcript: string, becomes: Readonly<Record<number, Sent>>) =>
    traceOf(
      header({ interventions: true }),
      delivered(parseTranscript(transcript), ({ seq, elapsed }) => becomes[seq] ?? { elapsed, why: [] }),
    );
  const ownersIn = (events: readonly Event[]) =>
    of(events, 'X').flatMap(({ cat, name, ts, dur }) => (cat === 'owner' ? [[name, ts, dur]] : []));

  test('shows the frames that it kept, and in the turn whose time that was', () => {
    const events = traced(`${PROMPT}\n@1500000 > 8 ok {"content":"x"}\n${END}`, {
      2: sentAt(1_400_000, 'hold'),
      3: sentAt(1_700_000, 'delay'),
    });
    expect(ownersIn(events)).toEqual([
      ['agent', 1_000_000, 100_000],
      ['acptap', 1_100_000, 300_000],
      ['client', 1_400_000, 100_000],
      ['acptap', 1_500_000, 200_000],
      ['agent', 1_700_000, 100_000],
    ]);
    const kept = events.filter(({ cat }) => cat === 'kept');
    expect(kept).toMatchObject([
      { ph: 'b', name: 'fs/read_text_file', ts: 1_100_000, args: { seq: 2, by: 'hold' } },
      { ph: 'e', ts: 1_400_000 },
      { ph: 'b', name: 'fs/read_text_file', ts: 1_500_000, args: { seq: 3, by: 'delay' } },
      { ph: 'e', ts: 1_700_000 },
    ]);
    expect(events).toContainEqual(expect.objectContaining({ ph: 'M', args: { name: 'frames kept by acptap' } }));
  });

  test('shows a frame that waited behind a held one, but no frame that just passed', () => {
    const behind = { elapsed: elapsedUs(1_850_000), why: [] };
    const kept = traced(`${PROMPT}\n@1500000 > 8 ok {"content":"x"}\n${END}`, { 4: behind });
    expect(kept.filter(({ cat, ph }) => cat === 'kept' && ph === 'b').map(({ args }) => args)).toEqual([{ seq: 4 }]);
  });

  test('ends the time of a dropped request with the answer of acptap, and its slice too', () => {
    const answer =
      '= injected {"toward":"agent","json":{"jsonrpc":"2.0","id":8,"error":{"code":-32000,"message":"no"}}}';
    const events = traced(`${PROMPT}\n@1300000 ${answer}\n${END}`, { 2: { why: [{ kind: 'answer' }] } });
    expect(ownersIn(events)).toEqual([
      ['agent', 1_000_000, 100_000],
      ['acptap', 1_100_000, 200_000],
      ['agent', 1_300_000, 500_000],
    ]);
    expect(of(events, 'e').find(({ cat }) => cat === 'client')).toMatchObject({ ts: 1_300_000 });
  });

  test('ends a turn with the answer of acptap to its prompt', () => {
    const answer = '= injected {"toward":"client","json":{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}}';
    const prompt = PROMPT.split('\n').slice(0, -1).join('\n');
    const events = traced(`${prompt}\n@1300000 ${answer}\n@90000000 ! bye`, { 1: { why: [{ kind: 'answer' }] } });
    expect(ownersIn(events)).toEqual([['acptap', 1_000_000, 300_000]]);
  });

  test('ends a frame that is delivered after the last entry with its delivery', () => {
    const owners = ownersIn(traced(PROMPT, { 2: sentAt(1_400_000, 'hold') }));
    expect(owners.at(-1)).toEqual(['acptap', 1_100_000, 300_000]);
  });
});

describe.each(globSync('recordings/{real,examples,interventions}/**/*.acp.jsonl').toSorted())('of %s', (path) => {
  test('follows the format, and its turns add up to the stats', async () => {
    const { header: about, entries } = await loadRecordingFile(path);
    const events = traceOf(about, entries);
    for (const { ph, pid, tid, name, ts } of events) {
      expect([ph, pid, tid, name]).toEqual([
        expect.any(String),
        expect.any(Number),
        expect.any(Number),
        expect.any(String),
      ]);
      expect(ph === 'M' || Number.isSafeInteger(ts)).toBe(true);
    }
    const key = ({ pid, cat, id, name }: Event) => `${pid} ${cat} ${id} ${name}`;
    const [begun, ended] = [of(events, 'b'), of(events, 'e')];
    expect(new Set(begun.map(key)).size).toBe(begun.length);
    expect(ended.map(key).toSorted()).toEqual(begun.map(key).toSorted());
    const slices = of(events, 'X');
    const isInSlice = ({ pid, tid, ts }: Event) =>
      slices.some((slice) => slice.pid === pid && slice.tid === tid && slice.ts <= ts && ts <= slice.ts + slice.dur);
    expect([...of(events, 's'), ...of(events, 'f')].filter((flow) => !isInSlice(flow))).toEqual([]);
    const asked = new Set(of(events, 's').map(({ id }) => id));
    expect(of(events, 'f').filter(({ id }) => !asked.has(id))).toEqual([]);

    const { apply, stats } = createStatsAndInfo();
    for (const entry of entries) apply(entry);
    const { turns } = stats();
    const time = (owner: string) =>
      slices.filter(({ cat, name }) => cat === 'owner' && name === owner).reduce((sum, { dur }) => sum + dur, 0);
    const share = (owner: 'agent' | 'client' | 'human' | 'acptap') =>
      turns.reduce((sum, turn) => sum + turn.share[owner], 0);
    const total = turns.reduce((sum, { duration, share: soFar }) => sum + (duration ?? sumOfOwners(soFar)), 0);
    expect(time('agent') + time('client') + time('person') + time('acptap')).toBe(total);
    if (path.endsWith('sdk-example-0.12.0/multi.acp.jsonl')) return; // reuses ids of tool calls: stats count its later waits in turn 1
    const shares = [share('agent'), share('client'), share('human'), share('acptap')];
    expect([time('agent'), time('client'), time('person'), time('acptap')]).toEqual(shares);
  });
});

test('names the tracks of the wire by what is in them', () => {
  const names = of(traceOf(header(), [...parseTranscript(TURN)]), 'M')
    .filter(({ name }) => name === 'thread_name')
    .map(({ args }) => args?.['name']);
  expect(names).toEqual(expect.arrayContaining(['frames of the client', 'frames of the agent', 'stderr', 'process']));
});
