import { describe, expect, test } from 'vitest';
import { seqOf } from '#core/wire/units.ts';
import { createRouter, inOtherView, parseRoute, renderRoute } from '../../inspector-ui/state/router.ts';
import { fakeLater } from './fakes.ts';

function routed(hash: string) {
  const timers = fakeLater();
  const written: string[] = [];
  let changed = () => {};
  let current = hash;
  const router = createRouter(
    {
      hash: () => current,
      push: (next) => void written.push(`push ${next}`),
      replace: (next) => void written.push(`replace ${next}`),
      onChange: (listener) => void (changed = listener),
    },
    timers.later,
  );
  const navigate = (next: string) => {
    current = next;
    changed();
  };
  return { router, written, navigate, ...timers };
}

test.each([
  {},
  { recording: 'a b/ü' },
  { recording: 'r', seq: seqOf(12) },
  { recording: 'r', view: 'findings' },
] as const)('the address of %j leads back to it', (route) => {
  expect(parseRoute(renderRoute(route))).toEqual(route);
});

test.each(['', '#', '#/x', '#/r/', '#/r/a/b', '#/r/%E0', '#/r/a/e/', '#/r/a/e/-1', '#/r/a/findings/1', '#/r/a/other'])(
  '%j names nothing',
  (hash) => {
    expect(parseRoute(hash)).toEqual({});
  },
);

describe('the router', () => {
  test('restores recording and entry from the address', () => {
    expect(routed('#/r/one/e/7').router.route.value).toEqual({ recording: 'one', seq: 7 });
  });

  test('writes quickly passing entries once, as no step of the history', () => {
    const { router, written, runAll } = routed('#/r/one');
    for (const seq of [1, 2, 3]) router.select(seqOf(seq));
    expect([router.route.value.seq, written]).toEqual([3, []]);
    runAll();
    expect(written).toEqual(['replace #/r/one/e/3']);
  });

  test('writes where it was before it steps to another recording', () => {
    const { router, written } = routed('#/r/one');
    router.select(seqOf(3));
    router.open('two');
    expect(written).toEqual(['replace #/r/one/e/3', 'push #/r/two']);
  });

  test('keeps the entry while the findings are looked at, and writes it again on the way back', () => {
    const { router, written, navigate } = routed('#/r/one/e/3');
    router.go(inOtherView(router.route.value));
    navigate('#/r/one/findings');
    router.go(inOtherView(router.route.value));
    expect(written).toEqual(['push #/r/one/findings', 'push #/r/one/e/3']);
  });

  test('does not take an entry along to the findings of another recording', () => {
    const { router, navigate } = routed('#/r/one/e/3');
    navigate('#/r/two/findings');
    expect(router.route.value).toEqual({ recording: 'two', view: 'findings' });
  });

  test('follows the back button and forgets what it was about to write', () => {
    const { router, written, navigate, runAll } = routed('#/r/one');
    router.select(seqOf(3));
    navigate('#/r/zero/e/1');
    runAll();
    expect([router.route.value, written]).toEqual([{ recording: 'zero', seq: 1 }, []]);
  });
});
