import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSpool } from '../../proxy/shim/spool.ts';
import { readRecords, SPOOL_FORMAT } from '../../proxy/shim/spool-format.ts';
import { temporaryFolder } from '../support/folders.ts';
import { spoolSetting } from '../support/spool-setting.ts';

/** Longer than a spool waits between two attempts. */
const LATER_US = 1_000_000;

test('while writing fails, lines of acptap wait up to a limit; further lines are counted, and the exit is kept', () => {
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
    },
  );
  const text = 'x'.repeat(100_000);
  for (let count = 0; count < 100; count += 1) spool.event({ event: 'injected', toward: 'client', text });
  spool.event({ event: 'exit', code: 0, signal: null });
  isFull = false;
  now += LATER_US;
  spool.chunk('agent', Buffer.from('{}\n'));
  spool.close();
  const file = readFileSync(path);
  const events = [...readRecords(file.subarray(file.indexOf('\n') + 1), 0)].map(({ tag, bytes }) =>
    tag === 'e' ? (JSON.parse(String(bytes)) as { event: string; of?: string; bytes?: number }) : { event: tag },
  );
  const kept = events.filter(({ event }) => event === 'injected').length;
  expect(kept).toBeGreaterThan(10);
  expect(kept).toBeLessThan(60);
  const gap = events.find(({ event }) => event === 'gap');
  expect(gap).toMatchObject({ of: 'acptap' });
  expect(gap?.bytes).toBeGreaterThan((100 - kept) * text.length);
  expect(events.map(({ event }) => event).slice(-3)).toEqual(['exit', 'gap', 'a']);
});
