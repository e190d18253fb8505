import { valueAt, isObject, stringAt } from '#core/json/json.ts';

/** A way to log in. `type` is the registry's interpretation. */
export interface AuthMethod {
  readonly id: string | null;
  readonly name: string | null;
  readonly type: string;
}

/** Types that the registry accepts; `env_var` alone is not enough. */
const WANTED = new Set(['agent', 'terminal']);

/**
 * Reads `authMethods` as the registry's CI does: `type`, else from `_meta`, else `agent`.
 * https://github.com/agentclientprotocol/registry/blob/main/AUTHENTICATION.md
 */
export function readAuthMethods(value: unknown): readonly AuthMethod[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((method) => ({
    id: stringAt(method, 'id') ?? null,
    name: stringAt(method, 'name') ?? null,
    type: stringAt(method, 'type') || describedType(valueAt(method, '_meta')),
  }));
}

function describedType(meta: unknown): string {
  return isObject(meta) && 'terminal-auth' in meta ? 'terminal' : 'agent';
}

export const isDefinedType = ({ type }: AuthMethod): boolean => WANTED.has(type);

/** Why clients cannot use the list; undefined if they can. */
export function authMethodsFault(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'authMethods is not an array';
  const ids = new Set<string>();
  for (const [index, method] of value.entries()) {
    const place = `authMethods[${index}]`;
    if (!isObject(method)) return `${place} is not an object`;
    const id = stringAt(method, 'id');
    if (!id) return `${place} has no id`;
    if (!stringAt(method, 'name')) return `${place} (${id}) has no name`;
    if (ids.has(id)) return `two of authMethods have the id ${id}`;
    ids.add(id);
    const type = valueAt(method, 'type') ?? null;
    if (type !== null && typeof type !== 'string') return `${place} (${id}) has a type that is not a string`;
  }
  return undefined;
}
