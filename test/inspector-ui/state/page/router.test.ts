import { describe, expect, test } from 'vitest';
import { seqOf } from '#core/units.ts';
import { parseRoute, renderRoute } from '../../../../inspector-ui/state/page/route.ts';
import { createRouter } from '../../../../inspector-ui/state/page/router.ts';
import { fakeTimer } from '../../fakes.ts';

function routed(hash: string) {
  const timers = fakeTimer();
  const written: string[] = [];
  let changed = () => {};
  let current: { readonly hash: string; readonly kept: unknown } = { hash, kept: null };
  const router = createRouter(
    {
      hash: () => current.hash,
      kept: () => current.kept,
      push: (next, kept) => void written.push(`push ${next}${kept ? ` keeping ${JSON.stringify(kept)}` : ''}`),
      replace: (next, kept) => void written.push(`replace ${next}${kept ? ` keeping ${JSON.stringify(kept)}` : ''}`),
      onChange: (listener) => void (changed = listener),
    },
    timers.startTimer,
  );
  const navigate = (next: string, kept: unknown = null) => {
    current = { hash: next, kept };
    changed();
  };
  return { router, written, navigate, ...timers };
}

test.each([
  {},
  { recording: 'a b/ü' },
  { recording: 'r?x' },
  { recording: 'r', seq: seqOf(12) },
  { recording: 'r', view: 'findings' },
  { recording: 'r', view: 'conversation', seq: seqOf(3) },
  { recording: 'r', view: 'compare', compared: { with: 'a&b', before: 'turn-1', now: 'session-2' } },
  { recording: 'r', q: 'text:"a&b #?" or -id:7', raw: true, range: { from: 0, to: 1_200_000 } },
] as const)('the address of %j leads back to it', (route) => {
  expect(parseRoute(renderRoute(route))).toEqual(route);
});

test.each(['#/r/a/b', '#/r/a/numbers'])('%j names a view that there is not: the recording opens', (address) => {
  expect(parseRoute(address)).toEqual({ recording: 'a' });
});

test.each(['', '#', '#/x', '#/r/', '#/r/%E0', '#/r/a/e/', '#/r/a/e/-1', '#/r/a/findings/1'])(
  '%j names nothing',
  (hash) => {
    expect(parseRoute(hash)).toEqual({});
  },
);

test.each(['r=5', 'r=9..3', 'r=-1..2', 'v=folded', 'q=', 'x=1'])('ignores the invalid parameter %s', (query) => {
  expect(parseRoute(`#/r/a?${query}`)).toEqual({ recording: 'a' });
});

describe('the router', () => {
  test('opens another recording in the same view, without the entry and the filter of the previous recording', () => {
    const { router, written } = routed('#/r/one/findings/e/7?q=x');
    router.open('two');
    expect(written).toEqual(['push #/r/two/findings']);
    router.open(undefined);
    router.open('three');
    expect(written.slice(1)).toEqual(['push #/', 'push #/r/three/findings']);
    router.show('timeline');
    router.open('four');
    expect(written.at(-1)).toBe('push #/r/four');
  });

  test('opens a recording from the list alone in the view of the recording before', () => {
    const { router, written, navigate } = routed('#/r/one/findings');
    navigate('#/');
    expect(router.viewToOpen.value).toBe('findings');
    router.open('two');
    expect(written.at(-1)).toBe('push #/r/two/findings');
    navigate('#/r/three');
    navigate('#/');
    expect(router.viewToOpen.value).toBeUndefined();
  });

  test('restores recording and entry from the address', () => {
    expect(routed('#/r/one/e/7').router.route.value).toEqual({ recording: 'one', seq: 7 });
  });

  test('writes a fast series of entries once, without a history step', () => {
    const { router, written, runAll } = routed('#/r/one');
    for (const seq of [1, 2, 3]) router.select(seqOf(seq));
    expect([router.route.value.seq, written]).toEqual([3, []]);
    runAll();
    expect(written).toEqual(['replace #/r/one/e/3']);
  });

  test('writes the last entry before it steps to another recording', () => {
    const { router, written } = routed('#/r/one');
    router.select(seqOf(3));
    router.open('two');
    expect(written).toEqual(['replace #/r/one/e/3', 'push #/r/two']);
  });

  test('keeps entry, filter and range in another view and back', () => {
    const { router, written } = routed('#/r/one/e/3?q=has%3Aerror&r=1..2');
    router.show('findings');
    router.show('timeline');
    expect(written).toEqual([
      'push #/r/one/findings/e/3?q=has%3Aerror&r=1..2',
      'push #/r/one/e/3?q=has%3Aerror&r=1..2',
    ]);
  });

  test('adds no step for the current view', () => {
    const { router, written } = routed('#/r/one');
    router.show('timeline');
    expect(written).toEqual([]);
  });

  test('writes a filter without a step, and removes a cleared one', () => {
    const { router, written, runAll } = routed('#/r/one?v=raw');
    router.look({ q: 'id:7' });
    runAll();
    router.look({ q: undefined });
    runAll();
    expect(written).toEqual(['replace #/r/one?q=id%3A7&v=raw', 'replace #/r/one?v=raw']);
  });

  test('adds a step for a jump, with the kept state of its start', () => {
    const { router, written, runAll } = routed('#/r/one/e/1');
    router.keep({ place: 7 });
    router.select(seqOf(2));
    router.step(() => router.select(seqOf(9)));
    runAll();
    expect(written).toEqual(['replace #/r/one/e/2 keeping {"place":7}', 'push #/r/one/e/9 keeping {"place":7}']);
  });

  test('adds no step without a change, unless the callback asks for it', () => {
    const { router, written } = routed('#/r/one/e/1');
    router.step(() => router.select(seqOf(1)));
    expect(written).toEqual([]);
    router.step(() => true);
    expect(written).toEqual(['push #/r/one/e/1']);
  });

  test('limits the steps of a held key, because browsers refuse too many', () => {
    const { router, written, runAll } = routed('#/r/one');
    for (let seq = 0; seq < 100; seq++) router.step(() => router.select(seqOf(seq)));
    runAll();
    expect(written.filter((each) => each.startsWith('push'))).toHaveLength(30);
    expect(written.at(-1)).toBe('replace #/r/one/e/99');
    router.step(() => router.select(seqOf(100)));
    expect(written.at(-1)).toBe('push #/r/one/e/100');
  });

  test('starts without a step', () => {
    const { router, written } = routed('');
    router.begin('one');
    expect([written, router.route.value]).toEqual([['replace #/r/one'], { recording: 'one' }]);
  });

  test('keeps state in the history, not in links, and restores it', () => {
    const { router, written, navigate, runAll } = routed('#/r/one');
    router.keep({ place: 70 });
    runAll();
    expect(written).toEqual(['replace #/r/one keeping {"place":70}']);
    router.open('two');
    expect(router.kept()).toBeUndefined();
    navigate('#/r/one', { place: 70 });
    expect(router.kept()).toEqual({ place: 70 });
  });

  test('follows the back button and drops pending writes', () => {
    const { router, written, navigate, runAll } = routed('#/r/one');
    router.select(seqOf(3));
    navigate('#/r/zero/e/1');
    runAll();
    expect([router.route.value, written]).toEqual([{ recording: 'zero', seq: 1 }, []]);
  });
});
