import { assert, nat, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFilter } from '#core/filter/parse.ts';
import { suggestCompletions, type KnownValues } from '#core/filter/suggest-completions.ts';

const values: KnownValues = (field) => {
  if (field === 'method')
    return [
      { value: 'session/update', count: 90 },
      { value: 'session/prompt', count: 4 },
      { value: 'fs/read_text_file', count: 2 },
    ];
  if (field === 'tool') return [{ value: 'Edit main.ts', count: 3 }];
  if (field === 'turn') return [{ value: '1', count: 5 }];
  return [];
};

/** The suggestions at the `|`: their texts, and the query after taking the first one. */
function at(marked: string) {
  const cursor = marked.indexOf('|');
  const query = marked.replace('|', '');
  const { at: from, end, items, field } = suggestCompletions(query, cursor, values);
  const [first] = items;
  return {
    texts: items.map(({ text }) => text),
    field,
    taken: first && query.slice(0, from) + first.text + query.slice(end),
    items,
  };
}

describe('suggestions', () => {
  test('at the beginning list every field with its description', () => {
    const { texts, items } = at('|');
    expect(texts.slice(0, 3)).toEqual(['method:', 'kind:', 'from:']);
    expect(texts).toContain('not');
    expect(texts).not.toContain('or');
    expect(items[0]?.about).toMatch(/method of the message/);
  });

  test('after a term offer another term, or "or"', () => {
    expect(at('kind:request |').texts).toEqual(expect.arrayContaining(['method:', 'or', 'not']));
  });

  test.each([
    ['met|', 'method:'],
    ['kind:request me|', 'kind:request method:'],
    ['-(me|', '-(method:'],
    ['-me|', '-method:'],
    ['m|et', 'method:'],
    ['duration|', 'dur:'],
  ])('turn %s into %s', (marked, taken) => {
    expect(at(marked).taken).toBe(taken);
  });

  test('for a word that is part of a value offer the field with that value', () => {
    expect(at('prompt|').texts).toEqual(['method:session/prompt']);
    expect(at('edit|').texts).toEqual(['tool:"Edit main.ts"']);
  });

  test('for a value list those of the recording, the most frequent first, then typical ones', () => {
    const { texts, items, field } = at('method:|');
    expect(field).toBe('method');
    expect(texts).toEqual(['session/update', 'session/prompt', 'fs/read_text_file', 'session/*']);
    expect(items.map(({ count }) => count)).toEqual([90, 4, 2, null]);
  });

  test.each([
    ['method:pro|', 'method:session/prompt'],
    ['method:SES|sion/x kind:request', 'method:session/update kind:request'],
    ['-kind:|', '-kind:request'],
    ['kind:r|', 'kind:request'],
    ['tool:"ed|', 'tool:"Edit main.ts"'],
    ['tool:m|', 'tool:"Edit main.ts"'],
    ['turn:|', 'turn:1'],
    ['dur:>|', 'dur:>500ms'],
    ['has:e|', 'has:error'],
  ])('replace %s by %s', (marked, taken) => {
    expect(at(marked).taken).toBe(taken);
  });

  test('are empty in a quoted text, in a regex, for text: and for an unknown field', () => {
    for (const marked of ['"met|', '/met|/', 'text:a|', 'nothing:|', ')|']) expect(at(marked).texts).toEqual([]);
  });

  test('replace a part inside the query, and are not too many, for any query', () => {
    assert(
      property(string(), nat(12), (query, cursor) => {
        const { at: from, end, items } = suggestCompletions(query, Math.min(cursor, query.length), values);
        expect(0 <= from && from <= end && end <= query.length).toBe(true);
        expect(items.length).toBeLessThanOrEqual(20);
      }),
    );
  });

  test('give a valid filter after a value is taken', () => {
    for (const marked of ['method:|', 'kind:|', 'turn:|', 'dur:|', 'has:|', 'tool:|', 't:|', 'size:|']) {
      const cursor = marked.indexOf('|');
      for (const { text } of at(marked).items) expect(parseFilter(marked.slice(0, cursor) + text).ok).toBe(true);
    }
  });
});
