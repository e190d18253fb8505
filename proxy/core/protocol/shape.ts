/**
 * The origin of a name of ACP. `stable` and `unstable`: the official schemas. `legacy`: removed from ACP,
 * still in use. `private`: never in ACP, used by some peers. `newer`: added after the schema acptap was built
 * with. `other-version`: the other protocol version's name for the same thing.
 */
export type Surface = 'stable' | 'unstable' | 'legacy' | 'private' | 'newer' | 'other-version';

/** True for names in the schema that acptap was built with; only these are suggested. */
export const isCurrent = (surface: Surface): boolean => surface === 'stable' || surface === 'unstable';

/**
 * One member of an object. `instead` is what receivers use when they cannot read the value; without it they
 * refuse the message.
 */
export interface Member {
  readonly shape: Shape;
  readonly required: boolean;
  /** True if null is allowed too. */
  readonly nullable: boolean;
  readonly instead: string | undefined;
  /** True if receivers drop the items of this list that they cannot read, and keep the rest. */
  readonly dropsItems: boolean;
  readonly surface: Surface;
}

export interface ObjectShape {
  readonly kind: 'object';
  readonly name: string | undefined;
  readonly members: ReadonlyMap<string, Member>;
  /** The number of required members. */
  readonly required: number;
  /** Allows other members, as in the open branch of a union of version 2. */
  readonly open: boolean;
  /** Names of members in the other forms of a choice. */
  readonly known: ReadonlySet<string> | undefined;
}

/** One form of a union, chosen by the value of its tag. */
export interface Case {
  readonly shape: Shape;
  readonly surface: Surface;
}

/**
 * An object with the form chosen by its member `tag`, one of the `cases`. `other` is the form for any other
 * tag; `untagged` the form without a known tag. Without both, the tag must be one of the cases.
 */
export interface UnionShape {
  readonly kind: 'union';
  readonly name: string | undefined;
  readonly tag: string;
  readonly cases: ReadonlyMap<string, Case>;
  readonly other: Shape | undefined;
  readonly untagged: Shape | undefined;
}

/**
 * The set of values that a schema allows. `enum`: strings with known values; an `open` enum accepts other
 * strings too.
 */
export type Shape =
  | { readonly kind: 'any' | 'boolean' | 'null' }
  | { readonly kind: 'string'; readonly least: number }
  | { readonly kind: 'integer' | 'number'; readonly min: number; readonly max: number; readonly format: string }
  | { readonly kind: 'enum'; readonly name: string | undefined; readonly values: Values; readonly open: boolean }
  | { readonly kind: 'array'; readonly items: Shape; readonly least: number }
  | { readonly kind: 'map'; readonly values: Shape }
  /** One of several forms without a tag: the first that fits. `exclusive`: exactly one may fit. */
  | { readonly kind: 'choice'; readonly options: readonly Shape[]; readonly exclusive: boolean }
  | ObjectShape
  | UnionShape;

export type Values = ReadonlyMap<string, Surface>;

/** The members of a shape; for a union, those of all its forms. */
export function memberNames(shape: Shape): Iterable<string> {
  switch (shape.kind) {
    case 'object':
      return shape.members.keys();
    case 'union':
      return [...shape.cases.values()].flatMap((one) => [...memberNames(one.shape)]);
    case 'choice':
      return shape.options.flatMap((option) => [...memberNames(option)]);
    default:
      return [];
  }
}
