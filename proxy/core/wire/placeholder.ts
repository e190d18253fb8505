/** The text that replaces a secret in a redacted recording. */
export const placeholder = (number: number): string => `[redacted-${number}]`;

/**
 * True for a value that contains a placeholder. Its original length, type and format are unknown, so rules
 * cannot judge them.
 */
export const hasPlaceholder = (value: unknown): boolean =>
  typeof value === 'string' && /\[redacted-\d{1,6}\]/.test(value);

/** The highest placeholder number in a text; 0 without a placeholder. */
export function highestPlaceholder(text: string): number {
  let highest = 0;
  if (!text.includes('[redacted-')) return highest;
  for (const [, number] of text.matchAll(/\[redacted-(\d{1,6})\]/g)) highest = Math.max(highest, Number(number));
  return highest;
}
