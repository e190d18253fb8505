import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import type { RowQuery, RowWindow } from '#core/contract/timeline.ts';
import { createLookAt } from '../../../../inspector-ui/state/list/look-at.ts';
import { settled } from '../../fakes.ts';

const WINDOW: RowWindow = { from: 0, rows: [], total: 9, entries: 9, shown: 9, revision: 1 };

function looking() {
  const asked: number[] = [];
  const answers: ((index: number) => void)[] = [];
  const places: number[] = [];
  const rows = (_: string, { at }: RowQuery) => {
    asked.push('around' in at ? at.around : -1);
    return new Promise<RowWindow>((answer, fail) =>
      answers.push((index) => (index < 0 ? fail(new Error('gone')) : answer({ ...WINDOW, index }))),
    );
  };
  const query = signal({ view: 'raw' as const, q: '', opened: [], collapsed: [] });
  const look = createLookAt({ recording: 'r', backend: { rows }, query, arrive: (place) => void places.push(place) });
  const answer = async (index: number) => {
    answers.shift()?.(index);
    await settled();
  };
  return { look, asked, answer, places };
}

test('finds the row of an entry, and of many only the first and the latest', async () => {
  const { look, asked, answer, places } = looking();
  for (const seq of [1, 2, 3, 4]) look.lookAt(seq);
  await answer(10);
  await answer(40);
  expect([asked, places]).toEqual([
    [1, 4],
    [10, 40],
  ]);
});

test('continues after a request that failed, and arrives nowhere after dispose()', async () => {
  const { look, answer, places } = looking();
  look.lookAt(1);
  await answer(-1);
  look.lookAt(2);
  await answer(20);
  look.lookAt(3);
  look.dispose();
  await answer(30);
  expect(places).toEqual([20]);
});
