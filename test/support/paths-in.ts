import { isObject } from '#core/json/json.ts';

/** The paths to all members and items of a JSON value. */
export function* pathsIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (isObject(value) || Array.isArray(value))
    for (const [name, inner] of Object.entries(value)) yield* pathsIn(inner, [...path, name]);
}
