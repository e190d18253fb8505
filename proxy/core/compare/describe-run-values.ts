/** The number of places to name; the rest is counted. */
const NAMED = 8;

/** One line about values that were left out of a comparison. */
export function describeRunValues(places: readonly string[]): string {
  const more = places.length > NAMED ? ` and ${places.length - NAMED} more` : '';
  return `Not compared, because every run has its own: ${places.slice(0, NAMED).join(', ')}${more}.`;
}
