/**
 * How a value of ACP is known. `stable` and `unstable` are the two surfaces of the official schemas, `legacy` was once in ACP and is
 * still spoken, `private` never was and is spoken by some, `newer` came with a release after the one acptap was made with, and
 * `other-version` is what the same thing is called in the other version of the protocol.
 */
export type Surface = 'stable' | 'unstable' | 'legacy' | 'private' | 'newer' | 'other-version';

/** Whether one may write the name: the schema acptap was made with has it. */
export const isCurrent = (surface: Surface): boolean => surface === 'stable' || surface === 'unstable';

/** One member of an object. `instead` is what receivers put where they cannot read the value; without it they refuse the message. */
export interface Member {
  readonly shape: Shape;
  readonly required: boolean;
  /** Null is as good as a value, or as an empty list. */
  readonly nullable: boolean;
  readonly instead: string | undefined;
  /** Receivers drop the items of this list that they cannot read, and keep the rest. */
  readonly dropsItems: boolean;
  readonly surface: Surface;
}

export interface ObjectShape {
  readonly kind: 'object';
  readonly name: string | undefined;
  readonly members: ReadonlyMap<string, Member>;
  /** How many of the members are required. */
  readonly required: number;
  /** Other members are welcome, as in the open branch of a union of version 2. */
  readonly open: boolean;
  /** Names that are members of the other forms this object could have had. */
  readonly known: ReadonlySet<string> | undefined;
}

/** One form of a union, chosen by the value of its tag. */
export interface Case {
  readonly shape: Shape;
  readonly surface: Surface;
}

/**
 * An object whose member `tag` says which of the `cases` it is. `other` is the form for every other string; `untagged` the one for
 * objects that have no tag, or none that is known. Where neither is there, the tag must be one of the cases.
 */
export interface UnionShape {
  readonly kind: 'union';
  readonly name: string | undefined;
  readonly tag: string;
  readonly cases: ReadonlyMap<string, Case>;
  readonly other: Shape | undefined;
  readonly untagged: Shape | undefined;
}

/** What a value can be. Strings with a known set of values are `enum`; `open` ones take others too. */
export type Shape =
  | { readonly kind: 'any' | 'boolean' | 'null' }
  | { readonly kind: 'string'; readonly least: number }
  | { readonly kind: 'integer' | 'number'; readonly min: number; readonly max: number; readonly format: string }
  | { readonly kind: 'enum'; readonly name: string | undefined; readonly values: Values; readonly open: boolean }
  | { readonly kind: 'array'; readonly items: Shape; readonly least: number }
  | { readonly kind: 'map'; readonly values: Shape }
  /** One of several, without a tag: the first that fits. `exclusive`: exactly one may. */
  | { readonly kind: 'choice'; readonly options: readonly Shape[]; readonly exclusive: boolean }
  | ObjectShape
  | UnionShape;

export type Values = ReadonlyMap<string, Surface>;

/** Members of a shape a union chooses: what an object of any of its forms may have. */
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
