import { signal } from '@preact/signals';
import { describe, expect, test, vi } from 'vitest';
import type { RowWindow } from '#core/contract/timeline.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { epochMs, seqOf } from '#core/units.ts';
import { RequestFailed } from '../../../../inspector-ui/backends/backend.ts';
import { createNewestRun } from '../../../../inspector-ui/state/recordings/newest-run.ts';
import { createSearch, type SearchState } from '../../../../inspector-ui/state/recordings/search.ts';
import type { Route } from '../../../../inspector-ui/state/page/route.ts';
import { splitAtWords, toFoundRow, toSearchStatus } from '../../../../inspector-ui/views/recordings/search-rows.ts';
import { detail, fakeTimer, recording, row } from '../../fakes.ts';

const foundRows = ({ found, q }: SearchState) => found.map((each) => toFoundRow(each, q, epochMs(0)));

describe('a search of all recordings', () => {
  /** `answers`: how many hits each recording has, or why it has no answer. */
  function searching(answers: readonly (number | Error)[], text = '') {
    const list = answers.map((_, index) => recording(`r${index}`));
    const asked: string[] = [];
    const search = createSearch({
      recordings: { recordings: signal(list) },
      startTimer: fakeTimer().startTimer,
      backend: {
        rows: async (id, { q, count }): Promise<RowWindow> => {
          asked.push(`${id} ${q}`);
          const hits = answers[Number(id.slice(1))] ?? 0;
          if (hits instanceof Error) throw hits;
          const rows = Array.from({ length: Math.min(hits, count) }, (_, index) => row(index));
          return { from: 0, rows, total: hits, entries: 99, shown: hits, revision: 1 };
        },
        entry: async (_id, seq) => detail(seq, { text }),
      },
    });
    const run = async (q: string) => {
      search.type(q);
      search.submit();
      await vi.waitFor(() => expect(search.state.value?.status).not.toBe('searching'));
      if (!search.state.value) throw new Error('the search has ended without a result');
      return search.state.value;
    };
    return { search, asked, run };
  }

  test('lists the first hits of each recording, the newest first, and counts all', async () => {
    const { run, asked } = searching([0, 5, 1]);
    const state = await run(' kind:error ');
    expect(asked).toEqual(['r0 kind:error', 'r1 kind:error', 'r2 kind:error']);
    const rows = foundRows(state);
    expect(rows.map(({ id, count, all, hits }) => [id, count, all, hits.map(({ href }) => href)])).toEqual([
      ['r1', '5 hits', '#/r/r1?q=kind%3Aerror', ['#/r/r1/e/0', '#/r/r1/e/1', '#/r/r1/e/2']],
      ['r2', '1 hit', '#/r/r2?q=kind%3Aerror', ['#/r/r2/e/0']],
    ]);
    expect(toSearchStatus(state)).toBe('6 hits in 2 of 3 recordings');
    expect(toSearchStatus({ ...state, status: 'searching' }, true)).toBe('Hits of the search before, “kind:error”: 6');
  });

  test('shows where the words are, unless the row shows them', async () => {
    const { run } = searching([1], 'a long text with a needle\u0007 in it');
    const [found] = foundRows(await run('needle'));
    expect(found?.hits[0]?.excerpt).toMatchObject({ before: 'a long text with a ', found: 'needle' });
    expect(found?.hits[0]?.excerpt?.after.includes('\u0007')).toBe(false);
    const [shown] = foundRows(await run('agent_message_chunk'));
    expect(shown?.hits[0]?.excerpt).toBeUndefined();
    expect(splitAtWords('An (a) b', ['a', '(A)'])).toEqual(['', 'A', 'n ', '(a)', ' b']);
  });

  test('names the word that led to a listed hit, for its detail', async () => {
    const { run, search } = searching([1], 'a long text with a needle in it');
    await run('-kind:error (nothing or NEEDLE)');
    const text = 'a long text with a n\\u0065edle in it';
    expect(search.soughtIn('r0', detail(0, { text }))).toBe('needle');
    expect([search.soughtIn('r0', detail(9, { text })), search.soughtIn('r1', detail(0, { text }))]).toEqual(['', '']);
    search.type('');
    expect(search.soughtIn('r0', detail(0, { text }))).toBe('');
  });

  test('skips a recording that was removed meanwhile, and stops at an error, with the reason', async () => {
    const gone = new RequestFailed(404, '/r1');
    expect(await searching([1, gone, 1]).run('x')).toMatchObject({ status: 'done', found: [{}, {}] });
    const state = await searching([1, new Error('offline'), 1]).run('x');
    expect(state).toMatchObject({ status: 'stopped', found: [{}], failure: 'The server does not answer.' });
  });

  test('continues after a recording that the server cannot read, and names it', async () => {
    const broken = new RequestFailed(500, '/r1');
    const state = await searching([1, broken, 1]).run('x');
    expect(state).toMatchObject({ status: 'done', found: [{}, {}], unread: ['r1'] });
    expect(toSearchStatus(state)).toBe('2 hits in 2 of 3 recordings. The server could not read r1');
    const many = { ...state, unread: ['a', 'b', 'c', 'd', 'e'] };
    expect(toSearchStatus(many)).toMatch(/could not read a, b, c and 2 more$/);
  });

  test('shows the first hits of a long recording while it is searched', async () => {
    const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const window = { from: 0, total: 9, entries: 99, revision: 1 };
    const answers: (() => Promise<RowWindow>)[] = [
      async () => ({ ...window, rows: [], shown: 0, searched: 30 }),
      () => first.promise.then(() => ({ ...window, rows: [row(40)], shown: 1, searched: 60 })),
      () => second.promise.then(() => ({ ...window, rows: [row(40), row(70)], shown: 2 })),
    ];
    const search = createSearch({
      recordings: { recordings: signal([recording('long')]) },
      startTimer: fakeTimer().startTimer,
      backend: {
        rows: async () => (await answers.shift()?.()) ?? Promise.reject(new Error('asked again')),
        entry: async (_id, seq) => detail(seq),
      },
    });
    search.type('x');
    search.submit();
    first.resolve(undefined);
    await vi.waitFor(() => expect(search.state.value?.found[0]?.count).toBe(1));
    expect(search.state.value).toMatchObject({
      status: 'searching',
      searched: 0,
      found: [{ hits: [{ row: { seq: 40 } }] }],
    });
    expect(search.state.value && toSearchStatus(search.state.value)).toBe('1 hit so far, 1 recording to go…');
    second.resolve(undefined);
    await vi.waitFor(() => expect(search.state.value?.status).toBe('done'));
    expect(search.state.value?.found).toMatchObject([{ count: 2, hits: [{ row: { seq: 40 } }, { row: { seq: 70 } }] }]);
  });

  test('a paused search lists no recording that is still being searched', async () => {
    const list = Array.from({ length: 102 }, (_, index) => recording(`r${index}`));
    const later = Promise.withResolvers<undefined>();
    let parts = 0;
    const search = createSearch({
      recordings: { recordings: signal(list) },
      startTimer: fakeTimer().startTimer,
      backend: {
        rows: async (id): Promise<RowWindow> => {
          const found = { from: 0, rows: [row(0)], total: 1, entries: 9, shown: 1, revision: 1 };
          if (id !== 'r100') return found;
          parts += 1;
          if (parts === 2) await later.promise;
          return parts > 2 ? new Promise(() => {}) : { ...found, searched: 5 };
        },
        entry: async (_id, seq) => detail(seq),
      },
    });
    search.type('x');
    search.submit();
    await vi.waitFor(() => expect(search.state.value?.status).toBe('paused'));
    later.resolve(undefined);
    await vi.waitFor(() => expect(parts).toBe(3));
    expect(search.state.value).toMatchObject({ status: 'paused', found: { length: 100 } });
  });

  test('pauses after a hundred recordings with hits, until the user continues', async () => {
    const { run, asked, search } = searching(Array.from({ length: 150 }, () => 1));
    const state = await run('x');
    expect([state.status, state.found.length]).toEqual(['paused', 100]);
    expect(asked.length).toBeLessThan(110);
    expect(toSearchStatus(state)).toMatch(/, 50 to go$/);
    expect(toSearchStatus({ ...state, unread: ['a'] })).toMatch(/, 50 to go\. The server could not read a$/);
    search.goOn();
    await vi.waitFor(() => expect(search.state.value).toMatchObject({ status: 'done', searched: 150 }));
    expect(search.state.value?.found.length).toBe(150);
  });

  test('refuses an invalid filter without asking, and ends with an empty field', async () => {
    const { search, asked, run } = searching([1]);
    await run('x');
    search.type('methud:x');
    search.submit();
    expect([search.problem.value?.message, asked.length]).toEqual([expect.stringContaining('methud'), 1]);
    search.type('');
    expect([search.state.value, search.problem.value]).toEqual([undefined, undefined]);
  });
});

describe('staying on the newest run', () => {
  function page(route: Route) {
    const recordings = signal<readonly RecordingSummary[] | undefined>([recording('b'), recording('a')]);
    const at = signal(route);
    const files = signal(new Map<string, string>());
    const newest = createNewestRun({
      recordings: { recordings },
      files,
      router: { route: at, go: (next) => void (at.value = next) },
    });
    const begin = (id: string) => void (recordings.value = [recording(id), ...(recordings.peek() ?? [])]);
    return { newest, at, begin, files };
  }

  test('opens each run that begins, in the same view with the same filter, at no entry', () => {
    const { newest, at, begin } = page({ recording: 'a', view: 'findings', q: 'kind:error', raw: true, seq: seqOf(4) });
    begin('c');
    expect(at.value.recording).toBe('a');
    newest.toggle();
    expect(at.value).toEqual({ recording: 'c', view: 'findings', q: 'kind:error', raw: true });
    begin('d');
    expect(at.value).toEqual({ recording: 'd', view: 'findings', q: 'kind:error', raw: true });
    newest.toggle();
    begin('e');
    expect(at.value.recording).toBe('d');
  });

  test('ends when the user opens another recording, and ignores files of the page', () => {
    const { newest, at, begin, files } = page({ recording: 'b' });
    newest.toggle();
    files.value = new Map([['file:x', 'x']]);
    begin('file:x');
    expect([newest.isOn.value, at.value.recording]).toEqual([true, 'b']);
    at.value = { recording: 'a' };
    expect(newest.isOn.value).toBe(false);
    begin('c');
    expect(at.value.recording).toBe('a');
  });
});
