import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { createFieldValues } from '../../../../inspector-ui/state/filter/field-values.ts';
import { createSuggester } from '../../../../inspector-ui/state/filter/suggester.ts';
import { createUnmatchedTerms } from '../../../../inspector-ui/state/filter/unmatched-terms.ts';
import { settled } from '../../fakes.ts';

function fetching() {
  const asked: string[] = [];
  const entries = signal(10);
  const values = createFieldValues('r', entries, {
    values: async (_, field) => {
      asked.push(field);
      return [{ value: `${entries.peek()} entries`, count: 1 }];
    },
  });
  const unmatched = (filter: string) => createUnmatchedTerms(signal(filter), values).terms;
  return { asked, entries, values, unmatched };
}

test('suggestions and the reason for an empty result share one request', async () => {
  const { asked, values, unmatched } = fetching();
  createSuggester({ history: signal([]) }, values).at('status:', 7);
  await settled();
  expect(unmatched('status:no').value.map(({ values: known }) => known)).toEqual([['10 entries']]);
  expect(asked).toEqual(['status']);
});

test('the reason for an empty result never rests on values from before the recording grew', async () => {
  const { asked, entries, values, unmatched } = fetching();
  createSuggester({ history: signal([]) }, values).at('status:', 7);
  await settled();
  entries.value = 20;
  const terms = unmatched('status:no');
  expect(terms.value).toEqual([]);
  await settled();
  expect(terms.value.map(({ values: known }) => known)).toEqual([['20 entries']]);
  expect(asked).toEqual(['status', 'status']);
});

test('an answer from before the recording grew replaces no newer one', async () => {
  const answers: ((values: { value: string; count: number }[]) => void)[] = [];
  const entries = signal(10);
  const values = createFieldValues('r', entries, { values: () => new Promise((resolve) => answers.push(resolve)) });
  void values.want('method');
  entries.value = 20;
  values.renew();
  void values.want('method');
  answers[1]?.([{ value: 'new', count: 1 }]);
  await settled();
  answers[0]?.([{ value: 'old', count: 1 }]);
  await settled();
  expect(values.of('method')).toEqual([{ value: 'new', count: 1 }]);
});

test('fields without listed values are not fetched', async () => {
  const { asked, values } = fetching();
  await values.want('has');
  expect([asked, values.of('has')]).toEqual([[], undefined]);
});
