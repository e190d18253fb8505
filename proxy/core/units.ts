declare const unit: unique symbol;
type Branded<T, Name extends string> = T & { readonly [unit]: Name };

/** Wall-clock instant: milliseconds since the Unix epoch. For display; never for ordering. */
export type EpochMs = Branded<number, 'EpochMs'>;

/** Monotonic microseconds since the recording began. Measures durations. */
export type ElapsedUs = Branded<number, 'ElapsedUs'>;

/** Position of an entry in its recording: 0, 1, 2, … without gaps. The order of all entries. */
export type Seq = Branded<number, 'Seq'>;

/** The only way from `number` to `EpochMs`. @throws {RangeError} unless a whole number ≥ 0. */
export const epochMs = (value: number): EpochMs => whole(value, 'milliseconds since the epoch') as EpochMs;

/** The only way from `number` to `ElapsedUs`. @throws {RangeError} unless a whole number ≥ 0. */
export const elapsedUs = (value: number): ElapsedUs => whole(value, 'elapsed microseconds') as ElapsedUs;

/** The only way from `number` to `Seq`. @throws {RangeError} unless a whole number ≥ 0. */
export const seqOf = (value: number): Seq => whole(value, 'an entry number') as Seq;

function whole(value: number, what: string): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not ${what}: ${value}`);
  return value;
}
