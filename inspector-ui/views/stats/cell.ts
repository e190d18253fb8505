import { printWord } from '#core/filter/print.ts';
import type { TimeByOwner } from '#core/model/stats.ts';
import { elapsedUs } from '#core/units.ts';
import { formatDuration } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';

/** A part of a bar: the owner of the time (or bytes), and the size relative to the longest bar, 0 … 1. */
export interface BarPart {
  readonly owner: keyof TimeByOwner | 'none';
  readonly share: number;
}

/** Target of a cell's link: an entry, or the entries that match a filter. */
export type Target = { readonly seq: number } | { readonly q: string };

/** A cell of a table, already formatted. */
export interface Cell {
  readonly text: string;
  readonly to?: Target;
  readonly tone?: 'good' | 'bad' | 'soft';
  /** Longer text, as a tooltip. */
  readonly title?: string;
  /** Drawn instead of the text, which describes it. */
  readonly bar?: readonly BarPart[];
  /** Drawn instead of the text: the heights of columns, 0 … 1. `title` describes them. */
  readonly heights?: readonly number[];
  /** Sorts by this number. By default cells sort by their text, without text last. */
  readonly by?: number;
}

export interface Column {
  readonly name: string;
  /** `number`: right-aligned, digits below each other. `name`: cut to fit. `bar`: takes the remaining width. `plot`: fixed. */
  readonly kind: 'number' | 'name' | 'text' | 'bar' | 'plot';
  /** Hidden on narrow pages. On phones, where figures stand below each other, shown again. */
  readonly isMinor?: boolean;
}

/** Makes a column. `isMinor`: hidden on narrow pages. */
export const column = (name: string, kind: Column['kind'] = 'number', isMinor = false): Column => ({
  name,
  kind,
  isMinor,
});

export interface StatsSection {
  readonly id: string;
  readonly title: string;
  /** A sentence below the title; empty for none. */
  readonly note: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** One of the main figures. */
export interface Fact {
  readonly name: string;
  readonly cell: Cell;
  /** Additional text. */
  readonly more: string;
}

/** A dash, for a cell without a value. */
export const DASH: Cell = { text: '–', tone: 'soft' };

export const softCell = (text: string): Cell => (text === '' ? DASH : { text, tone: 'soft' });

/** Recorded text as a cell. */
export const textCell = (text: string | null, more: Partial<Cell> = {}): Cell =>
  text === null || text === '' ? DASH : { text: toVisibleLine(text), ...more };

/** A cell that links to an entry. */
export const entryCell = (seq: number, text = `#${seq}`): Cell => ({ text, to: { seq } });

/** A cell that links to the entries that match all terms. */
export const filterCell = (
  text: string,
  terms: readonly (readonly [field: string, value: string])[],
): Cell & { readonly to: Target } => ({
  text,
  to: { q: terms.map(([field, value]) => `${field}:${printWord(value)}`).join(' ') },
});

/** Keeps figures on one line with their names and units. */
export const withoutLineBreaks = (text: string): string => text.replaceAll(/(?<=\d) | (?=\d)/g, '\u00a0');

/** Formats a time in microseconds. */
export const formatMicroseconds = (us: number): string => formatDuration(elapsedUs(Math.round(us)));
