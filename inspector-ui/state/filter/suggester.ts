import { computed, signal } from '@preact/signals';
import type { ValueField } from '#core/contract/timeline.ts';
import { suggestCompletions, type Suggestion } from '#core/filter/suggest-completions.ts';
import { isListed, type FieldValues } from './field-values.ts';
import type { ViewFilter } from './view-filter.ts';

/** Fields with values that are suggested before a field name is typed. */
const AT_ONCE: readonly ValueField[] = ['method', 'update', 'tool', 'status', 'rule'];

/** Suggestions for the filter field. Fetches values when first needed. An empty field offers previous filters. */
export function createSuggester(look: Pick<ViewFilter, 'history'>, values: Pick<FieldValues, 'of' | 'want'>) {
  const place = signal({ query: '', cursor: 0 });
  let listing: Promise<void> | undefined;

  /** One after another: a browser has six connections to a server, and the rows must not wait for one of them. */
  const wantAll = async () => {
    for (const field of AT_ONCE) await values.want(field);
    listing = undefined;
  };

  const suggestions = computed(() => {
    const { query, cursor } = place.value;
    return suggestCompletions(query, cursor, (field) => values.of(field) ?? []);
  });
  const items = computed((): readonly Suggestion[] => {
    const { items: offered } = suggestions.value;
    if (place.value.query !== '') return offered;
    return [...look.history.value.map((text) => ({ text, about: 'used before', count: null })), ...offered];
  });

  return {
    items,
    /** Sets the typed text and the cursor. */
    at: (query: string, cursor: number) => {
      place.value = { query, cursor };
      const { field } = suggestions.peek();
      if (field !== null && isListed(field)) void values.want(field);
      else if (query !== '') listing ??= wantAll();
    },
    /** Inserts a suggestion. The cursor goes behind the value and a space, or behind the colon of a field. */
    choose: (index: number): { readonly query: string; readonly cursor: number } | undefined => {
      const item = items.peek()[index];
      if (!item) return undefined;
      const { at, end } = suggestions.peek();
      const { query } = place.peek();
      const text = item.text.endsWith(':') ? item.text : `${item.text} `;
      const rest = query.slice(end);
      return { query: query.slice(0, at) + text + rest.trimStart(), cursor: at + text.length };
    },
  };
}
