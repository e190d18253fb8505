import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { MAX_VALUES, type ValueCount } from '#core/contract/timeline.ts';
import { createUnmatchedTerms } from '../../../../inspector-ui/state/filter/unmatched-terms.ts';
import { settled } from '../../fakes.ts';
import { createFieldValues } from '../../../../inspector-ui/state/filter/field-values.ts';

function filtered(q: string, values: readonly string[] | Error) {
  const asked: string[] = [];
  const filter = signal(q);
  const fetched = createFieldValues('r', signal(1), {
    values: async (_, field): Promise<readonly ValueCount[]> => {
      asked.push(field);
      if (values instanceof Error) throw values;
      return values.map((value) => ({ value, count: 1 }));
    },
  });
  const why = createUnmatchedTerms(filter, fetched);
  return { filter, asked, terms: () => why.terms.value.map(({ value }) => value) };
}

describe('the reason for an empty filter result', () => {
  test('is shown when the values are known, after one request for each field', async () => {
    const { filter, asked, terms } = filtered('status:err kind:request', ['ok', 'pending']);
    expect(terms()).toEqual([]);
    await settled();
    expect(terms()).toEqual(['err']);
    filter.value = 'status:ok status:no method:ok';
    await settled();
    expect([terms(), asked]).toEqual([['no'], ['status', 'method']]);
  });

  test('is not shown for a field with more values than fetched', async () => {
    const many = Array.from({ length: MAX_VALUES }, (_, index) => `session-${index}`);
    const { terms } = filtered('session:other', many);
    await settled();
    expect(terms()).toEqual([]);
  });

  test('is not shown when the server fails, and is fetched again with the next filter', async () => {
    const { filter, asked, terms } = filtered('status:err', new Error('offline'));
    await settled();
    filter.value = 'status:erro';
    await settled();
    expect([terms(), asked]).toEqual([[], ['status', 'status']]);
  });
});
