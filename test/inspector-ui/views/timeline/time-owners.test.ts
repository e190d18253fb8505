import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { TimelineRow } from '#core/contract/timeline.ts';
import type { Group } from '#core/model/group.ts';
import type { TimeByOwner, Stats } from '#core/model/stats.ts';
import { recordingSummary } from '#core/memory/answers.ts';
import { createMemory } from '#core/memory/memory.ts';
import { timelineSource } from '#core/memory/memory-timeline.ts';
import { createTimeline } from '#core/rows/timeline.ts';
import { epochMs } from '#core/units.ts';
import { readRecordingSync } from '#core/recording/read.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { toTimingRows } from '../../../../inspector-ui/views/detail/timing-rows.ts';
import { ownersIn, toStatsRows } from '../../../../inspector-ui/views/stats/stats-rows.ts';
import { toTimeScale } from '../../../../inspector-ui/state/axis/time-scale.ts';
import { toBar, type Bar } from '../../../../inspector-ui/views/timeline/waterfall-rows.ts';
import { renderStats } from '../../../../proxy/cli/render/stats.ts';
import { DEFAULTS } from '../../../fuzz/bytes-targets.ts';
import { call, called, chunk, OPEN, says, update } from '../../../core/grouping/transcript-lines.ts';

const asks = (id: number, toolCallId?: string) =>
  `< ${id} session/request_permission {"sessionId":"s",${toolCallId ? `"toolCall":{"toolCallId":"${toolCallId}"},` : ''}"options":[]}`;

/** A group of every kind: times in milliseconds. */
const TRANSCRIPT = `
  @0 > 0 initialize {"protocolVersion":1}
  @4 < 0 ok {"protocolVersion":1}
  @10 ${OPEN.trim().replace('\n', '\n@20 ')}
  @30 > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Hi"}]}
  @40 ${chunk('user_message_chunk', 'Hi')}
  @50 ${chunk('agent_thought_chunk', 'Hm')}
  @55 ${chunk('agent_thought_chunk', ' hm')}
  @60 ${says('One')}
  @70 ${says(' two')}
  @80 ${update('"sessionUpdate":"plan","entries":[]')}
  @90 ${asks(10, 'asked-first')}
  @190 > 10 ok {"outcome":{"outcome":"selected","optionId":"yes"}}
  @200 ${called('asked-first', '"kind":"edit","status":"in_progress"')}
  @210 < 11 fs/write_text_file {"sessionId":"s","path":"/a","content":""}
  @213 > 11 ok {}
  @220 ${called('asked-first', '"status":"completed"')}
  @230 ${call('plain', ',"kind":"read","status":"in_progress"')}
  @240 ${called('plain', '"status":"failed"')}
  @242 ${call('reopened', ',"kind":"think","status":"completed"')}
  @244 ${called('reopened', '"status":"in_progress"')}
  @249 ${called('reopened', '"status":"completed"')}
  @250 ${asks(12)}
  @280 > 12 ok {"outcome":{"outcome":"cancelled"}}
  @300 < 13 fs/read_text_file {"sessionId":"s","path":"/a"}
  @307 > 13 ok {"content":""}
  @310 < 14 terminal/create {"sessionId":"s","command":"ls"}
  @312 > 14 ok {"terminalId":"t"}
  @320 < 15 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}
  @340 > 15 ok {"exitCode":0}
  @350 < 16 terminal/release {"sessionId":"s","terminalId":"t"}
  @351 > 16 ok {}
  @360 < 17 _vendor/ask {"sessionId":"s"}
  @365 > 17 ok {}
  @370 < 18 elicitation/create {"sessionId":"s","mode":"form","message":"?"}
  @395 > 18 ok {"action":"cancel"}
  @400 ${update('"sessionUpdate":"available_commands_update","availableCommands":[]')}
  @410 > session/cancel {"sessionId":"s"}
  @420 ${call('never-ended', ',"kind":"execute","status":"in_progress"')}
  @425 ! warning
  @430 < | not json
  @435 < | not json either
  @440 < 99 ok {}
  @450 < 2 ok {"stopReason":"end_turn"}
  @460 > 3 session/prompt {"sessionId":"s","prompt":[]}
  @470 ${asks(19, 'held-up')}
  @990 ! waiting
  @1000 = interrupted {}`.replaceAll(/@(\d+)/g, (_, ms: string) => `@${ms}000`);

const END = 1_000_000;

const WINDOW = { from: 0, to: 7_000_000 };

const read = (transcript: string, view: 'folded' | 'raw') => readEntries(parseTranscript(transcript), view);

async function readEntries(entries: readonly Entry[], view: 'folded' | 'raw') {
  const memory = createMemory({
    id: 'x',
    startedAt: epochMs(0),
    command: ['agent'],
    cwd: '/w',
    redacted: false,
  });
  memory.apply(entries);
  const recording = memory.finish();
  const ports = { rest: async () => {}, now: () => 0, loadRegexes: () => Promise.reject(new Error('none')) };
  const query = { view, q: '', opened: [], collapsed: [], at: { from: 0 }, count: 500 } as const;
  const window = await createTimeline(ports).rows({ key: '', source: timelineSource(recording) }, query, () => true);
  return { rows: window?.rows ?? [], stats: recording.stats(), summary: recordingSummary(recording) };
}

const folded = (transcript: string) => read(transcript, 'folded');

type Named = TimelineRow & { readonly group: Group };

const { rows, stats, summary } = await folded(TRANSCRIPT);
const groups = rows.filter((row): row is Named => row.group !== null);
const nameOf = ({ group: { kind, title, no } }: Named) => `${kind} ${no} ${title}`;

const WATERFALL = { scale: toTimeScale([], END), window: { from: 0, to: END }, now: END, heard: {}, kept: new Map() };

/** The parts of an owner, in percent of the bar. */
const partOf = ({ parts }: Bar, owner: string): number =>
  parts.reduce((sum, { of, width }) => sum + (of === owner ? width : 0), 0);

/** Milliseconds by owner, from the parts of the group's bar. */
function inWaterfall(row: Named): TimeByOwner | undefined {
  const bar = toBar(row, WATERFALL);
  const whole = ((row.group.until ?? END) - row.t) / 1000;
  const [client, human, acptap] = ['client', 'human', 'acptap'].map((owner) =>
    Math.round((partOf(bar, owner) * whole) / 100),
  ) as [number, number, number];
  return bar.owner === 'agent' ? { agent: whole - client - human - acptap, client, human, acptap } : undefined;
}

function inTiming(row: Named): TimeByOwner {
  const shares = toTimingRows(row, row.group, undefined, END, false).filter(({ share }) => share !== undefined);
  const whole = ((row.group.until ?? END) - row.t) / 1000;
  const part = (of: string) => Math.round(((shares.find(({ owner }) => owner === of)?.share ?? 0) * whole) / 100);
  return { agent: part('agent'), client: part('client'), human: part('human'), acptap: part('acptap') };
}

const inMs = ({ agent, client, human, acptap }: TimeByOwner): TimeByOwner => ({
  agent: agent / 1000,
  client: client / 1000,
  human: human / 1000,
  acptap: acptap / 1000,
});

/** The time in `stats`: turns by prompt, tool calls by kind. Undefined for groups that it does not count. */
function inStats(row: Named, { turns, tools }: Stats): TimeByOwner | undefined {
  if (row.group.kind === 'turn') {
    const turn = turns.find(({ seq }) => seq === row.group.first);
    return turn?.duration === null ? undefined : turn && inMs(turn.share);
  }
  const tool = tools.find(({ ended }) => ended?.slowest === row.group.first && ended.count === 1);
  return row.group.kind === 'tool-call' && tool ? inMs(tool.share) : undefined;
}

describe('the owner of time', () => {
  test('is tested with groups of every kind', () => {
    const kinds = 'session turn message thought user-message plan tool-call permission file terminal exchange update';
    const others = 'notification stderr noise event orphan';
    const tried = new Set(groups.map(({ group }) => group.kind));
    expect(`${kinds} ${others}`.split(' ').filter((kind) => !tried.has(kind as Group['kind']))).toEqual([]);
  });

  test.each(groups.map((row) => [nameOf(row), row] as const))('is the same in waterfall and Timing: %s', (_, row) => {
    const bar = inWaterfall(row);
    const isNobodys = ['notification', 'stderr', 'event'].includes(row.group.kind);
    expect(bar === undefined).toBe(isNobodys);
    expect(bar ?? inTiming(row)).toEqual(inTiming(row));
  });

  test('is the same in `stats` for each ended turn and tool call', () => {
    const counted = groups.flatMap((row) => {
      const share = inStats(row, stats);
      return share ? [[row, share] as const] : [];
    });
    expect(counted.map(([{ group }]) => group.kind)).toEqual(['turn', ...Array(4).fill('tool-call')]);
    for (const [row, share] of counted) expect([nameOf(row), inWaterfall(row)]).toEqual([nameOf(row), share]);
  });

  test.each([
    ['tool-call', 0, { agent: 27, client: 3, human: 100 }], // begins with a permission request
    ['tool-call', 2, { agent: 7, client: 0, human: 0 }], // continued after its end
    ['tool-call', 3, { agent: 30, client: 0, human: 0 }], // ended with its turn
    ['tool-call', 4, { agent: 0, client: 0, human: 530 }], // still waits for a person
    ['turn', 0, { agent: 227, client: 38, human: 155 }],
    ['turn', 1, { agent: 10, client: 0, human: 530 }],
    ['permission', 0, { agent: 0, client: 0, human: 30 }],
    ['file', 0, { agent: 0, client: 7, human: 0 }],
    ['terminal', 0, { agent: 18, client: 23, human: 0 }],
    ['exchange', 0, { agent: 4, client: 0, human: 0 }], // the client asked
    ['exchange', 1, { agent: 0, client: 5, human: 0 }], // the agent asked
    ['exchange', 2, { agent: 0, client: 0, human: 25 }], // the agent asked a person
    ['session', 0, { agent: 10, client: 0, human: 0 }],
    ['message', 0, { agent: 10, client: 0, human: 0 }],
  ] as const)('of %s %d is counted by who had to act', (kind, index, share) => {
    const row = groups.filter(({ group }) => group.kind === kind)[index];
    expect(row && inWaterfall(row)).toEqual({ ...share, acptap: 0 });
  });

  test('is the same on the raw row of a prompt and on its turn', async () => {
    const { rows: raw } = await read(TRANSCRIPT, 'raw');
    const turns = groups.filter(({ group }) => group.kind === 'turn');
    expect(turns).toHaveLength(2);
    for (const turn of turns) {
      const prompt = raw.find(({ seq }) => seq === turn.group.first);
      const bar = toBar(turn, WATERFALL);
      expect(prompt && toBar(prompt, WATERFALL)).toEqual(bar);
      expect(bar.parts.length).toBeGreaterThan(0);
    }
  });

  test('has the same figures in Timing, Stats and `stats`', () => {
    const turn = groups.find(({ group }) => group.kind === 'turn');
    const values = turn && toTimingRows(turn, turn.group, undefined, END, false).map(({ value }) => value);
    const [all, ...parts] = ['420 ms', '227 ms', '38 ms', '155 ms'];
    expect(values?.slice(-4)).toEqual([all, ...parts]);
    const numbers = toStatsRows(stats).sections.find(({ id }) => id === 'turns')?.rows[0];
    expect(numbers?.[1]?.text).toBe(all);
    expect(numbers?.[2]?.text).toBe(`agent ${parts[0]}, client ${parts[1]}, person ${parts[2]}`);
    expect(renderStats(summary, stats)).toMatch(/^1 +#\d+ +420 ms +20 ms +227 ms +38 ms +155 ms /m);
  });
});

test('shows the time that acptap held a request as acptap’s, in its place', async () => {
  const file = readRecordingSync(
    [new Uint8Array(readFileSync('recordings/interventions/edit.acp.jsonl'))],
    DEFAULTS,
    () => {},
  );
  const held = await readEntries(
    [...file.entries].map(({ entry }) => entry),
    'folded',
  );
  const toolCall = held.rows.find((row): row is Named => row.group?.kind === 'tool-call');
  const drawn =
    toolCall && toBar(toolCall, { ...WATERFALL, scale: toTimeScale([], 7_000_000), window: WINDOW, now: 7_000_000 });
  expect(drawn?.parts.map(({ of, width }) => [of, Math.round(width)])).toEqual([
    ['acptap', 99],
    ['client', 1],
    ['acptap', 0],
  ]);
  expect(toolCall && inTiming(toolCall)).toEqual({ agent: 26, client: 29, human: 0, acptap: 4588 });
  const { facts, sections } = toStatsRows(held.stats);
  const words = 'agent 153 ms, client 29 ms, acptap 4.65 s';
  expect(facts[1]?.more).toBe(words);
  expect(sections.find(({ id }) => id === 'turns')?.rows[0]?.[2]?.text).toBe(words);
  expect(ownersIn(held.stats)).toContain('acptap');
  expect(ownersIn(stats)).not.toContain('acptap');
});

test('lists a long wait for a person as a silence of the person', async () => {
  const waited = await folded(`
    @0 > 1 session/prompt {"sessionId":"s","prompt":[]}
    @1000 ${asks(1)}
    @5001000 > 1 ok {"outcome":{"outcome":"cancelled"}}`);
  const silence = toStatsRows(waited.stats).sections.find(({ id }) => id === 'silences')?.rows[0];
  expect(silence?.[2]?.bar?.[0]?.owner).toBe('human');
  expect(silence?.[4]?.text).toBe('the client (a person) to answer session/request_permission (#1)');
  expect(renderStats(waited.summary, waited.stats)).toContain(
    'the client (a person) to answer session/request_permission (#1)',
  );
});
