import { signal } from '@preact/signals';

/** The column that a table is sorted by. */
export interface SortedBy {
  readonly column: string;
  readonly isDescending: boolean;
}

/** The order of each table, by its id. A table without one has the order of its data. */
export function createTableSorts() {
  const sorts = signal<ReadonlyMap<string, SortedBy>>(new Map());
  return {
    of: (table: string): SortedBy | undefined => sorts.value.get(table),
    /** Sorts by a column. A second press reverses the order, a third restores the order of the data. */
    press: (table: string, column: string, beginsDescending: boolean) => {
      const before = sorts.peek().get(table);
      const next = new Map(sorts.peek());
      if (before?.column !== column) next.set(table, { column, isDescending: beginsDescending });
      else if (before.isDescending === beginsDescending) next.set(table, { column, isDescending: !beginsDescending });
      else next.delete(table);
      sorts.value = next;
    },
  };
}

export type TableSorts = ReturnType<typeof createTableSorts>;
