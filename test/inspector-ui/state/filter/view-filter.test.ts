import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { createViewFilter } from '../../../../inspector-ui/state/filter/view-filter.ts';
import type { EntrySelection as Shown, Route } from '../../../../inspector-ui/state/page/route.ts';
import { fakeTimer } from '../../fakes.ts';

function looking(shown: Shown = {}) {
  const route = signal<Route>({ recording: 'r', ...shown });
  const steps: string[] = [];
  const timers = fakeTimer();
  const look = createViewFilter(
    {
      route,
      look: (change) => {
        const members = Object.entries({ ...route.peek(), ...change }).filter(([, value]) => value !== undefined);
        route.value = Object.fromEntries(members);
      },
      step: (change) => {
        change();
        steps.push(route.peek().q ?? '');
      },
      mark: () => steps.length,
    },
    timers.startTimer,
    {},
  );
  return { look, route, steps, ...timers };
}

describe('the filter state of a recording', () => {
  test('applies typed text a moment after the last key', () => {
    const { look, runAll } = looking();
    look.type('id:1');
    look.type('id:12');
    expect([look.typed.value, look.applied.value]).toEqual(['id:12', '']);
    runAll();
    expect(look.applied.value).toBe('id:12');
  });

  test('adds a history step for the first letter, a complete filter or a range; other letters replace it', () => {
    const { look, steps } = looking();
    for (const text of ['i', 'id', 'id:1']) look.type(text);
    look.remember();
    look.type('id:12');
    expect(steps).toEqual(['i', 'id:12']);
    look.set('id:3');
    look.setRange({ from: 1, to: 2 });
    look.adjustRange({ from: 1, to: 3 });
    look.adjustRange({ from: 1, to: 4 });
    look.fold();
    look.clear();
    expect(steps.slice(2)).toEqual(['id:3', 'id:3', 'id:3', 'id:3', '']);
  });

  test('keeps the last valid filter while the text is invalid', () => {
    const { look, runAll } = looking({ q: 'id:1' });
    look.type('id:1 dur:>');
    runAll();
    expect([look.applied.value, look.problem.value?.at]).toEqual(['id:1', 9]);
  });

  test('starts with the filter in the address, or without one if that is invalid', () => {
    expect(looking({ q: 'id:1', range: { from: 1, to: 2 } }).look.query.value.q).toBe('(id:1) (t:1us..2us)');
    expect(looking({ q: 'dur:>' }).look.query.value.q).toBe('');
  });

  test('keeps the same query while nothing changes', () => {
    const { look, runAll } = looking({ q: 'id:1' });
    const before = look.query.value;
    look.type('id:1 ');
    runAll();
    expect(look.query.value).toBe(before);
    look.open(3, true);
    look.open(3, false);
    expect(look.query.value).toEqual(before);
  });

  test('ignores opened groups in the raw view, and restores them in the folded view', () => {
    const { look } = looking();
    look.open(3, true);
    look.collapse(1, true);
    look.fold();
    expect(look.query.value).toEqual({ view: 'raw', q: '', opened: [], collapsed: [] });
    look.fold();
    expect(look.query.value).toEqual({ view: 'folded', q: '', opened: [3], collapsed: [1] });
  });

  test('remembers the last ten filters, each once, the latest first', () => {
    const { look } = looking();
    for (let id = 0; id < 12; id++) look.set(`id:${id}`);
    look.set('dur:>');
    look.set('id:5');
    expect(look.history.value).toEqual([
      'id:5',
      'id:11',
      'id:10',
      'id:9',
      'id:8',
      'id:7',
      'id:6',
      'id:4',
      'id:3',
      'id:2',
    ]);
  });
});
