/** Returns the places where both sides left out a value and the two values differ. */
export function runValuePlaces(left: readonly string[], right: readonly string[]): readonly string[] {
  if (left.length === 0 || right.length === 0) return [];
  const [ours, theirs] = [new Set(left), new Set(right)];
  const differing = [...left.filter((one) => !theirs.has(one)), ...right.filter((one) => !ours.has(one))];
  const [own, other] = [new Set(left.map(placeOf)), new Set(right.map(placeOf))];
  return differing.map(placeOf).filter((place) => own.has(place) && other.has(place));
}

const placeOf = (runValue: string) => runValue.slice(0, runValue.indexOf(' '));
