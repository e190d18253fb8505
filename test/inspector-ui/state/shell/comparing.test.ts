import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import type { Comparison, SideQuery } from '#core/model/compare.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { RequestFailed } from '../../../../inspector-ui/backends/backend.ts';
import {
  createComparing,
  defaultOtherRecording,
  foreignRecording,
  toComparedSides,
} from '../../../../inspector-ui/state/shell/comparing.ts';
import { createRouter } from '../../../../inspector-ui/state/page/router.ts';
import { fakeTimer, recording, settled } from '../../fakes.ts';

const at = (hour: number, id: string, more: Partial<RecordingSummary> = {}) =>
  recording(id, { startedAt: `2026-11-20T${hour}:00:00.000Z`, ...more });

const own = at(15, 'own');

describe('the default choice for a comparison', () => {
  test.each([
    [
      'the latest before it of the same command',
      [at(16, 'later'), own, at(14, 'x', { command: ['x'] }), at(13, 'same'), at(12, 'old')],
      'same',
    ],
    [
      'else the latest before it',
      [at(16, 'later'), own, at(14, 'x', { command: ['x'] }), at(13, 'y', { command: ['y'] })],
      'x',
    ],
    ['else the first after it', [at(17, 'last'), at(16, 'later'), own], 'later'],
    ['else itself', [own], 'own'],
  ])('is %s', (_, newestFirst, expected) => {
    expect(defaultOtherRecording(own, newestFirst)).toBe(expected);
  });

  test('is of another command only without an earlier run of the same command', () => {
    const other = at(14, 'x', { command: ['x'] });
    const foreign = (...rest: RecordingSummary[]) => foreignRecording('x', own, [own, other, ...rest])?.id;
    expect([foreign(), foreign(at(16, 'later')), foreign(at(13, 'same'))]).toEqual(['x', 'x', undefined]);
    expect(foreignRecording('later', own, [at(16, 'later'), own])).toBe(undefined);
    expect(foreignRecording('own', own, [own])).toBe(undefined);
  });

  test('is the whole recording for an invalid part', () => {
    expect(toComparedSides({ with: 'a', before: 'turn-2', now: 'turn-x' }, own, [])).toEqual({
      before: { recording: 'a', part: { kind: 'turn', number: 2 } },
      now: { recording: 'own', part: { kind: 'all' } },
    });
  });
});

const comparison = (left: SideQuery, right: SideQuery): Comparison => {
  const turns = [1, 2, 3].map((number) => ({ number, title: `turn ${number}` }));
  const side = (query: SideQuery) => ({ ...query, steps: 4, turns, sessions: 1 });
  const more = { turns: 0, different: 0 };
  return { left: side(left), right: side(right), isSame: true, turns: [], more, isRough: false, passing: [] };
};

/** A page at an address; its requests stay open until the test answers them. */
function comparing(hash = '#/r/own/compare') {
  const summary = signal(own);
  const recordings = signal<readonly RecordingSummary[]>([own, at(13, 'same')]);
  let current = hash;
  let changed = () => {};
  const router = createRouter(
    {
      hash: () => current,
      kept: () => undefined,
      push: (next) => void (current = next),
      replace: () => {},
      onChange: (listener) => void (changed = listener),
    },
    fakeTimer().startTimer,
  );
  const asked: {
    left: SideQuery;
    right: SideQuery;
    signal: AbortSignal;
    answer: () => void;
    fail: (error: Error) => void;
  }[] = [];
  const state = createComparing({
    summary,
    recordings: { recordings, largeFolder: signal(null), byId: () => undefined, dispose: () => {} },
    router,
    backend: {
      compare: (left, right, aborted) =>
        new Promise((resolve, reject) => {
          asked.push({ left, right, signal: aborted, answer: () => resolve(comparison(left, right)), fail: reject });
        }),
    },
  });
  const go = (next: string) => {
    current = next;
    changed();
  };
  return { state, asked, router, recordings, go, address: () => current };
}

describe('comparing', () => {
  test('fetches the comparison in the address, and again when that changes', async () => {
    const { state, asked, go } = comparing('#/r/own/compare?with=x&before=turn-1&now=session-2');
    expect(asked[0]).toMatchObject({
      left: { recording: 'x', part: { kind: 'turn', number: 1 } },
      right: { recording: 'own', part: { kind: 'session', number: 2 } },
    });
    asked[0]?.answer();
    await settled();
    expect(state.compared.value).toMatchObject({ kind: 'ready' });
    go('#/r/own/compare?with=x');
    expect([asked.length, state.compared.value]).toEqual([2, { kind: 'loading' }]);
  });

  test('does not fetch again for another entry of the same comparison', () => {
    const { asked, go } = comparing();
    go('#/r/own/compare/e/7');
    expect(asked).toHaveLength(1);
  });

  test('ignores the response to an aborted request', async () => {
    const { state, asked, go } = comparing();
    go('#/r/own/compare?with=x');
    asked[0]?.answer();
    await settled();
    expect([asked[0]?.signal.aborted, state.compared.value.kind]).toEqual([true, 'loading']);
  });

  test('shows what is missing, and other failures', async () => {
    const { state, asked } = comparing();
    asked[0]?.fail(new RequestFailed(404, '/api/compare'));
    await settled();
    expect(state.compared.value).toEqual({ kind: 'missing' });
    state.again();
    asked[1]?.fail(new TypeError('fetch failed'));
    await settled();
    expect(state.compared.value).toEqual({ kind: 'failed', reason: 'The server does not answer.' });
  });

  test('can be cancelled and started again', async () => {
    const { state, asked } = comparing();
    state.cancel();
    expect([asked[0]?.signal.aborted, state.compared.value.kind]).toEqual([true, 'cancelled']);
    asked[0]?.fail(new DOMException('aborted', 'AbortError'));
    await settled();
    expect(state.compared.value.kind).toBe('cancelled');
    state.again();
    asked[1]?.answer();
    await settled();
    expect(state.compared.value.kind).toBe('ready');
    state.cancel();
    expect(state.compared.value.kind).toBe('ready');
  });

  test('is outdated after one of the two recordings grows, until it is repeated', async () => {
    const { state, asked, recordings } = comparing();
    asked[0]?.answer();
    await settled();
    expect(state.isOutdated.value).toBe(false);
    recordings.value = [own, at(13, 'same', { total: 99 })];
    expect([state.isOutdated.value, asked.length]).toEqual([true, 1]);
    state.again();
    asked[1]?.answer();
    await settled();
    expect(state.isOutdated.value).toBe(false);
  });

  test('writes the choice into the address', async () => {
    const { state, asked, address } = comparing();
    asked[0]?.answer();
    await settled();
    state.choosePart('now', 'turn-3');
    expect(address()).toBe('#/r/own/compare?with=same&now=turn-3');
    state.choosePart('before', 'turn-1');
    expect(address()).toBe('#/r/own/compare?with=same&before=turn-1&now=turn-3');
    state.choose('x');
    expect(address()).toBe('#/r/own/compare?with=x');
    state.choose('own');
    expect(address()).toBe('#/r/own/compare?with=own&before=turn-2&now=turn-3');
  });

  test('compares the last turns of the recording itself, even if it is chosen before its turns are known', async () => {
    const { state, asked, address } = comparing();
    state.choose('own');
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[1]?.answer();
    await settled();
    expect(address()).toBe('#/r/own/compare?with=own&before=turn-2&now=turn-3');
  });

  test('makes no request after dispose()', () => {
    const { state, asked, go } = comparing();
    state.dispose();
    go('#/r/own/compare?with=x');
    expect([asked.length, asked[0]?.signal.aborted]).toEqual([1, true]);
  });
});
