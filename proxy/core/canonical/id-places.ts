import type { StringPath } from '#core/json/json-strings.ts';
import { isObject } from '#core/json/json.ts';
import { runIdKind, type RunIdKind } from '#core/protocol/run-ids.ts';
import type { Shape } from '#core/protocol/shape.ts';

/** The strings of a message that are ids or times in the schema, by `placeKey`. */
export type IdPlaces = Map<string, RunIdKind | 'time' | 'request'>;

/** The path of a string without indexes, because all elements of a list have the same shape. */
export const placeKey = (path: StringPath): string => path.join('\0');

/**
 * Adds the places of run ids in a value, according to its shape. Values under `_meta`, `rawInput` and similar members
 * are free, so they have no places.
 */
export function findIdPlaces(shape: Shape, value: unknown, path: StringPath, places: IdPlaces): void {
  switch (shape.kind) {
    case 'array':
      if (Array.isArray(value)) for (const item of value) findIdPlaces(shape.items, item, [...path, ''], places);
      return;
    case 'choice':
      for (const option of shape.options) findIdPlaces(option, value, path, places);
      return;
    case 'union': {
      const tag = isObject(value) ? value[shape.tag] : undefined;
      const found = typeof tag === 'string' ? (shape.cases.get(tag)?.shape ?? shape.other) : shape.untagged;
      const form = found ?? shape.untagged;
      if (form) findIdPlaces(form, value, path, places);
      return;
    }
    case 'object':
      if (!isObject(value)) return;
      for (const [name, { shape: member }] of shape.members)
        if (Object.hasOwn(value, name)) findInMember(member, value[name], [...path, name], places);
      return;
    default:
  }
}

function findInMember(shape: Shape, value: unknown, path: StringPath, places: IdPlaces): void {
  const kind = shape.kind === 'string' && typeof value === 'string' ? kindOf(path.at(-1) ?? '') : undefined;
  if (kind === undefined) findIdPlaces(shape, value, path, places);
  else places.set(placeKey(path), kind);
}

function kindOf(member: string) {
  // A string here is the id of an MCP request in `mcp/message`. ACP's request ids have more types, and are handled
  // elsewhere.
  if (member === 'requestId') return 'request';
  return member === 'updatedAt' ? 'time' : runIdKind(member);
}
