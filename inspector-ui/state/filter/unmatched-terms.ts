import { computed, effect, untracked, type ReadonlySignal } from '@preact/signals';
import { MAX_VALUES } from '#core/contract/timeline.ts';
import { fieldsAskedFor, unmatchedTerms, type Unmatched } from '#core/filter/unmatched.ts';
import type { FieldValues } from './field-values.ts';

/** Explains why no entry matches a filter: finds terms with values that never occur. */
export function createUnmatchedTerms(filter: ReadonlySignal<string>, values: FieldValues) {
  values.renew();
  const stop = effect(() => {
    const fields = fieldsAskedFor(filter.value);
    untracked(() => fields.forEach((field) => void values.want(field)));
  });

  return {
    /** Terms with values that never occur. Empty until the values are known. */
    terms: computed((): readonly Unmatched[] =>
      unmatchedTerms(filter.value, (field) => {
        const known = values.of(field);
        return known && known.length < MAX_VALUES ? known : undefined; // a full list may be cut off
      }),
    ),
    dispose: stop,
  };
}
