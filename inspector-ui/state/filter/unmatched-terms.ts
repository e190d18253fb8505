import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { MAX_VALUES, type ValueCount, type ValueField } from '#core/contract/timeline.ts';
import { fieldsAskedFor, unmatchedTerms, type Unmatched } from '#core/filter/unmatched.ts';
import type { Backend } from '../../backends/backend.ts';
import { isValueField } from './suggester.ts';

/** Explains why no entry matches a filter: finds terms with values that never occur. One request per field. */
export function createUnmatchedTerms(
  recording: string,
  filter: ReadonlySignal<string>,
  backend: Pick<Backend, 'values'>,
) {
  const values = signal<ReadonlyMap<ValueField, readonly ValueCount[]>>(new Map());
  const asked = new Set<ValueField>();
  const asking = new AbortController();

  const want = async (field: ValueField) => {
    if (asked.has(field)) return;
    asked.add(field);
    try {
      const known = await backend.values(recording, field, asking.signal);
      values.value = new Map(values.peek()).set(field, known);
    } catch {
      asked.delete(field); // one hint less
    }
  };
  const stop = effect(() => {
    const fields = fieldsAskedFor(filter.value);
    untracked(() => fields.filter(isValueField).forEach((field) => void want(field)));
  });

  return {
    /** Terms with values that never occur. Empty if there are none, and until the values are known. */
    terms: computed((): readonly Unmatched[] =>
      unmatchedTerms(filter.value, (field) => {
        const known = isValueField(field) ? values.value.get(field) : undefined;
        return known && known.length < MAX_VALUES ? known : undefined; // a full list may be cut off
      }),
    ),
    dispose: () => {
      stop();
      asking.abort();
    },
  };
}
