import { clamp } from '#core/clamp.ts';

/** Whole numbers in ascending order. */
export interface NumberList {
  readonly length: number;
  /** The number at a valid index. */
  readonly at: (index: number) => number;
  /** The index of the first number ≥ `least`; `length` if all are less. */
  readonly indexFrom: (least: number) => number;
}

/** 0, 1, 2, … */
export const firstNumbers = (length: number): NumberList => ({
  length,
  at: (index) => index,
  indexFrom: (least) => clamp(least, 0, length),
});

/** The first `length` numbers of an array. */
export const numbersOf = (values: ArrayLike<number>, length = values.length): NumberList => ({
  length,
  at: (index) => values[index] ?? 0,
  indexFrom(least) {
    let [low, high] = [0, length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((values[middle] ?? 0) < least) low = middle + 1;
      else high = middle;
    }
    return low;
  },
});

/** True if the number is in the list. */
export const includesNumber = (numbers: NumberList, value: number): boolean => {
  const index = numbers.indexFrom(value);
  return index < numbers.length && numbers.at(index) === value;
};
