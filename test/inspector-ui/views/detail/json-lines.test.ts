import { describe, expect, test } from 'vitest';
import { rootSpan, spansTo } from '../../../../inspector-ui/text/json-source.ts';
import {
  MEMBERS_PER_STEP,
  toInitialTree,
  toJsonLines,
  toggleValue,
  showMoreMembers,
} from '../../../../inspector-ui/views/detail/json-lines.ts';

const NOTHING = { open: new Set<number>(), shown: new Map<number, number>() };
const shown = (text: string, tree = toInitialTree(text, [])) =>
  toJsonLines(text, tree).map(({ depth, key, preview, note }) =>
    `${'  '.repeat(depth)}${key ?? ''} ${preview || note}`.trimEnd(),
  );

describe('the JSON tree', () => {
  test('keeps the order of members, duplicates, __proto__ and the text of numbers', () => {
    expect(shown('{"b":12345678901234567890,"a":1.0e+2,"a":-0,"__proto__":{"x":true}}')).toEqual([
      ' 4 members',
      '  b 12345678901234567890',
      '  a 1.0e+2',
      '  a -0',
      '  __proto__ 1 member',
      '    x true',
    ]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test('reads brackets, quotes and backslashes inside strings as text', () => {
    expect(shown('{"a":"}]\\"{","b\\\\":[ "\\\\" , {} ]}')).toEqual([
      ' 2 members',
      '  a "}]\\"{"',
      '  b\\\\ 2 items',
      '    0 "\\\\"',
      '    1 {}',
    ]);
  });

  test('opens ten thousand levels one by one without running out of stack', () => {
    const depth = 10_000;
    const text = '['.repeat(depth) + ']'.repeat(depth);
    const open = new Set(Array.from({ length: 500 }, (_, level) => level));
    expect(toJsonLines(text, { open, shown: new Map() })).toHaveLength(501);
  });

  test('shows a long list in portions', () => {
    const text = JSON.stringify(Array.from({ length: 5000 }, (_, index) => index));
    const tree = toggleValue(NOTHING, 0);
    expect(toJsonLines(text, tree).at(-1)).toMatchObject({ kind: 'more', preview: '4\u2009900 more' });
    expect(toJsonLines(text, showMoreMembers(tree, 0))).toHaveLength(1 + MEMBERS_PER_STEP * 6 + 1);
  });

  test('opens about a screen at first', () => {
    const text = JSON.stringify(Array.from({ length: 40 }, () => ({ a: 1, b: 2, c: 3 })));
    expect(toJsonLines(text, toInitialTree(text, [])).length).toBeLessThan(70);
  });

  test('opens the path to the value of a finding', () => {
    const text = JSON.stringify({ list: Array.from({ length: 80 }, () => ({ deep: { x: 1 } })) });
    const lines = toJsonLines(text, toInitialTree(text, spansTo(text, '/list/70/deep/x')));
    expect(lines.map(({ pointer }) => pointer)).toContain('/list/70/deep/x');
  });

  test('escapes names in pointers', () => {
    expect(toJsonLines('{"a/b~":1}', toggleValue(NOTHING, 0)).at(-1)?.pointer).toBe('/a~1b~0');
  });

  test('opens a string of several lines as text', () => {
    const text = '{"t":"one\\ntwo"}';
    const [, line] = toJsonLines(text, { open: new Set([0, 5]), shown: new Map() });
    expect([line?.preview, line?.prose]).toEqual(['"one\\ntwo"', 'one\ntwo']);
  });

  test('is empty for text that is not JSON', () => {
    expect([rootSpan('{"a":'), shown('nonsense')]).toEqual([undefined, []]);
  });
});
