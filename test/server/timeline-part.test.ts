import { expect, test } from 'vitest';
import type { RowQuery, RowWindow } from '#core/contract/timeline.ts';
import { createTimeline } from '#core/rows/timeline.ts';
import { seqOf } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { storeSource } from '../../proxy/store/store-source.ts';
import { growingRecording } from './library-recording.ts';

const ENTRIES = 2000;

/** A request, and notifications with ten different methods. */
const MANY = ['> 7 a/b {}', ...Array.from({ length: ENTRIES - 1 }, (_, index) => `< n/${(index + 1) % 10} {}`)].join(
  '\n',
);

/** A timeline on a slow machine. `ranges` are the entries that its filters have searched. */
function slow() {
  const { recording, append } = growingRecording();
  append(parseTranscript(MANY));
  let clock = 0;
  const ranges: (readonly [number, number])[] = [];
  const timeline = createTimeline({
    rest: async () => void (clock += 150),
    now: () => clock,
    loadRegexes: () => Promise.reject(new Error('no regex is asked for')),
  });
  const whole = storeSource(recording.store, recording.no, 'r').timeline;
  const source: typeof whole = {
    ...whole,
    matching(filter, compile) {
      const { between, among } = whole.matching(filter, compile);
      return {
        among,
        between(from, to) {
          ranges.push([from, to]);
          clock += 50;
          return between(from, to);
        },
      };
    },
  };
  return {
    append,
    ranges,
    async ask(q: string, more: Partial<RowQuery> = {}, isWanted = () => true): Promise<RowWindow> {
      const query: RowQuery = { view: 'raw', q, opened: [], collapsed: [], at: { from: 0 }, count: 10, ...more };
      const window = await timeline.rows({ key: 'r', source }, query, isWanted);
      if (!window) throw new Error('no window');
      return window;
    },
  };
}

test('a slow filter is answered with its first rows, and the next request continues behind them', async () => {
  const { ask, ranges } = slow();
  const windows = [await ask('method:n/3', { part: true })];
  for (let last = windows.at(-1); last?.searched !== undefined; last = windows.at(-1))
    windows.push(await ask('method:n/3', { part: true }));
  const [first] = windows;
  expect(first?.rows.map(({ seq }) => seq)).toEqual([3, 13, 23, 33, 43, 53, 63, 73, 83, 93]);
  expect(first?.searched).toBeLessThan(ENTRIES);
  expect(first).toMatchObject({ entries: ENTRIES, shown: Math.ceil(((first?.searched ?? 0) - 3) / 10) });
  expect(windows.at(-1)).toMatchObject({ shown: ENTRIES / 10, total: ENTRIES / 10 });
  expect(ranges.map(([from]) => from)).toEqual([0, ...ranges.slice(0, -1).map(([, to]) => to)]);
  expect(ranges.at(-1)?.[1]).toBe(ENTRIES);
});

test('the folded view of a part has the groups of the matches so far', async () => {
  const { ask } = slow();
  const part = await ask('method:n/3', { part: true, view: 'folded' });
  expect(part.searched).toBeLessThan(ENTRIES);
  const next = await ask('method:n/3', { part: true, view: 'folded' });
  expect(next.total).toBeGreaterThan(part.total);
  expect(await ask('method:n/3', { view: 'folded' })).toMatchObject({ total: ENTRIES / 10 });
});

test('a request without `part` gets all rows, even while another request takes a part', async () => {
  const { ask } = slow();
  const [part, whole] = await Promise.all([ask('method:n/3', { part: true }), ask('method:n/3')]);
  expect(part.searched).toBeDefined();
  expect(whole).toMatchObject({ shown: ENTRIES / 10 });
  expect(whole.searched).toBeUndefined();
});

test('a part without matches says how far it searched, and a match in the last entry is in the last part', async () => {
  const { ask } = slow();
  const filter = `seq:${ENTRIES - 1}`;
  const windows = [await ask(filter, { part: true })];
  for (let last = windows.at(-1); last?.searched !== undefined; last = windows.at(-1))
    windows.push(await ask(filter, { part: true }));
  expect(windows[0]).toMatchObject({ shown: 0, total: 0, rows: [], entries: ENTRIES });
  expect(windows[0]?.searched).toBeGreaterThan(0);
  expect(windows.at(-1)).toMatchObject({ shown: 1, rows: [{ seq: ENTRIES - 1 }] });
});

test('a part around an entry is empty before the first match, and never shows rows from elsewhere', async () => {
  const { ask } = slow();
  const around = (q: string) => ask(q, { part: true, at: { around: 1900 } });
  expect(await around('seq:1905')).toMatchObject({ shown: 0, total: 0, index: -1 });
  const { searched = ENTRIES, rows } = await around('method:n/3');
  expect(searched).toBeGreaterThan(1903);
  expect(rows.map(({ seq }) => seq)).toContain(1903);
});

test('the window around an entry is complete when the filter has reached the entry', async () => {
  const { ask } = slow();
  const { searched, index, rows } = await ask('method:n/3', { part: true, at: { around: 1200 } });
  expect(searched).toBeGreaterThan(1203);
  expect(rows.find(({ seq }) => seq === 1203)).toBeDefined();
  expect(index).toBe(120);
});

test('entries and answers that came after the first part are in the last one', async () => {
  const { ask, append } = slow();
  const answered = await ask('status:ok or method:n/3', { part: true });
  expect(answered.rows[0]).toMatchObject({ seq: 3 });
  const [answer, more] = parseTranscript('< 7 ok {}\n< n/3 {}');
  append([answer, more].flatMap((entry, index) => (entry ? [{ ...entry, seq: seqOf(ENTRIES + index) }] : [])));
  const whole = await ask('status:ok or method:n/3');
  expect(whole).toMatchObject({ entries: ENTRIES + 2, shown: ENTRIES / 10 + 3 });
  expect(whole.rows[0]).toMatchObject({ seq: 0 });
});

test('a search stops when no request waits for it, and the next request continues it', async () => {
  const { ask, ranges } = slow();
  await expect(ask('method:n/3', {}, () => ranges.length < 2)).rejects.toThrow('no window');
  expect(ranges.at(-1)?.[1]).toBeLessThan(ENTRIES);
  await ask('method:n/3');
  expect(ranges.filter(([from]) => from === 0)).toHaveLength(1);
});
