import { escapeName, unescapeName } from '#core/json/pointer.ts';
import { cut } from '#core/text/cut.ts';
import type { Surface } from './shape.ts';

/**
 * The severity of a mistake. `hard`: receivers refuse the message. `salvaged`: they drop or replace the value
 * and continue. `unknown-field`: the schema has no such member, or reserves the value for later releases. The
 * others give the origin of a name, as in `Surface`.
 */
export type IssueGrade = 'hard' | 'salvaged' | 'unknown-field' | Exclude<Surface, 'stable'>;

/** One mistake in params, a result or an error object. The message is one sentence without a full stop. */
export interface Issue {
  /** JSON pointer into the message: `/params/update/kind`. */
  readonly pointer: string;
  readonly grade: IssueGrade;
  /** The subject of the mistake: an absent member, a member name, a tag, or a value. */
  readonly what: 'missing' | 'member' | 'variant' | 'value';
  readonly seen: string;
  readonly expected: string;
  readonly didYouMean?: string;
  readonly message: string;
}

/** The most characters of a name or text from the wire. */
const MAX_CHARACTERS = 48;

/** A short text for a value of any size and depth. */
export function preview(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

export const clip = (text: string): string => cut(text, MAX_CHARACTERS);

/** The pointer to a member or an item. Cuts long names, because they come from the wire. */
export const pointerInto = (pointer: string, name: string | number): string =>
  `${pointer}/${typeof name === 'number' ? name : escapeName(clip(name))}`;

/** A readable name for the place of a pointer: `title`, `content[0]`. */
export function labelOf(pointer: string): string {
  const parts = pointer.split('/');
  const last = parts.at(-1) ?? '';
  return clip(/^\d+$/.test(last) ? `${parts.at(-2)}[${last}]` : unescapeName(last));
}
