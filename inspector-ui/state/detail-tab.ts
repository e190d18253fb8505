import { signal } from '@preact/signals';
import type { EntryRow } from '#core/contract/api.ts';

/** A way of reading an entry, or what is around it. */
export type DetailTab = 'difference' | 'frames' | 'json' | 'raw' | 'pair' | 'timing' | 'schema' | 'findings';

/** What decides which way of reading comes first. */
export interface TabContext {
  readonly row: EntryRow;
  readonly available: readonly DetailTab[];
  /** True for the row of a group that stands for all of its frames, not only the first. */
  readonly isMany: boolean;
  /** True when a search for text has led here. */
  readonly isFound: boolean;
}

/**
 * Which way of reading an entry is shown. A comparison that was asked for comes first, then the place of a text that was looked for, then
 * findings where there are some: they are why the entry is opened. Elsewhere it is the way that was chosen last.
 */
export function createDetailTab() {
  const chosen = signal<{ readonly seq: number; readonly tab: DetailTab } | undefined>(undefined);
  return {
    of({ row, available, isMany, isFound }: TabContext): DetailTab {
      const last = chosen.value;
      const has = (tab: DetailTab) => available.includes(tab);
      if (last?.seq === row.seq && has(last.tab)) return last.tab;
      if (has('difference')) return 'difference';
      if (isFound) return 'json';
      if (row.findings.some(({ grade }) => grade !== 'note')) return 'findings';
      if (isMany && has('frames')) return 'frames';
      return last === undefined || WHY_OPENED.has(last.tab) || !has(last.tab) ? 'json' : last.tab;
    },
    choose: ({ seq }: EntryRow, tab: DetailTab) => void (chosen.value = { seq, tab }),
  };
}

/** These were about the entry they were chosen at. */
const WHY_OPENED: ReadonlySet<DetailTab> = new Set(['findings', 'difference', 'frames']);
