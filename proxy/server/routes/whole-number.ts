/** The number that a text of digits is; undefined for every other text. */
export function wholeNumber(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}
