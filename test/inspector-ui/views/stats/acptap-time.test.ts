import { expect, test } from 'vitest';
import { toStatsRows } from '../../../../inspector-ui/views/stats/stats-rows.ts';
import { toTurnPlots } from '../../../../inspector-ui/views/stats/turn-plot-rows.ts';
import { statsOf } from '../../../core/stats/stats-of.ts';

const raw = statsOf(`
  @0 > 0 session/new {"cwd":"/a","mcpServers":[]}
  @5000 < 0 ok {"sessionId":"s"}
  @10000 > 1 session/prompt {"sessionId":"s","prompt":[]}
  @20000 < 0 fs/read_text_file {"sessionId":"s","path":"/a"}
  @2020000 > 0 ok {"content":""}
  @2060000 < 1 ok {"stopReason":"end_turn"}
  @2100000 > 2 session/prompt {"sessionId":"s","prompt":[]}
  @2200000 < 2 ok {"stopReason":"end_turn"}`);

const kept = {
  ...raw,
  turns: raw.turns.map((turn) => ({
    ...turn,
    share: { ...turn.share, client: turn.share.client / 4, acptap: (turn.share.client * 3) / 4 },
  })),
  gaps: raw.gaps.map((gap) => ({
    ...gap,
    acptap: 1_500_000,
    waitingFor: { seq: 3, method: 'fs/read_text_file', side: 'acptap' as const },
  })),
};

test('the part of a silence in which acptap kept a frame has its own colour, and is named', () => {
  const [silence] = toStatsRows(kept).sections.find(({ id }) => id === 'silences')?.rows ?? [];
  expect(silence?.[2]).toMatchObject({
    by: 2_000_000,
    bar: [
      { owner: 'none', share: 0.25 },
      { owner: 'acptap', share: 0.75 },
    ],
  });
  expect(silence?.[4]?.text).toBe('acptap to deliver fs/read_text_file (#3), for 1.50 s');
});

test('the plot of turns has a part for acptap only where it kept frames', () => {
  const parts = (stats: typeof raw) => toTurnPlots(stats)[0]?.series.map(({ of }) => of);
  expect(parts(kept)).toEqual(['agent', 'client', 'human', 'acptap']);
  expect(parts(raw)).toEqual(['agent', 'client', 'human']);
});

test('requests have a column for the answers of acptap only where it gave some', () => {
  const columns = (byAcptap: number) => {
    const stats = { ...raw, methods: raw.methods.map((method) => ({ ...method, byAcptap })) };
    const section = toStatsRows(stats).sections.find(({ id }) => id === 'methods');
    expect(section?.rows[0]).toHaveLength(section?.columns.length ?? 0);
    return section?.columns.map(({ name }) => name) ?? [];
  };
  expect(columns(1)).toEqual(columns(0).toSpliced(-1, 0, 'by acptap'));
});
