/** What `schema.gen.ts` holds: shapes as rows of numbers, which point at each other and at names. Rows come before rows that use them. */
export interface Packed {
  /** Every name and text, once. */
  readonly names: readonly string[];
  /** `[kind, …]`; see `unpack.ts` for what follows which kind. -1 means none. */
  readonly shapes: readonly (readonly number[])[];
  readonly calls: readonly PackedCall[];
  /** The shape of error objects. */
  readonly error: number;
  /** Pairs of a definition's name and its shape. */
  readonly definitions: readonly number[];
}

/** Name of the method, what the definition is, which side handles the method (`x-side`), and the shape of its params or result. */
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

/** What a member is, in one number. */
export const FLAG = { required: 1, nullable: 2, dropsItems: 4, unstable: 8 } as const;
