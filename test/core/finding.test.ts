import { expect, test } from 'vitest';
import { fromGrade, GRADES, RANKS, worstGrade } from '#core/model/finding.ts';

test('a grade has all worse grades with it', () => {
  expect(GRADES.map((grade) => fromGrade(grade))).toEqual([['error'], ['error', 'warning'], GRADES]);
});

test('ranks rise from no grade to the worst', () => {
  expect(RANKS).toEqual([null, ...GRADES.toReversed()]);
});

test('the worst grade of findings does not depend on their order', () => {
  expect(worstGrade([{ grade: 'note' }, { grade: 'error' }, { grade: 'warning' }])).toBe('error');
  expect(worstGrade([{ grade: 'note' }])).toBe('note');
  expect(worstGrade([])).toBeUndefined();
});
