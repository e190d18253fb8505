import { assert, constantFrom, array, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeFilter } from '#core/filter/describe-filter.ts';
import type { Filter } from '#core/filter/filter.ts';
import { parseFilter, readFilter, type FilterProblem } from '#core/filter/parse.ts';
import { printFilter } from '#core/filter/print.ts';
import { compileRegex } from '../../../proxy/regex/linear-regex.ts';
import { filters } from './generated.ts';

function read(query: string): Filter {
  const parsed = parseFilter(query, compileRegex);
  if (!parsed.ok) throw new Error(`${query}: ${parsed.problem.message}`);
  return parsed.filter;
}

function problemOf(query: string): FilterProblem {
  const parsed = parseFilter(query, compileRegex);
  if (parsed.ok) throw new Error(`${query} is a filter: ${JSON.stringify(parsed.filter)}`);
  return parsed.problem;
}

describe('a query', () => {
  test.each([
    ['', ''],
    ['  a   b ', 'a b'],
    ['a and b', 'a b'],
    ['a AND NOT b Or c', 'a -b or c'],
    ['a b or c d', 'a b or c d'],
    ['a (b or c) d', 'a (b or c) d'],
    ['-(a b)', '-(a b)'],
    ['not not a', '-(-a)'],
    ['(((a)))', 'a'],
    ['METHOD:session/*', 'method:session/*'],
    ['"or" -"not"', '"or" -"not"'],
    ['--verbose', '-"-verbose"'],
    ['- a', '"-" a'],
    ['f(x) (g(y))', '"f(x)" "g(y)"'],
    ['text:"a b" text:/a b/i', 'text:"a b" /a b/i'],
    ['/home/me/app', '"/home/me/app"'],
    ['/', '"/"'],
    ['//', '"//"'],
    ['method:/a/', 'method:"/a/"'],
    ['/a\\/b/ x', '/a\\/b/ x'],
    ['(/a|b/)', '/a|b/'],
    ['dur:>=500ms size:64k..1M t:1:30.. turn:* seq:3', 'dur:>=500ms size:64k..1M t:1:30.. turn:* seq:3'],
    ['id:-5 session:a:b', 'id:"-5" session:"a:b"'],
    ['method:""', 'method:""'],
    ['"say \\"hi\\" \\\\"', '"say \\"hi\\" \\\\"'],
  ])('%s is read as %s', (query, plain) => {
    expect(printFilter(read(query))).toBe(plain);
  });

  test.each<[query: string, piece: string, message: RegExp, suggestion: string | null]>([
    ['a metod:x', 'metod', /no field "metod"/, 'method'],
    ['duration:>1s', 'duration', /did you mean dur/, 'dur'],
    ['color:red', 'color', /there are method, kind.*quotes around a text with a colon/, null],
    ['kind:', '', /kind: needs a value/, null],
    ['kind: request', '', /kind: needs a value/, null],
    ['(kind:)', '', /kind: needs a value/, null],
    ['-kind:bogus', 'bogus', /kind:bogus is unknown; known are request, /, null],
    ['kind:reqest', 'reqest', /kind:reqest is unknown/, 'request'],
    ['has:findings', 'findings', /has:findings is unknown; known are finding, error/, 'finding'],
    [
      'has:never',
      'never',
      /^has:never is unknown; known are finding, error, warning, note, pair, intervention, comment$/,
      null,
    ],
    ['has:open', 'has:open', /did you mean status:pending/, 'status:pending'],
    ['-has:warn', 'warn', /did you mean warning/, 'warning'],
    ['from:x*', 'x*', /from:x\* is unknown; known are client/, null],
    ['dur:soon', 'soon', /a time, like 500ms/, null],
    ['size:1.5', '1.5', /a size/, null],
    ['seq:1k', '1k', /a whole number/, null],
    ['t:1:75', '1:75', /a time/, null],
    ['dur:99999999999999999h', '99999999999999999h', /a time/, null],
    ['size:>', '>', /a size/, null],
    ['t:..', '..', /a time/, null],
    ['t:3s..2s', '3s..2s', /ends before it begins/, '2s..3s'],
    ['a "half', '"half', /a quote that never closes/, '"half"'],
    ['method:"half', '"half', /a quote that never closes/, '"half"'],
    ['fo"o', '"o', /a quote within a word/, null],
    ['(a', '(', /never closed/, null],
    ['a)', ')', /closes nothing/, null],
    ['a ()', ')', /nothing is between/, null],
    ['a or', '', /expected after "or"/, null],
    ['or a', 'or', /expected, not "or"/, null],
    ['a and or b', 'or', /expected after "and", not "or"/, null],
    ['a not', '', /expected after "not"/, null],
    ['/a/g', 'g', /no flags "g"/, null],
    ['/a/ii', 'ii', /no flags "ii"/, null],
    ['x /(a/', '/(a/', /not a regex: missing closing \)/, null],
    ['/a(?=b)/', '/a(?=b)/', /look-ahead/, null],
    ['/(a)\\1/', '/(a)\\1/', /back-references/, null],
    ['/(a{900}){900}/', '/(a{900}){900}/', /not a regex/, null],
  ])('%s has its mistake at %j', (query, piece, message, suggestion) => {
    const { at, end, message: said, suggestion: suggested } = problemOf(query);
    expect(query.slice(at, end)).toBe(piece);
    expect(said).toMatch(message);
    expect(suggested).toBe(suggestion);
  });

  test('becomes a valid filter with the suggestion in place', () => {
    for (const query of ['a metod:x', 'kind:reqest', 't:3s..2s', 'method:"half']) {
      const { at, end, suggestion } = problemOf(query);
      expect(parseFilter(query.slice(0, at) + suggestion + query.slice(end)).ok).toBe(true);
    }
  });

  test('too long, with too many terms or too deep is rejected', () => {
    expect(problemOf('x'.repeat(5000)).message).toMatch(/at most 4000 characters/);
    expect(problemOf('x '.repeat(1000)).message).toMatch(/at most 250 terms/);
    expect(problemOf('('.repeat(1000)).message).toMatch(/at most 50 levels/);
    expect(problemOf('not '.repeat(900)).message).toMatch(/at most 50 levels/);
    expect(parseFilter('('.repeat(40) + 'x' + ')'.repeat(40)).ok).toBe(true);
  });

  test('is a filter or has a problem inside it, for any text', () => {
    const pieces = constantFrom(
      '(',
      ')',
      '-',
      '"',
      '/',
      '\\',
      ':',
      ' ',
      'or',
      'not',
      'method:',
      'dur:',
      '>1',
      '..',
      'a',
      'é',
      '\n',
    );
    assert(
      property(array(pieces), string(), (drawn, end) => {
        const query = drawn.join('') + end;
        const parsed = parseFilter(query, compileRegex);
        if (parsed.ok) return;
        expect(parsed.problem.at).toBeGreaterThanOrEqual(0);
        expect(parsed.problem.end).toBeGreaterThanOrEqual(parsed.problem.at);
        expect(parsed.problem.end).toBeLessThanOrEqual(query.length);
      }),
    );
  });
});

test('a printed filter reads as the same filter', () => {
  assert(
    property(filters(), (filter) => {
      expect(read(printFilter(filter))).toEqual(filter);
    }),
  );
});

test('a command shows a mark below the mistake', () => {
  expect(() => readFilter('from:agent metod:x', compileRegex)).toThrow(
    expect.objectContaining({
      code: 'bad-filter',
      message: 'no field "metod" to filter by; did you mean method?\n  from:agent metod:x\n             ^^^^^',
    }),
  );
});

test('describes a filter in words', () => {
  expect(describeFilter(read('method:session/* -(kind:event or dur:>1s) has:error "a b"'))).toBe(
    'method is session/*, and not (kind is event, or duration is over 1s), and has an error, and “a b” anywhere',
  );
  expect(describeFilter(read(''))).toBe('everything');
});
