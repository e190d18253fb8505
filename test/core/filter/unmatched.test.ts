import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFilter } from '#core/filter/parse.ts';
import type { FieldName } from '#core/filter/fields.ts';
import { fieldsAskedFor, unmatchedTerms } from '#core/filter/unmatched.ts';

const VALUES: { readonly [field in FieldName]?: readonly string[] } = {
  status: ['ok', 'completed', 'in_progress'],
  method: ['session/update', 'session/prompt'],
  session: ['3f2a-41', '9bc0-77'],
  rule: [],
};
const known = (field: FieldName) => VALUES[field]?.map((value, index) => ({ value, count: 9 - index }));
const suggestions = (query: string) => unmatchedTerms(query, known).map(({ suggestion }) => suggestion);

describe('terms with unknown values', () => {
  test('are listed with the known values and the probable meaning', () => {
    expect(unmatchedTerms('from:agent status:err', known)).toEqual([
      {
        field: 'status',
        value: 'err',
        values: ['ok', 'completed', 'in_progress'],
        suggestion: 'status:error',
        at: 11,
        end: 21,
      },
    ]);
  });

  test.each([
    ['status:inProgress', 'status:in_progress'],
    ['status:complted', 'status:completed'],
    ['status:open', 'status:pending'],
    ['status:done', 'status:completed'],
    ['method:open', undefined],
    ['method:prompt', 'method:session/prompt'],
    ['method:*prmpt', undefined],
    ['session:3f2', 'session:3f2a-41'],
    ['(kind:request or method:session/promt)', 'method:session/prompt'],
    ['rule:any', undefined],
  ])('%s suggests %s', (query, meant) => {
    expect(suggestions(query)).toEqual([meant]);
  });

  test('have no suggestion if the value is valid but absent from this recording', () => {
    expect(suggestions('status:failed')).toEqual([undefined]);
  });

  test.each([
    'status:ok',
    'status:OK',
    'status:in*',
    '-status:err',
    'not status:err',
    '-(from:agent status:err)',
    '-(from:agent (status:err))',
    'update:nothing',
    'tool:x id:7 kind:request dur:>1s',
    'status:',
    '"status:err"',
  ])('do not include %s', (query) => {
    expect(unmatchedTerms(query, known)).toEqual([]);
  });

  test('are listed again after an excluded one', () => {
    expect(suggestions('-(status:no) status:err')).toEqual(['status:error']);
  });

  test('have each field once in the list of fields asked for', () => {
    expect(fieldsAskedFor('status:a or STATUS:b method:c -rule:d')).toEqual(['status', 'method']);
  });

  test('give a valid filter when replaced by the suggestion', () => {
    assert(
      property(string(), constantFrom('err', 'com', 'in prog', 'in_PROGRES', 'ocompleted'), (before, value) => {
        const query = `${before} status:${JSON.stringify(value)}`;
        for (const { at, end, suggestion } of unmatchedTerms(query, known)) {
          if (suggestion === undefined || !parseFilter(query).ok) continue;
          expect(parseFilter(query.slice(0, at) + suggestion + query.slice(end)).ok).toBe(true);
        }
      }),
    );
  });
});
