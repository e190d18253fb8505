import { clip, labelOf, preview } from './issue.ts';
import type { ProtocolVersion } from './methods.ts';
import type { Mistake } from './explanation.ts';
import { isCurrent, type Shape, type Surface } from './shape.ts';

/** Describes the origin of a name to a peer of `version`. */
export function describeSurface(surface: Surface, version: ProtocolVersion): string {
  switch (surface) {
    case 'stable':
      return 'is stable';
    case 'unstable':
      return 'is not stable yet';
    case 'legacy':
      return 'is no longer in ACP';
    case 'private':
      return 'is private to some peers and never was in ACP';
    case 'newer':
      return 'is newer than the schema acptap was made with';
    case 'other-version':
      return `belongs to version ${otherVersion(version)}`;
  }
}

export const otherVersion = (version: ProtocolVersion): ProtocolVersion => (version === 1 ? 2 : 1);

/** Names an object by its definition, or by the member that holds it. */
export const titleOf = ({ name }: { readonly name: string | undefined }, pointer: string): string =>
  name ?? labelOf(pointer);

export const wrongType = (shape: Shape, value: unknown, pointer: string): Mistake =>
  expectedMistake(typeName(shape), value, pointer);

export function expectedMistake(expected: string, value: unknown, pointer: string): Mistake {
  const seen = preview(value);
  return { pointer, what: 'value', seen, expected, message: `${labelOf(pointer)} must be ${expected}, not ${seen}` };
}

export function typeName(shape: Shape): string {
  switch (shape.kind) {
    case 'array':
      return shape.least > 0 ? 'a list of at least one' : 'a list';
    case 'map':
    case 'object':
    case 'union':
      return 'an object';
    case 'string':
      return shape.least > 0 ? 'a text that is not empty' : 'a string';
    case 'integer':
      return shape.format === '' ? 'an integer' : `an integer (${shape.format})`;
    case 'number':
      return Number.isFinite(shape.min) && shape.max < 1e9 ? `a number from ${shape.min} to ${shape.max}` : 'a number';
    case 'boolean':
      return 'a boolean';
    case 'enum':
      return `one of ${clip(currentNames(shape.values).join(', '))}`;
    case 'null':
      return 'null';
    default:
      return 'another value';
  }
}

/** The enum values or union tags in the current schema. Outdated and newer names are known but not suggested. */
export const currentNames = (values: ReadonlyMap<string, Surface | { readonly surface: Surface }>): readonly string[] =>
  [...values].flatMap(([name, at]) => (isCurrent(typeof at === 'string' ? at : at.surface) ? [name] : []));
