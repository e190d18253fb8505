import { computed, signal } from '@preact/signals';
import { VALUE_FIELDS, type ValueCount, type ValueField } from '#core/contract/timeline.ts';
import type { FieldName } from '#core/filter/fields.ts';
import { suggestCompletions, type Suggestion } from '#core/filter/suggest-completions.ts';
import type { Backend } from '../../backends/backend.ts';
import type { ViewFilter } from './view-filter.ts';

/** Fields with values that are suggested before a field name is typed. */
const AT_ONCE: readonly ValueField[] = ['method', 'update', 'tool', 'status', 'rule'];

/** Suggestions for the filter field. Fetches values when first needed. An empty field offers previous filters. */
export function createSuggester(
  recording: string,
  look: Pick<ViewFilter, 'history'>,
  backend: Pick<Backend, 'values'>,
) {
  const place = signal({ query: '', cursor: 0 });
  const values = signal<ReadonlyMap<ValueField, readonly ValueCount[]>>(new Map());
  const asked = new Set<ValueField>();
  const abort = new AbortController();
  let listing: Promise<void> | undefined;

  const want = async (field: ValueField) => {
    if (asked.has(field)) return;
    asked.add(field);
    try {
      const known = await backend.values(recording, field, abort.signal);
      values.value = new Map(values.peek()).set(field, known);
    } catch {
      asked.delete(field); // fewer suggestions; the next letter retries
    }
  };

  /** One after another: a browser has six connections to a server, and the rows must not wait for one of them. */
  const wantAll = async () => {
    for (const field of AT_ONCE) await want(field);
    listing = undefined;
  };

  const suggestions = computed(() => {
    const { query, cursor } = place.value;
    const known = values.value;
    return suggestCompletions(query, cursor, (field) => (isValueField(field) ? (known.get(field) ?? []) : []));
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
      if (field !== null && isValueField(field)) void want(field);
      else if (query !== '') listing ??= wantAll();
    },
    dispose: () => abort.abort(),
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

/** Whether the server can list a recording's values of a field. */
export const isValueField = (field: FieldName): field is ValueField => VALUE_FIELDS.some((each) => each === field);
