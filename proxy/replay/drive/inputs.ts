import { createNames } from '#core/compare/names.ts';
import type { NormalisedText } from '#core/compare/normaliser.ts';
import { runValuePlaces } from '#core/compare/run-value-places.ts';
import { difference, type Difference } from '#core/json/difference.ts';

/** How two inputs of a tool differ, and both as they were compared. */
interface ComparedInputs {
  readonly expected: string | null;
  readonly received: string | null;
  readonly differences: readonly Difference[];
}

/** Compares inputs of tools. Maps ids that a run made up to each other; ignores times and the like. */
export function createInputs() {
  const names = createNames();
  const passing = new Set<string>();
  return {
    compare(was: NormalisedText | undefined, is: NormalisedText | undefined): ComparedInputs {
      if (was && is) {
        names.bindAll(was.ids, is.ids);
        for (const place of runValuePlaces(was.passing, is.passing)) passing.add(place);
      }
      const expected = was && names.left(was.text, was.ids);
      const received = is && names.right(is.text, is.ids);
      const text = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
      return { expected: text(expected), received: text(received), differences: difference(expected, received) };
    },
    /** Paths of ignored values that differ. */
    passing: (): readonly string[] => [...passing].toSorted(),
  };
}

export type Inputs = ReturnType<typeof createInputs>;
