import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isWatched, startWhenQuiet } from '../../proxy/shim/start-when-quiet.ts';
import { temporaryFolder } from '../support/folders.ts';

/** At which tick, from 1, the start comes. `sizes` are the bytes in the spool at each tick. */
function startsAt(sizes: readonly number[], watchedFrom = Number.POSITIVE_INFINITY): number | undefined {
  const clock = { tick: 0, stopped: false };
  const starts: number[] = [];
  const ticks: (() => void)[] = [];
  const wire = { size: () => sizes[clock.tick - 1] ?? 0, watched: () => clock.tick >= watchedFrom };
  startWhenQuiet(
    () => starts.push(clock.tick),
    wire,
    (onTick) => {
      ticks.push(onTick);
      return () => (clock.stopped = true);
    },
  );
  while (!clock.stopped && clock.tick < sizes.length) {
    clock.tick += 1;
    ticks.forEach((onTick) => onTick());
  }
  expect(starts.length).toBeLessThan(2);
  return starts[0];
}

/** A thousand round trips a second of 100 bytes each, with the spool's record headers. */
const roundTrips = Array.from({ length: 100 }, (_, tick) => tick * 30_000);

test('a quiet wire has its recorder once it was seen to be quiet', () => {
  expect(startsAt([900, 900, 900])).toBe(2);
  expect(startsAt([900, 6000, 12_000])).toBe(2); // a fast model streams
});

test('a busy wire keeps its cores until it calms down', () => {
  expect(startsAt([0, 30_000, 60_000, 90_000, 91_000])).toBe(5);
});

test('somebody who watches gets a recorder at the next look', () => {
  expect(startsAt(roundTrips, 1)).toBe(1);
  expect(startsAt(roundTrips, 7)).toBe(7);
});

test('a wire that never calms down has its recorder after 60 looks', () => {
  expect(startsAt(roundTrips)).toBe(60);
});

test('a folder is watched while its mark is fresh, and not when the mark is old, missing or unreadable', () => {
  const mark = (name: string) => join(folder, name);
  const folder = temporaryFolder();
  for (const name of ['fresh', 'old']) writeFileSync(mark(name), '');
  utimesSync(mark('fresh'), Date.now() / 1000 + 60, Date.now() / 1000 + 60); // fresh on a slow machine, too
  utimesSync(mark('old'), 1, 1);
  symlinkSync('loop', mark('loop'));
  expect(['fresh', 'old', 'missing', 'loop'].map((name) => isWatched(mark(name)))).toEqual([true, false, false, false]);
});
