import { signal } from '@preact/signals';
import type { EntryRow } from '#core/model/row.ts';

/** A tab of the detail pane. */
export type DetailTab =
  | 'difference'
  | 'delivered'
  | 'call'
  | 'frames'
  | 'json'
  | 'raw'
  | 'pair'
  | 'timing'
  | 'schema'
  | 'findings';

/** The facts that decide the tab. */
export interface TabContext {
  readonly row: EntryRow;
  readonly available: readonly DetailTab[];
  /** True for a group's row, which stands for all of its frames. */
  readonly isMany: boolean;
  /** True when a text search selected this entry. */
  readonly isFound: boolean;
}

/**
 * Chooses the tab of an entry: the requested comparison first, then the hit of a text search, then findings (the likely
 * reason to open the entry), then what acptap delivered instead, then a group's tool call or frames. Otherwise keeps
 * the tab that the user chose last.
 */
export function createDetailTab() {
  const chosen = signal<{ readonly seq: number; readonly tab: DetailTab } | undefined>(undefined);
  return {
    of({ row, available, isMany, isFound }: TabContext): DetailTab {
      const last = chosen.value;
      const has = (tab: DetailTab) => available.includes(tab);
      if (last?.seq === row.seq && has(last.tab)) return last.tab;
      if (has('difference')) return 'difference';
      const whole = has('json') ? 'json' : 'raw'; // stderr is plain text
      if (isFound) return whole;
      if (row.findings.some(({ grade }) => grade !== 'note')) return 'findings';
      if (!isMany && has('delivered')) return 'delivered';
      if (isMany && has('call')) return 'call';
      if (isMany && has('frames')) return 'frames';
      return last === undefined || WHY_OPENED.has(last.tab) || !has(last.tab) ? whole : last.tab;
    },
    choose: ({ seq }: EntryRow, tab: DetailTab) => void (chosen.value = { seq, tab }),
  };
}

/** Tabs that a choice keeps only for its own entry. */
const WHY_OPENED: ReadonlySet<DetailTab> = new Set(['findings', 'difference', 'delivered', 'call', 'frames']);
