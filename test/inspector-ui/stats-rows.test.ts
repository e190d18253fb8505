import { describe, expect, test } from 'vitest';
import type { Stats } from '#core/model/stats.ts';
import { toStatsRows } from '../../inspector-ui/views/stats/stats-rows.ts';

const EMPTY: Stats = {
  turns: [],
  turnCount: 0,
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

const answered = { count: 2, total: 30_000, p50: 10_000, p95: 20_000, max: 20_000, slowest: 7 };

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
  share: { agent: 100_000, client: 0, human: 100_000 },
  tokens: null,
};

const section = (stats: Partial<Stats>, id: string) =>
  toStatsRows({ ...EMPTY, ...stats }).sections.find((each) => each.id === id);

const texts = (stats: Partial<Stats>, id: string) =>
  section(stats, id)?.rows.map((cells) => cells.map(({ text }) => text));

describe('numbers', () => {
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
      'end turn',
    ]);
    expect(row[0]?.to).toEqual({ seq: 4 });
    expect(row[2]?.bar).toEqual([
      { owner: 'agent', share: 0.5 },
      { owner: 'human', share: 0.5 },
    ]);
  });

  test('of turns have bars relative to the longest turn, an open turn has none', () => {
    const rows = section(
      { turns: [turn, { ...turn, duration: 400_000 }, { ...turn, duration: null }], turnCount: 3 },
      'turns',
    )?.rows;
    expect(rows?.map((cells) => cells[2]?.bar?.[0]?.share)).toEqual([0.25, 0.25, undefined]);
    expect(rows?.[2]?.[1]?.text).toBe('open');
  });

  test('mention that not all turns are listed', () => {
    expect(section({ turns: [turn], turnCount: 1200 }, 'turns')?.note).toBe('The first 1 of 1\u2009200.');
  });

  test('of a method link to its requests, its errors and its open requests', () => {
    const method = { method: 'a b/c', from: 'agent' as const, answered, errors: 1, open: 2 };
    const [row = []] = section({ methods: [method] }, 'methods')?.rows ?? [];
    expect(row.map(({ text }) => text)).toEqual(['a b/c', 'agent', '2', '', '10 ms', '20 ms', '20 ms', '1', '2']);
    expect(row.map(({ to }) => to).filter(Boolean)).toEqual([
      { q: 'method:"a b/c" from:agent kind:request' },
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
    expect(facts.at(-1)?.cell.text).toBe('0.7500 USD + 1.0000 EUR');
  });

  test('of a silence show who was expected to act, or nobody', () => {
    const gap = { after: 3, before: 4, t: 1_500_000, duration: 2_000_000 };
    const gaps = [
      { ...gap, waitingFor: { seq: 2, method: 'session/prompt', side: 'agent' as const } },
      { ...gap, waitingFor: null },
    ];
    expect(texts({ gaps, silence: 4_000_000, duration: 8_000_000 }, 'silences')).toEqual([
      ['1.500', '2.00 s', '', '#3 and #4', 'the agent to answer session/prompt, #2'],
      ['1.500', '2.00 s', '', '#3 and #4', 'nobody: no request was open'],
    ]);
  });

  test('show hidden characters of recorded text as marks', () => {
    const tools = [{ kind: '\u202ex', ended: answered, failed: 0, open: 0, share: turn.share }];
    expect(texts({ tools }, 'tools')?.[0]?.[0]).not.toMatch(/\u202e/);
  });
});
