import { elapsedUs } from '#core/wire/units.ts';
import { printWord } from '#core/filter/print.ts';
import { formatDuration } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible.ts';

/** A part of a bar: whose time (or bytes) it is, and how much of the longest bar, 0 … 1. */
export interface BarPart {
  readonly of: 'agent' | 'client' | 'human' | 'none';
  readonly share: number;
}

/** What a cell leads to: an entry, or the entries that match a filter. */
export type Target = { readonly seq: number } | { readonly q: string };

/** What a cell of a table of figures shows; everything is text already. */
export interface Cell {
  readonly text: string;
  readonly to?: Target;
  readonly tone?: 'good' | 'bad' | 'soft';
  /** More words, where there is room for few. */
  readonly title?: string;
  /** Drawn instead of the text, which is what it says. */
  readonly bar?: readonly BarPart[];
}

export interface Column {
  readonly name: string;
  /** `number`: to the right, digits below each other. `name`: as much as there is room for. `bar`: what is left. */
  readonly kind: 'number' | 'name' | 'text' | 'bar';
  /** Left out where there is little room. Where there is hardly any, figures stand below each other, and it is back. */
  readonly isMinor?: boolean;
}

/** A column by its name and kind; with `isMinor` it is left out where there is little room. */
export const column = (name: string, kind: Column['kind'] = 'number', isMinor = false): Column => ({
  name,
  kind,
  isMinor,
});

export interface FigureSection {
  readonly id: string;
  readonly title: string;
  /** A sentence below the title; empty for none. */
  readonly note: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** One figure among the first that are looked at. */
export interface Fact {
  readonly name: string;
  readonly cell: Cell;
  /** What else there is to say of it. */
  readonly more: string;
}

/** Nothing to show, and no place left empty. */
export const NONE: Cell = { text: '–', tone: 'soft' };

export const soft = (text: string): Cell => (text === '' ? NONE : { text, tone: 'soft' });

/** Recorded text as a cell. */
export const words = (text: string | null, more: Partial<Cell> = {}): Cell =>
  text === null || text === '' ? NONE : { text: toVisibleLine(text), ...more };

/** Leads to an entry. */
export const entry = (seq: number, text = `#${seq}`): Cell => ({ text, to: { seq } });

/** Leads to the entries that match all of these. */
export const filtered = (text: string, terms: readonly (readonly [field: string, value: string])[]): Cell => ({
  text,
  to: { q: terms.map(([field, value]) => `${field}:${printWord(value)}`).join(' ') },
});

/** The text with its figures kept beside their names and units where a line ends. */
export const unbroken = (text: string): string => text.replaceAll(/(?<=\d) | (?=\d)/g, '\u00a0');

/** A time of the contract, in the words of the page. */
export const time = (us: number): string => formatDuration(elapsedUs(Math.round(us)));
