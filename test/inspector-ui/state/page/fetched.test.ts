import { describe, expect, test } from 'vitest';
import { RequestFailed } from '../../../../inspector-ui/backends/backend.ts';
import { createFetched } from '../../../../inspector-ui/state/page/fetched.ts';
import { fakeTimer, settled } from '../../fakes.ts';

function asking() {
  const timers = fakeTimer();
  const asked: { signal: AbortSignal; answer: (value: string) => void; fail: (error: Error) => void }[] = [];
  const fetched = createFetched<string>(
    (signal) => new Promise((answer, fail) => void asked.push({ signal, answer, fail })),
    timers.startTimer,
  );
  return { ...timers, asked, fetched };
}

describe('a fetched value', () => {
  test('has one open request at a time, for any number of changes', async () => {
    const { fetched, asked, runAll } = asking();
    for (let change = 0; change < 5; change++) fetched.refresh();
    expect(asked).toHaveLength(1);
    asked[0]?.answer('first');
    await settled();
    expect(asked).toHaveLength(1);
    runAll();
    expect(asked).toHaveLength(2);
  });

  test('is fetched once for all changes, a second after the last response', async () => {
    const { fetched, asked, delays, runAll } = asking();
    fetched.refresh();
    asked[0]?.answer('first');
    await settled();
    expect(delays()).toEqual([1000]);
    fetched.refresh();
    fetched.refresh();
    expect(asked).toHaveLength(1);
    runAll();
    expect(asked).toHaveLength(2);
    asked[1]?.answer('second');
    await settled();
    runAll();
    expect(asked).toHaveLength(2);
  });

  test('stays shown while it is fetched again, and is marked outdated when that fails', async () => {
    const { fetched, asked, runAll } = asking();
    fetched.refresh();
    asked[0]?.answer('first');
    await settled();
    fetched.refresh();
    runAll();
    expect(fetched.fetched.value).toEqual({ kind: 'ready', value: 'first', outdated: undefined });
    expect(fetched.isAsking.value).toBe(true);
    asked[1]?.fail(new RequestFailed(500, '/x'));
    await settled();
    expect(fetched.fetched.value).toMatchObject({ value: 'first', outdated: 'The server answered 500 to /x.' });
  });

  test('is fetched anew at once where a running request asks for less', async () => {
    const { fetched, asked } = asking();
    fetched.refresh();
    fetched.retry();
    expect(asked).toHaveLength(1);
    fetched.again();
    asked[1]?.answer('more');
    asked[0]?.answer('less');
    await settled();
    expect([asked.length, asked[0]?.signal.aborted, fetched.fetched.value]).toMatchObject([2, true, { value: 'more' }]);
  });

  test('shows why the first fetch failed, and retries at once on request', async () => {
    const { fetched, asked } = asking();
    fetched.refresh();
    asked[0]?.fail(new TypeError('network'));
    await settled();
    expect(fetched.fetched.value).toEqual({ kind: 'failed', reason: 'The server does not answer.' });
    fetched.retry();
    expect([fetched.fetched.value.kind, asked.length]).toEqual(['loading', 2]);
  });

  test('is aborted when it is no longer shown', async () => {
    const { fetched, asked, delays } = asking();
    fetched.refresh();
    fetched.dispose();
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.fail(new Error('aborted'));
    await settled();
    expect([fetched.fetched.value.kind, delays()]).toEqual(['loading', []]);
  });
});
