/** Reads a whole number of at most ten digits; undefined for any other text. */
export function wholeNumber(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}
