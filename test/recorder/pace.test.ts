import { expect, test } from 'vitest';
import { createRate, paceFor, type Situation } from '../../proxy/recorder/pace.ts';

const quiet: Situation = { watched: false, over: false, behind: 1000, rate: 1000, lag: 100 };

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

test('a busy wire is ingested when somebody watches, or the database lags by 15 s', () => {
  const busy = { ...quiet, rate: 400_000 };
  expect(paceFor({ ...busy, watched: true }).work).toBe(true);
  expect(paceFor({ ...busy, lag: 15_000 }).work).toBe(true);
});

test('the rate is unknown until a quarter of a second has been measured', () => {
  const rateAt = createRate();
  expect([rateAt(300, 0), rateAt(500, 50_000), rateAt(550, 25_000)]).toEqual([undefined, undefined, 100_000]);
});
