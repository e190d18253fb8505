import { signal } from '@preact/signals';
import { describe, expect, test, vi } from 'vitest';
import { createFindingNews } from '../../../../inspector-ui/state/detail/finding-news.ts';
import type { ViewName } from '../../../../inspector-ui/state/page/route.ts';
import { detail, fakeTimer, finding, recording, settled } from '../../fakes.ts';

describe('new findings', () => {
  function live(seek: () => Promise<number | null>) {
    const of = (error: number, total: number, warning = 0) =>
      recording('r', { state: 'live', findings: { error, warning, note: 0 }, total });
    const summary = signal(of(1, 10));
    const timer = fakeTimer();
    const asked: number[] = [];
    const filters: string[] = [];
    const view = signal<ViewName>('timeline');
    const news = createFindingNews({
      recording: 'r',
      summary,
      view,
      startTimer: timer.startTimer,
      backend: {
        seek: async (_id, { q, from }) => {
          asked.push(from);
          filters.push(q);
          return { seq: await seek(), ordinal: 1, count: 1 };
        },
        entry: async (_id, seq) => detail(seq, { findings: [finding('framing/line-is-json', seq)] }),
      },
    });
    return {
      news,
      asked,
      filters,
      timer,
      view,
      become: (...counts: Parameters<typeof of>) => void (summary.value = of(...counts)),
    };
  }

  test('are counted since the user looked, with the first of them', async () => {
    const { news, asked, timer, become } = live(async () => 12);
    become(1, 11);
    timer.runAll();
    expect([news.news.value, asked]).toEqual([undefined, []]);
    become(2, 13);
    become(3, 14);
    timer.runAll();
    const first = { seq: 12, grade: 'error', text: 'error: a line on stdout is not JSON' };
    await vi.waitFor(() => expect(news.news.value).toEqual({ count: 2, worst: 'error', first }));
    expect(asked).toEqual([9]); // from the end of what was seen
    become(4, 20);
    timer.runAll();
    await vi.waitFor(() => expect(news.news.value).toEqual({ count: 3, worst: 'error', first }));
    news.dismiss();
    expect(news.news.value).toBeUndefined();
    become(5, 30);
    timer.runAll();
    await vi.waitFor(() => expect(asked).toEqual([9, 19]));
  });

  test('lead to the first new one, although the user looked while the first was being fetched', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const answers = [promise, Promise.resolve(25)];
    const { news, timer, become } = live(() => answers.shift() ?? Promise.resolve(null));
    become(2, 13);
    timer.runAll();
    news.dismiss();
    resolve(12);
    await settled();
    become(3, 30);
    timer.runAll();
    await vi.waitFor(() => expect(news.news.value).toMatchObject({ count: 1, first: { seq: 25 } }));
  });

  test('have their worst grade, and lead to the first of that grade', async () => {
    const { news, filters, timer, become } = live(async () => 12);
    become(1, 13, 1);
    timer.runAll();
    await vi.waitFor(() => expect(news.news.value).toMatchObject({ count: 1, worst: 'warning' }));
    become(2, 15, 1);
    timer.runAll();
    await vi.waitFor(() => expect(news.news.value).toMatchObject({ count: 2, worst: 'error' }));
    expect(filters).toEqual(['has:warning', 'has:error']);
  });

  test('are no news any more when the user goes to the findings', async () => {
    const { news, timer, view, become } = live(async () => 12);
    become(2, 13);
    timer.runAll();
    await vi.waitFor(() => expect(news.news.value?.count).toBe(1));
    view.value = 'findings';
    expect(news.news.value).toBeUndefined();
  });

  test('are counted without an entry that has them, and without the server', async () => {
    for (const seek of [async () => null, () => Promise.reject(new Error('offline'))]) {
      const { news, timer, become } = live(seek);
      become(2, 13);
      timer.runAll();
      await vi.waitFor(() => expect(news.news.value).toEqual({ count: 1, worst: 'error', first: undefined }));
    }
  });
});
