import { describe, expect, test } from 'vitest';
import { NO_TIME } from '#core/grouping/split-time.ts';
import type { Stats, ToolStats } from '#core/model/stats.ts';
import { createTableSorts } from '../../../../inspector-ui/state/shell/table-sorts.ts';
import { beginsLargest, sortCells } from '../../../../inspector-ui/views/stats/sort-cells.ts';
import { toStatsRows } from '../../../../inspector-ui/views/stats/stats-rows.ts';
import { toTurnPlots, turnAfterKey } from '../../../../inspector-ui/views/stats/turn-plot-rows.ts';

const EMPTY: Stats = {
  turns: [],
  turnCount: 0,
  turnTime: NO_TIME,
  methods: [],
  tools: [],
  firstChunk: null,
  usage: [],
  tokenReading: null,
  gaps: [],
  traffic: [],
  duration: 0,
  silence: 0,
};

const answered = {
  count: 2,
  total: 30_000,
  p50: 10_000,
  p95: 20_000,
  max: 20_000,
  slowest: 7,
  spread: [
    { upTo: 10_000, count: 1 },
    { upTo: 20_000, count: 1 },
  ],
};

const turn: Stats['turns'][number] = {
  number: 1,
  session: 's',
  seq: 4,
  t: 0,
  duration: 200_000,
  outcome: 'end_turn',
  firstChunk: 50_000,
  chunks: 3,
  toolCalls: 1,
  share: { agent: 100_000, client: 0, human: 100_000, acptap: 0 },
  awaited: null,
  tokens: null,
  cost: null,
};

const section = (stats: Partial<Stats>, id: string) =>
  toStatsRows({ ...EMPTY, ...stats }).sections.find((each) => each.id === id);

const texts = (stats: Partial<Stats>, id: string) =>
  section(stats, id)?.rows.map((cells) => cells.map(({ text }) => text));

describe('stats', () => {
  test('of an empty recording have no tables, but a note that no prompt was sent', () => {
    const { facts, sections } = toStatsRows(EMPTY);
    expect(sections.map(({ id, note }) => [id, note])).toEqual([['turns', 'No prompt was sent.']]);
    expect(facts.map(({ cell }) => cell.text)).toEqual(['0 µs', '0', '–', 'not reported by this agent']);
  });

  test('of a turn link to its prompt, and split its time by owner', () => {
    const [row = []] = section({ turns: [turn], turnCount: 1 }, 'turns')?.rows ?? [];
    expect(row.map(({ text }) => text)).toEqual([
      '1',
      '200 ms',
      'agent 100 ms, person 100 ms',
      '50 ms',
      '3',
      '1',
      '–',
      '–',
      'end turn',
    ]);
    expect(row.map(({ to }) => to).filter(Boolean)).toEqual([
      { seq: 4 },
      { q: 'turn:1 (update:agent_message* or update:agent_thought*)' },
      { q: 'turn:1 tool:*' },
    ]);
    expect(row[2]?.bar).toEqual([
      { owner: 'agent', share: 0.5 },
      { owner: 'human', share: 0.5 },
    ]);
  });

  test('of turns have bars relative to the longest turn, an open turn too', () => {
    const open = { ...turn, duration: null, awaited: 'agent' } as const;
    const waits = { ...open, share: { ...turn.share, agent: 300_000 } };
    const begun = { ...open, share: { agent: 0, client: 0, human: 0, acptap: 0 } };
    const rows = section({ turns: [turn, waits, begun], turnCount: 3 }, 'turns')?.rows;
    expect(rows?.map((cells) => cells[2]?.bar?.[0]?.share)).toEqual([0.25, 0.75, undefined]);
    expect(rows?.map((cells) => cells[1]?.text)).toEqual(['200 ms', 'open, 400 ms', 'open']);
  });

  test('mention that not all turns are listed', () => {
    expect(section({ turns: [turn], turnCount: 1200 }, 'turns')?.note).toBe('The longest 1 of 1\u2009200.');
  });

  test('of a method link to its requests, its errors and its open requests', () => {
    const method = { method: 'a b/c', from: 'agent' as const, answered, errors: 1, byAcptap: 0, open: 2 };
    const [row = []] = section({ methods: [method] }, 'methods')?.rows ?? [];
    expect(row.map(({ text }) => text)).toEqual(['a b/c', 'agent', '2', '', '', '10 ms', '20 ms', '20 ms', '1', '2']);
    expect(row.map(({ to }) => to).filter(Boolean)).toEqual([
      { q: 'method:"a b/c" from:agent kind:request' },
      { q: 'method:"a b/c" from:agent kind:request has:pair' },
      { q: 'method:"a b/c" from:agent kind:request dur:>=10000us' },
      { q: 'method:"a b/c" from:agent kind:request dur:>=20000us' },
      { seq: 7 },
      { q: 'method:"a b/c" from:client kind:error' },
      { q: 'method:"a b/c" from:agent status:pending' },
    ]);
  });

  test('are not zero when the agent did not report them', () => {
    expect(section({ turnCount: 1, turns: [turn] }, 'usage')).toMatchObject({
      rows: [],
      note: 'Not reported by this agent: neither tokens, nor context, nor cost.',
    });
    const usage = [{ session: 's', tokens: null, lastTurn: null, context: { used: 1, size: 4 }, cost: null, seq: 9 }];
    expect(texts({ usage }, 'usage')).toEqual([
      ['s', 'not reported', 'not reported', '1 of 4, 25 %', 'not reported', '#9'],
    ]);
  });

  test('of cost are added up for each currency', () => {
    const of = (session: string, amount: number, currency: string) => ({
      session,
      tokens: null,
      lastTurn: null,
      context: null,
      cost: { amount, currency },
      seq: 1,
    });
    const { facts } = toStatsRows({ ...EMPTY, usage: [of('a', 0.5, 'USD'), of('b', 0.25, 'USD'), of('c', 1, 'EUR')] });
    expect(facts.at(-1)?.cell.text).toBe('0.7500 USD + 1.00 EUR');
  });

  test('of a silence show who was expected to act, or nobody', () => {
    const gap = { after: 3, before: 4, t: 1_500_000, duration: 2_000_000, acptap: 0 };
    const gaps = [
      { ...gap, waitingFor: { seq: 2, method: 'session/prompt', side: 'agent' as const } },
      { ...gap, waitingFor: null },
    ];
    expect(texts({ gaps, silence: 4_000_000, duration: 8_000_000 }, 'silences')).toEqual([
      ['1.500', '2.00 s', '', '#3 and #4', 'the agent to answer session/prompt (#2)'],
      ['1.500', '2.00 s', '', '#3 and #4', 'nobody: no request was open'],
    ]);
  });

  const toolsOf = (kind: string, counts: Partial<ToolStats> = {}): ToolStats => ({
    kind,
    ended: answered,
    failed: 0,
    firstFailed: null,
    open: 0,
    firstOpen: null,
    share: turn.share,
    ...counts,
  });

  test('lead from a kind of tool calls to the updates that name it', () => {
    const cells = section({ tools: ['edit', 'other', 'a/b'].map((kind) => toolsOf(kind)) }, 'tools')?.rows.map(
      ([cell]) => cell?.to,
    );
    expect(cells).toEqual([{ q: String.raw`update:tool_call* /"kind"\s*:\s*"edit"/` }, undefined, undefined]);
  });

  test('lead from failed and open tool calls to the first of them', () => {
    const counts = { failed: 2, firstFailed: 7, open: 1, firstOpen: 9 };
    const rows = section({ tools: [toolsOf('edit', counts), toolsOf('read')] }, 'tools')?.rows ?? [];
    expect(rows.map((row) => row.slice(-2).map(({ to }) => to))).toEqual([
      [{ seq: 7 }, { seq: 9 }],
      [undefined, undefined],
    ]);
  });

  test('show hidden characters of recorded text as marks', () => {
    expect(texts({ tools: [toolsOf('\u202ex')] }, 'tools')?.[0]?.[0]).not.toMatch(/\u202e/);
  });

  test('of requests have plots with the same steps for all methods', () => {
    const slow = {
      ...answered,
      p95: 200_000,
      spread: [
        { upTo: 100_000, count: 6 },
        { upTo: 200_000, count: 3 },
      ],
    };
    const counts = { from: 'agent' as const, errors: 0, byAcptap: 0, open: 0 };
    const of = (method: string, durations: typeof answered) => ({ method, answered: durations, ...counts });
    const { rows = [], note } = section({ methods: [of('a', answered), of('b', slow)] }, 'methods') ?? {};
    expect(rows.map((cells) => cells[4]?.heights)).toEqual([
      [1, 1, 0, 0, 0],
      [0, 0, 0, 1, 0.5],
    ]);
    expect(sortCells(rows, { isDescending: true }, 4).map(([method]) => method?.text)).toEqual(['b', 'a']); // by p95
    expect(rows[1]?.[4]?.title).toBe('6 up to 100 ms, 3 up to 200 ms');
    expect(note).toContain('from 10 ms to 200 ms');
  });
});

describe('sorting', () => {
  const rows = [
    ['9 ms', '–'],
    ['1.00 s', 'b'],
    ['20 µs', 'a'],
  ].map(([took = '', name = ''], index) => [{ text: took, by: [9000, 1_000_000, 20][index] ?? 0 }, { text: name }]);
  const order = (column: number, isDescending: boolean) =>
    sortCells(rows, { isDescending }, column).map(([took]) => took?.text);

  test('is by value, not by text, and leaves cells without one at the end', () => {
    expect(order(0, false)).toEqual(['20 µs', '9 ms', '1.00 s']);
    expect(order(0, true)).toEqual(['1.00 s', '9 ms', '20 µs']);
    expect(order(1, false)).toEqual(['20 µs', '1.00 s', '9 ms']);
    expect(order(1, true)).toEqual(['1.00 s', '20 µs', '9 ms']);
    expect(sortCells(rows, undefined, 0)).toBe(rows);
  });

  test('begins with the largest figure, and with the first name; a third press ends it', () => {
    expect([beginsLargest(rows, 0), beginsLargest(rows, 1)]).toEqual([true, false]);
    const sorts = createTableSorts();
    const pressed = [1, 2, 3].map(() => (sorts.press('t', 'took', true), sorts.of('t')?.isDescending));
    expect(pressed).toEqual([true, false, undefined]);
  });
});

describe('plots over turns', () => {
  const cost = { amount: 0.5, currency: 'USD' };
  const tokens = {
    total: 30,
    input: 20,
    output: 10,
    thought: null,
    cachedRead: null,
    cachedWrite: null,
    source: 'usage',
  } as const;
  const share = { agent: 50_000, client: 50_000, human: 0, acptap: 0 };
  const turns = [turn, { ...turn, number: 2, tokens, cost, share }];

  test('stack the parts of each turn, relative to the highest turn', () => {
    const [time, counted, costs] = toTurnPlots({ turns });
    expect(time?.series).toEqual([
      {
        of: 'agent',
        columns: [
          [0, 0.5],
          [0, 0.25],
        ],
      },
      {
        of: 'client',
        columns: [
          [0.5, 0.5],
          [0.25, 0.5],
        ],
      },
      {
        of: 'human',
        columns: [
          [0.5, 1],
          [0.5, 0.5],
        ],
      },
    ]);
    expect(counted?.series.map(({ columns }) => columns[1])).toEqual([
      [0, 20 / 30],
      [20 / 30, 1],
    ]);
    expect(costs).toMatchObject({
      most: '0.5000 USD',
      count: 2,
    });
    expect(costs?.textOf(0)).toContain('no cost');
    expect(time?.textOf(1)).toBe('Turn 2, 200 ms: agent 50 ms, client 50 ms');
  });

  test('are left out without figures, and for a single turn', () => {
    expect(toTurnPlots({ turns: [turn, turn] }).map(({ id }) => id)).toEqual(['time']);
    expect(toTurnPlots({ turns: [turn] })).toEqual([]);
  });

  test('move by keys within the turns', () => {
    expect(['ArrowRight', 'ArrowLeft', 'Home', 'End', 'x'].map((key) => turnAfterKey(key, undefined, 9))).toEqual([
      0,
      8,
      0,
      8,
      undefined,
    ]);
    expect([turnAfterKey('ArrowRight', 8, 9), turnAfterKey('ArrowLeft', 0, 9)]).toEqual([8, 0]);
  });
});
