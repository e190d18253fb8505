import { expect, test } from 'vitest';
import { createRate, paceFor, type RecorderSituation } from '../../proxy/recorder/pace.ts';

/** In milliseconds. */
const within = (least: number, most: number) => (ms: number) => ms >= least && ms <= most;

const quiet: RecorderSituation = { watched: false, over: false, behind: 1000, rate: 1000, lag: 100 };

test('nothing is ingested before the rate of the wire is known, unless somebody watches or the shim has ended', () => {
  const unknown = { ...quiet, rate: undefined };
  expect(paceFor(unknown).work).toBe(false);
  expect(paceFor({ ...unknown, watched: true }).work).toBe(true);
  expect(paceFor({ ...unknown, over: true }).work).toBe(true);
});

test('a thousand small round trips a second are a busy wire, a streaming model is not', () => {
  expect(paceFor({ ...quiet, rate: 115_000 }).work).toBe(false);
  expect(paceFor({ ...quiet, rate: 25_000 }).work).toBe(true);
});

test('a busy wire is ingested while watched, or when the database lags by 15 s', () => {
  const busy = { ...quiet, rate: 400_000 };
  expect(paceFor({ ...busy, watched: true }).work).toBe(true);
  expect(paceFor({ ...busy, lag: 15_000 }).work).toBe(true);
});

test('the rate is unknown until a quarter of a second has been measured', () => {
  const rateAt = createRate();
  expect([rateAt(300, 0), rateAt(500, 50_000), rateAt(550, 25_000)]).toEqual([undefined, undefined, 100_000]);
});

test('entries appear soon: the pauses of a recorder that has caught up or may work are short', () => {
  const idle = { ...quiet, behind: 0 };
  expect(paceFor({ ...idle, watched: true })).toEqual({ work: true, restMs: expect.toSatisfy(within(1, 25)) });
  expect(paceFor(idle)).toEqual({ work: true, restMs: expect.toSatisfy(within(50, 200)) });
  for (const rate of [1000, 400_000, undefined])
    expect(paceFor({ ...quiet, rate, watched: true }).restMs).toSatisfy(within(1, 10));
  expect(paceFor(quiet).restMs).toSatisfy(within(1, 10));
});

test('a busy, unwatched wire keeps its cores: the pauses beside it are long', () => {
  const busy = { ...quiet, rate: 400_000 };
  expect(paceFor(busy).restMs).toSatisfy(within(100, 500));
  expect(paceFor({ ...busy, lag: 60_000 })).toEqual({ work: true, restMs: expect.toSatisfy(within(20, 100)) });
  expect(paceFor({ ...busy, behind: 2 ** 28 })).toEqual({ work: true, restMs: expect.toSatisfy(within(20, 100)) });
});

test('after the end of the shim there are no pauses', () => {
  for (const behind of [0, 1000])
    for (const rate of [undefined, 1000, 400_000])
      expect(paceFor({ ...quiet, over: true, behind, rate })).toEqual({ work: true, restMs: 0 });
});
