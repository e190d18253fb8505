import { signal, type ReadonlySignal } from '@preact/signals';
import { VALUE_FIELDS, type ValueCount, type ValueField } from '#core/contract/timeline.ts';
import type { FieldName } from '#core/filter/fields.ts';
import type { Backend } from '../../backends/backend.ts';

/** The values of fields in a recording, for suggestions and for hints. One request per field. */
export function createFieldValues(
  recording: string,
  entries: ReadonlySignal<number>,
  backend: Pick<Backend, 'values'>,
) {
  const known = signal<ReadonlyMap<ValueField, readonly ValueCount[]>>(new Map());
  const asked = new Set<ValueField>();
  const abort = new AbortController();
  let renewedAt = entries.peek();

  return {
    /** Reads the signal of all values. Undefined until they are fetched, and for fields without listed values. */
    of: (field: FieldName): readonly ValueCount[] | undefined => (isListed(field) ? known.value.get(field) : undefined),
    /** Fetches the values of a field, unless they are known. Never rejects: the next call retries. */
    want: async (field: FieldName): Promise<void> => {
      if (!isListed(field) || asked.has(field)) return;
      asked.add(field);
      const begun = renewedAt;
      const isCurrent = () => renewedAt === begun;
      try {
        const values = await backend.values(recording, field, abort.signal);
        if (isCurrent()) known.value = new Map(known.peek()).set(field, values);
      } catch {
        if (isCurrent()) asked.delete(field); // fewer suggestions, one hint less
      }
    },
    /** Forgets the values if the recording has grown since. */
    renew: (): void => {
      if (entries.peek() === renewedAt) return;
      renewedAt = entries.peek();
      asked.clear();
      known.value = new Map();
    },
    dispose: () => abort.abort(),
  };
}

export type FieldValues = ReturnType<typeof createFieldValues>;

/** Whether the server can list a recording's values of a field. */
export const isListed = (field: FieldName): field is ValueField => VALUE_FIELDS.some((each) => each === field);
