import { assert, clone, jsonValue, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { difference, isEqual } from '#core/json/difference.ts';
import { renderDifference } from '#core/json/render-difference.ts';

const rendered = (expected: unknown, received: unknown) => renderDifference(difference(expected, received)).split('\n');

describe('two lists of named items', () => {
  const named = (...ids: readonly string[]) => ids.map((modeId) => ({ modeId, description: `Mode ${modeId}` }));
  const folds = (expected: unknown, received: unknown) =>
    difference(expected, received, { foldsReplaced: true }).map(({ kind, pointer }) => `${kind} ${pointer}`);

  test('fold into one change of their unmatched items, on request', () => {
    expect(folds({ modes: named('a', 'b') }, { modes: named('x') })).toEqual(['changed /modes']);
    expect(difference({ modes: named('a', 'b') }, { modes: named('x') })).toHaveLength(3);
  });

  test('also list the changes in items that both have', () => {
    const [expected, received] = [named('a', 'b', 'c'), [...named('x', 'y'), { modeId: 'c' }]];
    expect(difference(expected, received, { foldsReplaced: true })).toEqual([
      { pointer: '', kind: 'changed', expected: named('a', 'b'), received: named('x', 'y') },
      { pointer: '/2/description', kind: 'missing', expected: 'Mode c' },
    ]);
  });

  test.each([
    ['one item is in both', named('a', 'b'), named('x', 'b'), ['missing /0', 'extra /0']],
    ['one of them is empty', [], named('x', 'y'), ['extra /0', 'extra /1']],
    ['either has one item', named('a'), named('x'), ['missing /0', 'extra /0']],
    ['items have no names', [[1], [2]], [3], ['missing /0', 'extra /0', 'missing /1']],
  ])('are compared item by item where %s', (_, expected, received, differences) => {
    expect(folds(expected, received)).toEqual(differences);
  });
});

describe('the difference of two JSON values', () => {
  test('is empty exactly when they are equal', () => {
    assert(
      property(tuple(jsonValue(), jsonValue()), ([a, b]) => {
        expect(difference(a, b).length === 0).toBe(isEqual(a, b));
        expect(isEqual(a, b)).toBe(isEqual(b, a));
      }),
    );
    assert(
      property(clone(jsonValue(), 2), ([a, b]) => {
        expect(difference(a, b)).toEqual([]);
      }),
    );
  });

  test('has each pointer once', () => {
    assert(
      property(jsonValue(), jsonValue(), (a, b) => {
        const pointers = difference({ a }, { a: b }).map(({ kind, pointer }) => `${kind === 'extra'} ${pointer}`);
        expect(new Set(pointers).size).toBe(pointers.length);
      }),
    );
  });

  test.each([
    ['a changed value', { a: { b: 1 } }, { a: { b: 2 } }, ['/a/b: expected 1, got 2']],
    ['a missing member', { a: 1, b: null }, { a: 1 }, ['/b: expected null, got nothing']],
    ['one more member', { a: 1 }, { a: 1, b: [] }, ['/b: expected nothing, got []']],
    ['another order of members: nothing', { a: 1, b: 2 }, { b: 2, a: 1 }, ['']],
    ['another kind of value', { a: [] }, { a: {} }, ['/a: expected [], got {}']],
    ['the whole value', 1, '1', ['expected 1, got "1"']],
    ['nothing at all', { a: 1 }, undefined, ['expected {"a":1}, got nothing']],
    ['names with slashes and tildes', { 'a/b~c': 1 }, {}, ['/a~1b~0c: expected 1, got nothing']],
    [
      'a member named like one of Object.prototype',
      JSON.parse('{"__proto__":1}'),
      {},
      ['/__proto__: expected 1, got nothing'],
    ],
    ['one more item in front', [1, 2, 3], [0, 1, 2, 3], ['/0: expected nothing, got 0']],
    ['an item gone from the middle', [1, 2, 3], [1, 3], ['/1: expected 2, got nothing']],
    ['an item changed', ['a', 'b', 'c'], ['a', 'x', 'c'], ['/1: expected "b", got "x"']],
    [
      'an item changed and one more',
      [{ type: 'text', text: 'a' }],
      [{ type: 'text', text: 'b' }, { type: 'image' }],
      ['/0/text: expected "a", got "b"', '/1: expected nothing, got {"type":"image"}'],
    ],
    [
      'items matched by their names',
      [{ toolCallId: 'a', status: 'pending' }, { toolCallId: 'b' }],
      [{ toolCallId: 'x' }, { toolCallId: 'a', status: 'failed' }, { toolCallId: 'b' }],
      ['/0: expected nothing, got {"toolCallId":"x"}', '/0/status: expected "pending", got "failed"'],
    ],
    [
      'items with different names separately',
      [{ id: 1, a: 1 }],
      [{ id: 2, a: 1 }],
      ['/0: expected {"id":1,"a":1}, got nothing', '/0: expected nothing, got {"id":2,"a":1}'],
    ],
    [
      'items in another order',
      [{ id: 1 }, { id: 2 }],
      [{ id: 2 }, { id: 1 }],
      ['/0: expected {"id":1}, got nothing', '/1: expected nothing, got {"id":1}'],
    ],
  ])('shows %s', (_what, expected, received, lines) => {
    expect(rendered(expected, received)).toEqual(lines);
  });

  test('shows long strings around the first difference', () => {
    const start = 'lorem ipsum '.repeat(20);
    expect(rendered({ text: `${start}dolor sit` }, { text: `${start}color sit` })).toEqual([
      '/text: expected …"lorem ipsum lorem ipsum dolor sit", got …"lorem ipsum lorem ipsum color sit"',
    ]);
    expect(rendered('x'.repeat(100), 'y')).toEqual([`expected "${'x'.repeat(72)}"…, got "y"`]);
  });

  test('lists the first few and counts the rest', () => {
    const many = Array.from({ length: 9 }, (_, index) => [`m${index}`, index] as const);
    expect(rendered(Object.fromEntries(many), {}).at(-1)).toBe('… and 3 more differences');
    expect(rendered(Object.fromEntries(many.slice(0, 7)), {}).at(-1)).toBe('… and 1 more difference');
  });

  test('cuts long values', () => {
    expect(rendered({ a: 'x'.repeat(30), b: { c: 'y'.repeat(300), d: [1, 2] } }, undefined)).toEqual([
      'expected {"a":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","b":{"c":"yyyyyyyyyyyyyyyyyyyyy"…,…}}, got nothing',
    ]);
  });

  test('is computed for values of any depth and size', () => {
    const deep = (end: string) => JSON.parse(`${'['.repeat(20_000)}${end}${']'.repeat(20_000)}`) as unknown;
    expect(difference(deep('1'), deep('1'))).toEqual([]);
    expect(difference(deep('1'), deep('2'))).toHaveLength(1);
    expect(rendered(deep('1'), { deep: deep('2') })).toHaveLength(1);
    const long = (from: number) => Array.from({ length: 20_000 }, (_, index) => ({ value: index * from }));
    expect(difference(long(1), long(3)).length).toBeGreaterThan(100);
  });
});
