import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSpool, type Spool } from '../../proxy/shim/spool.ts';
import { readRecords, SPOOL_FORMAT } from '../../proxy/shim/spool-format.ts';
import { temporaryFolder } from '../support/folders.ts';
import { spoolSetting } from '../support/spool-setting.ts';

/** Longer than a spool waits between two attempts. */
const LATER_US = 1_000_000;

/** A spool whose file can be created only while the disk has space. */
function openFullable() {
  const path = join(temporaryFolder(), 'spool', 'recorded.spool');
  let isFull = true;
  let now = 0;
  const setting = spoolSetting(path, () => now);
  const spool = openSpool(
    path,
    {
      'acptap-spool': SPOOL_FORMAT,
      id: 'recorded',
      command: ['agent'],
      cwd: '/work',
      startedAt: 1,
      shim: { pid: 1, started: 'never' },
      acptap: '0',
      node: '0',
    },
    {
      ...setting,
      onTrouble: () => {},
      prepare() {
        if (isFull) throw new Error('no space left on device');
        setting.prepare();
      },
      onCut: () => {},
    },
  );
  return {
    path,
    spool,
    setFull(full: boolean, laterUs = LATER_US): void {
      isFull = full;
      now += laterUs;
    },
    events() {
      const file = readFileSync(path);
      return [...readRecords(file.subarray(file.indexOf('\n') + 1), 0)].map(({ tag, bytes }) =>
        tag === 'e' ? (JSON.parse(String(bytes)) as { event: string; of?: string; bytes?: number }) : { event: tag },
      );
    },
  };
}

const text = 'x'.repeat(100_000);

function inject(spool: Spool, times: number, characters = text.length): void {
  for (let count = 0; count < times; count += 1)
    spool.event({ event: 'injected', toward: 'client', text: text.slice(0, characters) });
}

test('while writing fails, lines of acptap wait up to a limit; further lines are counted, and the exit is kept', () => {
  const { spool, setFull, events: written } = openFullable();
  inject(spool, 100);
  spool.event({ event: 'exit', code: 0, signal: null });
  setFull(false);
  spool.chunk('agent', Buffer.from('{}\n'));
  spool.close();
  const events = written();
  const kept = events.filter(({ event }) => event === 'injected').length;
  expect(kept).toBeGreaterThan(10);
  expect(kept).toBeLessThan(60);
  const gap = events.find(({ event }) => event === 'gap');
  expect(gap).toMatchObject({ of: 'acptap' });
  expect(gap?.bytes).toBeGreaterThan((100 - kept) * text.length);
  expect(events.map(({ event }) => event).slice(-3)).toEqual(['exit', 'gap', 'a']);
});

test('keeps the exit also where not even an empty line of acptap would fit', () => {
  const { spool, setFull, events } = openFullable();
  for (const characters of [100_000, 10_000, 1000, 100, 10, 0]) inject(spool, 100, characters);
  spool.event({ event: 'exit', code: null, signal: 'SIGKILL' });
  setFull(false);
  spool.close();
  expect(events().at(-2)).toEqual({ event: 'exit', code: null, signal: 'SIGKILL' });
});

test('tries once more to write what is missing when it closes', () => {
  const { spool, setFull, events } = openFullable();
  spool.event({ event: 'exit', code: 0, signal: null });
  setFull(false, 0); // right after the failure
  spool.close();
  expect(events()).toEqual([{ event: 'exit', code: 0, signal: null }]);
});

test('lines that were written after a failure count no more when writing fails again', () => {
  const { path, spool, setFull, events } = openFullable();
  inject(spool, 30);
  setFull(false);
  spool.chunk('agent', Buffer.from('{}\n'));
  expect(events()).toHaveLength(31);
  truncateSync(path, 0);
  setFull(true);
  spool.check(); // begins a new file, which fails
  inject(spool, 30);
  setFull(false);
  spool.chunk('agent', Buffer.from('{}\n'));
  spool.close();
  expect(events().filter(({ event }) => event === 'injected')).toHaveLength(30);
});
