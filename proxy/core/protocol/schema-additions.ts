import type { ProtocolVersion } from './methods.ts';
import type { Member, ObjectShape, Shape, Surface } from './shape.ts';
import { objectOf } from './unpack.ts';

/** Names that peers use and the official schemas lack, by definition. */
export interface SchemaAdditions {
  readonly surface: Exclude<Surface, 'stable' | 'unstable'>;
  readonly version: ProtocolVersion;
  /** By definition: additional members. */
  readonly members: Readonly<Record<string, Readonly<Record<string, Shape>>>>;
  /** By definition and tag: additional forms of a union. `open` accepts any object. */
  readonly cases: Readonly<Record<string, Readonly<Record<string, Shape>>>>;
  /** By definition: additional values of an enum. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly calls: readonly AddedCall[];
}

/** An additional method, or another form of the params of a schema's method. */
export interface AddedCall {
  readonly method: string;
  readonly kind: 'request' | 'notification';
  readonly sentBy: 'client' | 'agent';
  readonly params: Shape;
}

export const any: Shape = { kind: 'any' };
export const text: Shape = { kind: 'string', least: 0 };
export const boolean: Shape = { kind: 'boolean' };
export const list = (items: Shape): Shape => ({ kind: 'array', items, least: 0 });

/** Accepts any object. */
export const open: ObjectShape = objectOf(undefined, new Map(), true);

/** An object with these members; those not `optional` are required. `_meta` is allowed without being listed. */
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

/** Receivers ignore a member they do not know, so its value cannot break the message. */
export const memberOf = (shape: Shape, required: boolean, surface: Surface): Member => ({
  shape,
  required,
  nullable: !required,
  instead: required ? undefined : 'nothing',
  dropsItems: false,
  surface,
});
