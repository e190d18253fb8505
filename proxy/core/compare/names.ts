import { isObject } from '#core/wire/json.ts';
import { BLANK } from './neutral.ts';

/**
 * Which ids of the two sides name the same thing. Ids are bound as steps that belong together name them, so that one more tool call
 * renames none of the others; then both have one name, `tool call 3`.
 */
export function createNames() {
  const [toRight, toLeft] = [new Map<string, string>(), new Map<string, string>()];
  const names = new Map<string, string>(); // by the left id, or the right one where it is bound to none
  const counts = new Map<string, number>();

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

  /** False where one of them is bound to another. */
  function bind(left: string, right: string): boolean {
    const bound = toRight.get(left);
    if (bound !== undefined || toLeft.has(right)) return bound === right;
    if (kindOf(left) !== kindOf(right)) return false;
    toRight.set(left, right);
    toLeft.set(right, left);
    return true;
  }

  const filled = (body: string, ids: readonly string[], name: (id: string) => string): unknown => {
    const queue = ids.values();
    return fill(JSON.parse(body), () => name(queue.next().value ?? ''));
  };

  return {
    /** Whether the ids that two steps name are the same things, as far as is known; from now on they are. */
    bindAll(left: readonly string[], right: readonly string[]): boolean {
      let isSame = left.length === right.length;
      for (let index = 0; index < Math.min(left.length, right.length); index++)
        if (!bind(left[index] ?? '', right[index] ?? '')) isSame = false;
      return isSame;
    },
    /** The value of a body, with names in place of its ids. */
    left: (body: string, ids: readonly string[]): unknown => filled(body, ids, leftName),
    right: (body: string, ids: readonly string[]): unknown => filled(body, ids, rightName),
  };
}

/** Of `tool call call_7` it is `tool call`: kinds have no digits, and ids may have anything. */
const kindOf = (id: string): string => KINDS.find((kind) => id.startsWith(`${kind} `)) ?? '';

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

const BLANKED = new RegExp(`${BLANK}[^${BLANK}]*${BLANK}`, 'g');

/** The order is that of the text, which the ids are in: bodies are as deep as `createPieces` lets them be. */
function fill(value: unknown, next: () => string): unknown {
  if (typeof value === 'string') return value.replaceAll(BLANKED, next);
  if (Array.isArray(value)) return value.map((item) => fill(item, next));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member, next)]));
}
