import { property, array, assert, boolean, constantFrom, option, record, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFilter, printFilter, toPredicate, type Filterable, type Term } from '#core/filter/filter.ts';

const row = (patch: Partial<Filterable>): Filterable => ({
  kind: 'request',
  from: 'client',
  method: 'session/prompt',
  id: '1',
  session: 's-1',
  summary: 'Fix the bug in main.ts',
  findings: [],
  ...patch,
});

const matches = (query: string, patch: Partial<Filterable> = {}) => toPredicate(parseFilter(query))(row(patch));

describe('a filter', () => {
  test.each<[query: string, patch: Partial<Filterable>, expected: boolean]>([
    ['', {}, true],
    ['method:session/prompt', {}, true],
    ['method:session/*', {}, true],
    ['method:prompt', {}, false],
    ['-method:session/*', {}, false],
    ['kind:request from:client', {}, true],
    ['kind:request from:agent', {}, false],
    ['id:1', {}, true],
    ['id:abc', { id: '"abc"' }, true],
    ['session:s-*', {}, true],
    ['bug', {}, true],
    ['BUG', {}, true],
    ['"the bug"', {}, true],
    ['-"the bug"', {}, false],
    ['has:finding', {}, false],
    ['has:finding', { findings: [{ rule: 'framing/line-is-json' }] }, true],
    ['rule:framing/*', { findings: [{ rule: 'framing/line-is-json' }] }, true],
    ['update:tool_call', { method: 'session/update', summary: 'tool_call · pending' }, true],
    ['update:tool_call', { method: 'session/update', summary: 'tool_call_update · done' }, false],
    ['method:*', { method: null }, false],
    ['method:a.b', { method: 'axb' }, false],
  ])('%s on %o: %s', (query, patch, expected) => {
    expect(matches(query, patch)).toBe(expected);
  });

  test('says which fields there are when one is unknown', () => {
    expect(() => parseFilter('color:red')).toThrow(/no field "color".*method, kind/);
  });

  test.each(['kind:bogus', '-kind:bogus', 'from:server', 'has:findings', 'kind:x*'])(
    'says which values there are where %s has none of them',
    (query) => {
      expect(() => parseFilter(query)).toThrow(/is one of (request|client|finding)/);
    },
  );

  test('takes a value of a closed field in any case, and with a star', () => {
    expect([matches('kind:re*'), matches('kind:REQUEST'), matches('from:a*')]).toEqual([true, true, false]);
  });

  test('says when a quote never closes', () => {
    expect(() => parseFilter('"half')).toThrow(/never closes/);
  });

  test('printed and read again is the same filter', () => {
    const names = constantFrom('method', 'id', 'session', 'update', 'rule');
    const term = record({
      name: option(names, { nil: undefined }),
      value: string({ minLength: 1 }),
      negated: boolean(),
    });
    assert(
      property(array(term), (drawn) => {
        const terms = drawn.map(({ name, ...rest }): Term => (name === undefined ? rest : { name, ...rest }));
        expect(parseFilter(printFilter(terms))).toEqual(terms);
      }),
    );
  });
});
