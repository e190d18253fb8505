import { signal } from '@preact/signals';
import type { EntryRow } from '#core/contract/api.ts';

/** A way of reading an entry. */
export type DetailTab = 'json' | 'raw' | 'findings';

/**
 * Which way of reading an entry is shown. Findings come first where there are some: they are why the entry is opened. Elsewhere it is
 * the way that was chosen last.
 */
export function createDetailTab() {
  const chosen = signal<{ readonly seq: number; readonly tab: DetailTab } | undefined>(undefined);
  return {
    of({ seq, findings }: EntryRow): DetailTab {
      const last = chosen.value;
      if (last?.seq === seq) return last.tab;
      if (findings.some(({ grade }) => grade !== 'note')) return 'findings';
      return last === undefined || last.tab === 'findings' ? 'json' : last.tab;
    },
    choose: ({ seq }: EntryRow, tab: DetailTab) => void (chosen.value = { seq, tab }),
  };
}
