/** Seeds that nobody gave have at most six digits, which are easy to copy. */
export const randomSeed = (): number => Math.floor(Math.random() * 1_000_000);
