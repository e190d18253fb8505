import { describe, expect, test } from 'vitest';
import { toInitialTree, toJsonLines, type TreeState } from '../../../../inspector-ui/views/detail/json-lines.ts';
import { occurrencesOf, openTreeTo } from '../../../../inspector-ui/views/detail/json-search.ts';

const CLOSED: TreeState = { open: new Set(), shown: new Map() };

/** The line with the occurrence, after the tree is opened to it. */
function lineOf(text: string, offset: number, tree = CLOSED) {
  const opened = openTreeTo(text, tree, offset);
  return toJsonLines(text, opened.tree).find((line) => line.at === opened.at && line.kind !== 'more');
}

describe('search in a tree', () => {
  test('finds text in any case, in names and in values', () => {
    expect(occurrencesOf('{"Path":"/a/path"}', 'path')).toEqual([
      { start: 2, end: 6 },
      { start: 12, end: 16 },
    ]);
    expect([occurrencesOf('abc', ''), occurrencesOf('abc', 'x')]).toEqual([[], []]);
  });

  test.each([
    ['an umlaut', 'Grün', String.raw`{"t":"gr\u00fcn"}`],
    ['a quotation mark', 'say "hi"', JSON.stringify({ t: 'say "hi"' })],
    ['a backslash', String.raw`C:\dir`, JSON.stringify({ t: String.raw`C:\dir` })],
    ['a line break', 'a\nb', JSON.stringify({ t: 'a\nb' })],
    ['a pictograph', '🦊', String.raw`{"t":"\ud83e\udd8a"}`],
    ['special characters of regular expressions', 'a.(b)*', '{"t":"axbb a.(b)*"}'],
  ])('finds %s, escaped or not', (_, query, text) => {
    const [first, ...others] = occurrencesOf(text, query);
    expect(others).toEqual([]);
    expect(JSON.parse(`"${text.slice(first?.start, first?.end)}"`).toLowerCase()).toBe(query.toLowerCase());
  });

  test('also finds JSON source', () => {
    expect(occurrencesOf('{"method":"session/new"}', '"method":"session')).toEqual([{ start: 1, end: 18 }]);
  });

  test('opens closed nodes on the path', () => {
    const text = '{"a":{"b":[1,{"c":"needle"}]},"d":2}';
    expect(lineOf(text, text.indexOf('needle'))?.pointer).toBe('/a/b/1/c');
    expect(lineOf(text, text.indexOf('"c"'))?.pointer).toBe('/a/b/1/c');
    expect(lineOf(text, text.indexOf('2}'))?.pointer).toBe('/d');
  });

  test('shows members beyond the first portion', () => {
    const text = JSON.stringify(Array.from({ length: 500 }, (_, index) => `item ${index}`));
    expect(lineOf(text, text.indexOf('item 321'))?.pointer).toBe('/321');
  });

  test('opens a long string as text', () => {
    const text = JSON.stringify({ text: `${'long '.repeat(60)}needle` });
    expect(lineOf(text, text.indexOf('needle'))?.prose).toContain('needle');
  });

  test('shows a long string up to a hit in it, and keeps what was shown', () => {
    const text = JSON.stringify({ t: `${'hay\n'.repeat(20_000)}needle ${'hay\n'.repeat(20_000)}` });
    const far = openTreeTo(text, CLOSED, text.indexOf('needle'));
    const proseIn = (tree: TreeState) => toJsonLines(text, tree).find(({ prose }) => prose !== undefined)?.prose ?? '';
    expect(proseIn(far.tree)).toMatch(/needle .*… \(the rest is in Raw\)$/s);
    expect(proseIn(openTreeTo(text, far.tree, text.indexOf('hay')).tree)).toContain('needle');
  });

  test('keeps open nodes open', () => {
    const text = '{"a":{"b":1},"c":{"d":2}}';
    const tree = toInitialTree(text, []);
    const { tree: next } = openTreeTo(text, tree, text.indexOf('2'));
    expect([...tree.open].every((start) => next.open.has(start))).toBe(true);
  });
});
