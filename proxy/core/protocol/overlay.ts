import type { ProtocolVersion } from './methods.ts';
import type { Member, ObjectShape, Shape, Surface } from './shape.ts';
import { objectOf } from './unpack.ts';

/** Names that the official schemas do not have and peers speak, by the definitions they belong to. */
export interface Overlay {
  readonly surface: Exclude<Surface, 'stable' | 'unstable'>;
  readonly version: ProtocolVersion;
  /** By definition: members that it also may have. */
  readonly members: Readonly<Record<string, Readonly<Record<string, Shape>>>>;
  /** By definition, by tag: forms of a union. A text with such a tag is read as `open` where nothing more is known of it. */
  readonly cases: Readonly<Record<string, Readonly<Record<string, Shape>>>>;
  /** By definition: values of an enum. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly calls: readonly OverlayCall[];
}

/** A method of its own, or another form of the params of one that the schema has. */
export interface OverlayCall {
  readonly method: string;
  readonly kind: 'request' | 'notification';
  readonly sentBy: 'client' | 'agent';
  readonly params: Shape;
}

export const any: Shape = { kind: 'any' };
export const text: Shape = { kind: 'string', least: 0 };
export const boolean: Shape = { kind: 'boolean' };
export const list = (items: Shape): Shape => ({ kind: 'array', items, least: 0 });

/** An object of which nothing is known but that it is one. */
export const open: ObjectShape = objectOf(undefined, new Map(), true);

/** An object with these members, of which those not `optional` are required. `_meta` goes without saying. */
export function object(
  members: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): ObjectShape {
  return objectOf(
    undefined,
    new Map([
      ...Object.entries(members).map(([name, shape]) => [name, memberOf(shape, true, 'stable')] as const),
      ...Object.entries({ _meta: any, ...optional }).map(
        ([name, shape]) => [name, memberOf(shape, false, 'stable')] as const,
      ),
    ]),
  );
}

/** Receivers that do not know the member do without it, whatever it holds. */
export const memberOf = (shape: Shape, required: boolean, surface: Surface): Member => ({
  shape,
  required,
  nullable: !required,
  instead: required ? undefined : 'nothing',
  dropsItems: false,
  surface,
});
