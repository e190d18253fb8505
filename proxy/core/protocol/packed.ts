/**
 * The content of `schema.gen.ts`: shapes as rows of numbers that refer to each other and to names. A row
 * comes before the rows that use it.
 */
export interface Packed {
  /** Every name and text, once. */
  readonly names: readonly string[];
  /** `[kind, …]`. `unpack.ts` lists the numbers that follow each kind. -1 means none. */
  readonly shapes: readonly (readonly number[])[];
  readonly calls: readonly PackedCall[];
  /** The shape of error objects. */
  readonly error: number;
  /** Pairs of a definition's name and its shape. */
  readonly definitions: readonly number[];
}

/**
 * Index of the method name, the role of the definition, the side that handles the method (`x-side`), and the
 * shape of its params or result.
 */
export type PackedCall = readonly [method: number, form: string, side: string, shape: number];

export const KIND = {
  any: 0,
  boolean: 1,
  null: 2,
  string: 3,
  integer: 4,
  number: 5,
  enum: 6,
  array: 7,
  map: 8,
  choice: 9,
  object: 10,
  union: 11,
} as const;

/** The properties of a member as bits of one number. */
export const FLAG = { required: 1, nullable: 2, dropsItems: 4, unstable: 8 } as const;
