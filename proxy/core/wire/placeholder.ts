/** What stands in a redacted recording for a secret. */
export const placeholder = (number: number): string => `[redacted-${number}]`;

/**
 * True for a value with a placeholder in it. It says nothing of what the peer sent: neither its length, nor its type, nor its format
 * can be judged.
 */
export const hasPlaceholder = (value: unknown): boolean =>
  typeof value === 'string' && /\[redacted-\d{1,6}\]/.test(value);

/** The highest number of a placeholder in a text, 0 without one. */
export function highestPlaceholder(text: string): number {
  let highest = 0;
  if (!text.includes('[redacted-')) return highest;
  for (const [, number] of text.matchAll(/\[redacted-(\d{1,6})\]/g)) highest = Math.max(highest, Number(number));
  return highest;
}
