import type { Surface } from './shape.ts';

/**
 * How bad a mistake is. `hard`: receivers refuse the message. `salvaged`: they drop or replace the value and go on. `unknown-field`:
 * nobody knows the member, or its value is kept for releases to come. The others are worth knowing: names by where they come from, as
 * `Surface` has them.
 */
export type IssueGrade = 'hard' | 'salvaged' | 'unknown-field' | Exclude<Surface, 'stable'>;

/** One mistake in params, a result or an error object. Wording is one sentence without a full stop. */
export interface Issue {
  /** JSON pointer into the message: `/params/update/kind`. */
  readonly pointer: string;
  readonly grade: IssueGrade;
  /** Whether it is about a member that is missing, a name, or a value. */
  readonly what: 'missing' | 'member' | 'variant' | 'value';
  readonly seen: string;
  readonly expected: string;
  readonly didYouMean?: string;
  readonly message: string;
}

/** Longer names and texts are cut: they come from the wire. */
const MOST_CHARACTERS = 48;

/** A value in a few words, whatever its size and depth. */
export function preview(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

export const clip = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;

/** The pointer to a member or an item. Names of any length come from the wire: long ones are cut. */
export const pointerInto = (pointer: string, name: string | number): string =>
  `${pointer}/${typeof name === 'number' ? name : clip(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** What a pointer points at, as one says it: `title`, `content[0]`. */
export function labelOf(pointer: string): string {
  const parts = pointer.split('/');
  const last = parts.at(-1) ?? '';
  return clip(/^\d+$/.test(last) ? `${parts.at(-2)}[${last}]` : last.replaceAll('~1', '/').replaceAll('~0', '~'));
}
