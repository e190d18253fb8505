import type { Definitions, Node } from './schema-documents.ts';

/** Random numbers that depend only on the seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (of: number) => next() < of,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
  };
}

export type Random = ReturnType<typeof createRandom>;

/** A random valid value of a definition; optional members occur by chance. */
export function example(definitions: Definitions, definition: string, random: Random): unknown {
  return valueOf({ $ref: `#/$defs/${definition}` }, 0);

  function valueOf(node: Node, depth: number): unknown {
    if (node['const'] !== undefined) return node['const'];
    const parts: unknown[] = [];
    if (node.$ref !== undefined) parts.push(valueOf(definitions[node.$ref.slice('#/$defs/'.length)] ?? {}, depth));
    for (const part of node.allOf ?? []) parts.push(valueOf(part, depth));
    const options = node.anyOf ?? node.oneOf;
    const plain = node['type'] !== undefined || node.properties !== undefined;
    if (plain) parts.push(plainValue(node, depth));
    if (options) parts.push(valueOf(random.pick(options), depth));
    if (parts.length === 0) return random.pick([1, 'any', null, { any: [] }]);
    const objects = parts.filter((part) => typeof part === 'object' && part !== null && !Array.isArray(part));
    return objects.length > 1 ? Object.assign({}, ...objects) : parts.at(-1);
  }

  function plainValue(node: Node, depth: number): unknown {
    const types = [node['type'] ?? 'object'].flat();
    switch (random.pick(types)) {
      case 'null':
        return null;
      case 'string':
        return node['not'] === undefined ? `text ${random.below(9)}` : '_other';
      case 'boolean':
        return random.chance(0.5);
      case 'integer':
      case 'number':
        return Number(node['minimum'] ?? 0) + random.below(2);
      case 'array':
        return Array.from({ length: Number(node['minItems'] ?? 0) + random.below(3) }, () =>
          valueOf(node.items ?? {}, depth + 1),
        );
      default: {
        const required = new Set(node.required);
        const members = Object.entries(node.properties ?? {}).filter(
          ([name]) => required.has(name) || random.chance(depth > 4 ? 0.1 : 0.5),
        );
        return Object.fromEntries(members.map(([name, member]) => [name, valueOf(member, depth + 1)]));
      }
    }
  }
}

type Container = Record<string, unknown> | unknown[];

/** Changes one thing somewhere in a copy of a value. `words` are values with a meaning elsewhere in the schema. */
export function mutate(value: unknown, words: readonly string[], random: Random): unknown {
  const copy = { root: structuredClone(value) };
  const places: (readonly [Container, string])[] = [];
  const visit = (container: Container) => {
    for (const [key, inner] of Object.entries(container)) {
      places.push([container, key]);
      if (typeof inner === 'object' && inner !== null) visit(inner as Container);
    }
  };
  visit(copy);
  const [container, key] = random.pick(places);
  const at = container as Record<string, unknown>; // indexes work as keys
  const inner = at[key];
  const change = random.below(8);
  if (change === 0 && !Array.isArray(container) && container !== copy) delete at[key];
  else if (change === 1) at[key] = null;
  else if (change === 2) at[key] = random.pick(words);
  else if (change === 3 && typeof inner === 'object' && inner !== null && !Array.isArray(inner))
    (inner as Record<string, unknown>)[
      random.pick(['extra', 'type', 'id', 'sessionId', 'requestId', ...words.slice(0, 9)])
    ] = random.pick(['text', 1, {}]);
  else if (change === 4) at[key] = [inner];
  else if (change === 5 && Array.isArray(inner)) inner.push(inner[0] ?? 'item', random.pick([7, {}, 'item']));
  else if (change === 6)
    at[key] = random.pick([-1, 1.5, 65536, 2 ** 31, 2 ** 32, 2 ** 53 + 2, 2 ** 65, -(2 ** 65), 1e300]);
  else at[key] = random.pick(['', 'text', 5, true, false, {}, [], { text: 'text' }, [[]]]);
  return copy.root;
}

/** Every string constant of a document: tags and enum values. */
export function constantsOf(definitions: Definitions): readonly string[] {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [keyword, value] of Object.entries(node))
      if (keyword === 'const' && typeof value === 'string') found.add(value);
      else visit(value);
  };
  visit(definitions);
  return [...found];
}
