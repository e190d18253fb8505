import type { Member, Shape } from './shape.ts';

/**
 * True for a value without any issue: no mistake, no unknown name, no unstable or outdated name. Almost every
 * frame passes here, so this allocates nothing; `explain` makes the issues of the others. The depth is
 * limited by the shape, because it skips values that the schema leaves free.
 */
export function hasNoIssues(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'any':
      return true;
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'string':
      return typeof value === 'string' && value.length >= shape.least;
    case 'integer':
      return Number.isInteger(value) && (value as number) >= shape.min && (value as number) <= shape.max;
    case 'number':
      return typeof value === 'number' && value >= shape.min && value <= shape.max;
    case 'enum':
      return typeof value === 'string' && isKnownValue(shape, value);
    case 'array':
      if (!Array.isArray(value) || value.length < shape.least) return false;
      for (const item of value) if (!hasNoIssues(shape.items, item)) return false;
      return true;
    case 'choice': {
      if (!shape.exclusive) return someClean(shape.options, value);
      let fits = 0;
      for (const option of shape.options) if (hasNoIssues(option, value)) fits += 1;
      return fits === 1;
    }
    case 'map':
    case 'object':
    case 'union':
      return (
        typeof value === 'object' && value !== null && !Array.isArray(value) && isCleanObject(shape, value as Members)
      );
  }
}

type Members = Readonly<Record<string, unknown>>;
type ObjectLike = Extract<Shape, { kind: 'map' | 'object' | 'union' }>;

function isCleanObject(shape: ObjectLike, value: Members): boolean {
  if (shape.kind === 'union') {
    const tag = value[shape.tag];
    const found = typeof tag === 'string' ? shape.cases.get(tag) : undefined;
    if (found) return found.surface === 'stable' && hasNoIssues(found.shape, value);
    if (typeof tag === 'string' && shape.other) return tag.startsWith('_') && hasNoIssues(shape.other, value);
    return shape.untagged !== undefined && hasNoIssues(shape.untagged, value);
  }
  if (shape.kind === 'map') {
    if (shape.values.kind === 'any') return true;
    for (const name in value) if (!hasNoIssues(shape.values, value[name])) return false;
    return true;
  }
  let required = 0;
  for (const name in value) {
    const member = shape.members.get(name);
    if (member === undefined) {
      if (shape.open || shape.known?.has(name) === true) continue;
      return false;
    }
    if (!isCleanMember(member, value[name])) return false;
    if (member.required) required += 1;
  }
  return required === shape.required;
}

const isCleanMember = (member: Member, value: unknown): boolean =>
  member.surface === 'stable' && ((value === null && member.nullable) || hasNoIssues(member.shape, value));

function someClean(options: readonly Shape[], value: unknown): boolean {
  for (const option of options) if (hasNoIssues(option, value)) return true;
  return false;
}

/**
 * Open enums accept any name with a leading underscore. Other unknown names are reserved for later releases,
 * and are reported.
 */
function isKnownValue({ values, open }: Extract<Shape, { kind: 'enum' }>, value: string): boolean {
  const surface = values.get(value);
  return surface === undefined ? open && value.startsWith('_') : surface === 'stable';
}
