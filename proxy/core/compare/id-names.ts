import { isObject } from '#core/json/json.ts';
import { BLANK } from './normaliser.ts';

/**
 * Matches the ids of both sides. Matched steps bind their ids, so that an additional tool call does not rename the
 * others. Bound ids share one name, `tool call 3`.
 */
export function createIdNames() {
  const [toRight, toLeft] = [new Map<string, string>(), new Map<string, string>()];
  const names = new Map<string, string>(); // by the left id, or by an unbound right id
  const counts = new Map<string, number>();
  const bindings = new Map<string, number>(); // by the left id

  function nameOf(key: string, id: string): string {
    const known = names.get(key);
    if (known !== undefined) return known;
    const kind = kindOf(id);
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    names.set(key, `${kind} ${count}`);
    return `${kind} ${count}`;
  }

  const leftName = (id: string) => nameOf(`left ${id}`, id);

  function rightName(id: string): string {
    const left = toLeft.get(id);
    return left === undefined ? nameOf(`right ${id}`, id) : leftName(left);
  }

  /** Binds two ids. Returns false if one of them is bound to another id, or if their kinds differ. */
  function bind(left: string, right: string): boolean {
    const bound = toRight.get(left);
    if (bound !== undefined || toLeft.has(right)) return bound === right;
    if (kindOf(left) !== kindOf(right)) return false;
    toRight.set(left, right);
    toLeft.set(right, left);
    bindings.set(left, bindings.size);
    return true;
  }

  return {
    /** Binds the ids of two steps. Returns false if two of them cannot be bound, or if one step has more ids. */
    bindAll(left: readonly string[], right: readonly string[]): boolean {
      let isSame = left.length === right.length;
      for (let index = 0; index < Math.min(left.length, right.length); index++)
        if (!bind(left[index] ?? '', right[index] ?? '')) isSame = false;
      return isSame;
    },
    /** The number of a binding, the same for its two ids. undefined for an unbound id. */
    leftBinding: (id: string): number | undefined => bindings.get(id),
    rightBinding: (id: string): number | undefined => bindings.get(toLeft.get(id) ?? ''),
    /** The value of a body, with names instead of its ids. */
    left: (body: string, ids: readonly string[]): unknown => filled(body, ids, leftName),
    right: (body: string, ids: readonly string[]): unknown => filled(body, ids, rightName),
  };
}

/** `tool call` for `tool call call_7`. Kinds contain no digits, but ids may contain anything. */
export const kindOf = (id: string): string => KINDS.find((kind) => id.startsWith(`${kind} `)) ?? '';

const KINDS = [
  'session',
  'message',
  'tool call',
  'terminal',
  'request',
  'elicitation',
  'connection',
  'server',
  'compaction',
  'plan',
  'cursor',
  'id',
  'process',
] as const;

/** The value of a body, with these names in place of its ids. */
export function filled(body: string, ids: readonly string[], name: (id: string) => string): unknown {
  const queue = ids.values();
  return fill(JSON.parse(body), () => name(queue.next().value ?? ''));
}

/** A place for an id in a body, or an id in such a place. */
export const BLANKED = new RegExp(`${BLANK}[^${BLANK}]*${BLANK}`, 'g');

/** Fills in the ids in text order. The depth is limited by `createValueNormaliser`. */
function fill(value: unknown, next: () => string): unknown {
  if (typeof value === 'string') return value.replaceAll(BLANKED, next);
  if (Array.isArray(value)) return value.map((item) => fill(item, next));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member, next)]));
}

export type IdNames = ReturnType<typeof createIdNames>;
