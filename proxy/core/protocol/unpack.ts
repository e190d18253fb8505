import { FLAG, KIND, type Packed } from './packed.ts';
import type { Case, Member, ObjectShape, Shape, Surface } from './shape.ts';

/** Ranges of the number formats. `JSON.parse` rounds integers beyond 2^53, so the limits of 64 bits are rounded too. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63],
  uint16: [0, 2 ** 16 - 1],
  uint32: [0, 2 ** 32 - 1],
  uint64: [0, 2 ** 64],
};

/** The shapes of a packed table, by index. Each refers only to shapes before it, so none contains itself. */
export function unpackShapes({ names, shapes }: Packed): readonly Shape[] {
  const done: Shape[] = [];
  const name = (index: number | undefined) => (index === undefined || index < 0 ? undefined : names[index]);
  const shape = (index: number | undefined): Shape => {
    const found = done[index ?? -1];
    if (!found) throw new Error(`the schema tables are not in order at ${index}`);
    return found;
  };
  const optional = (index: number | undefined) => (index === undefined || index < 0 ? undefined : shape(index));

  function unpack([kind, ...row]: readonly number[]): Shape {
    const [first = 0, second = 0, third = 0] = row;
    switch (kind) {
      case KIND.boolean:
        return { kind: 'boolean' };
      case KIND.null:
        return { kind: 'null' };
      case KIND.string:
        return { kind: 'string', least: first };
      case KIND.integer:
      case KIND.number: {
        const format = name(first) ?? '';
        const [low, high] = RANGES[format] ?? [-Infinity, Infinity];
        const range = { min: Math.max(low, second), max: Math.min(high, third), format };
        return { kind: kind === KIND.integer ? 'integer' : 'number', ...range };
      }
      case KIND.enum:
        return { kind: 'enum', name: name(first), open: second === 1, values: new Map(pairs(row.slice(2))) };
      case KIND.array:
        return { kind: 'array', items: shape(first), least: second };
      case KIND.map:
        return { kind: 'map', values: shape(first) };
      case KIND.choice:
        return choiceOf(row.slice(1).map(shape), first === 1);
      case KIND.object:
        return objectOf(name(first), membersOf(row.slice(2)), second === 1);
      case KIND.union:
        return {
          kind: 'union',
          name: name(first),
          tag: name(second) ?? '',
          other: optional(third),
          untagged: optional(row[3]),
          cases: casesOf(row.slice(4)),
        };
      default:
        return { kind: 'any' };
    }
  }

  const pairs = (row: readonly number[]): [string, Surface][] =>
    groups(row, 2).map(([value, unstable]) => [name(value) ?? '', unstable === 1 ? 'unstable' : 'stable']);

  const casesOf = (row: readonly number[]) =>
    new Map<string, Case>(
      groups(row, 3).map(([value, index, unstable]) => [
        name(value) ?? '',
        { shape: shape(index), surface: unstable === 1 ? 'unstable' : 'stable' },
      ]),
    );

  const membersOf = (row: readonly number[]) =>
    new Map<string, Member>(
      groups(row, 4).map(([member, index, flags = 0, instead]) => [
        name(member) ?? '',
        {
          shape: shape(index),
          required: (flags & FLAG.required) > 0,
          nullable: (flags & FLAG.nullable) > 0,
          dropsItems: (flags & FLAG.dropsItems) > 0,
          surface: (flags & FLAG.unstable) > 0 ? 'unstable' : 'stable',
          instead: name(instead),
        },
      ]),
    );

  for (const row of shapes) done.push(unpack(row));
  return done;
}

export function objectOf(name: string | undefined, members: ReadonlyMap<string, Member>, open = false): ObjectShape {
  const required = [...members.values()].filter((member) => member.required).length;
  return { kind: 'object', name, members, required, open, known: undefined };
}

/** Builds a choice. Each object form knows the members of the other forms, so that they are not reported as unknown. */
export function choiceOf(options: readonly Shape[], exclusive: boolean): Shape {
  const known = new Set(options.flatMap((option) => (option.kind === 'object' ? [...option.members.keys()] : [])));
  return {
    kind: 'choice',
    exclusive,
    options: options.map((option) => (option.kind === 'object' ? { ...option, known } : option)),
  };
}

function groups(row: readonly number[], size: number): (readonly number[])[] {
  return Array.from({ length: row.length / size }, (_, index) => row.slice(index * size, (index + 1) * size));
}
