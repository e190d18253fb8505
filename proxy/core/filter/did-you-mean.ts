import { nearestName } from '#core/protocol/suggest-name.ts';
import type { FieldName } from './fields.ts';
import { printWord } from './print.ts';

/** Terms for common words that are not values of any field. */
const COMMON: ReadonlyMap<string, string> = new Map([
  ...['open', 'unanswered', 'waiting', 'missing'].map((word) => [word, 'status:pending'] as const),
  ...['running', 'active', 'started'].map((word) => [word, 'status:in_progress'] as const),
  ...['done', 'finished', 'closed'].map((word) => [word, 'status:completed'] as const),
  ...['success', 'succeeded', 'answered'].map((word) => [word, 'status:ok'] as const),
  ...['request', 'response', 'answer'].map((word) => [word, 'has:pair'] as const),
]);

/**
 * Returns the term that was probably meant: a typing mistake, the beginning or a part of a value, or a common word
 * for it.
 */
export function didYouMean(field: FieldName, value: string, values: readonly string[]): string | undefined {
  const typed = value.toLowerCase().replaceAll('*', '');
  if (typed.length < 2) return undefined;
  const meant =
    nearestName(typed, values) ??
    values.find((each) => each.toLowerCase().startsWith(typed)) ??
    values.find((each) => each.toLowerCase().includes(typed));
  if (meant !== undefined) return `${field}:${printWord(meant)}`;
  return field === 'status' || field === 'has' ? COMMON.get(typed) : undefined;
}
