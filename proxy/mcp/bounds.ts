import { isObject } from '#core/json/json.ts';
import { beginning } from '#core/text/cut.ts';
import { escapeUnseen } from '#core/wire/visible.ts';

/** The most characters of one answer: about 6,000 tokens. */
export const MAX_ANSWER = 24_000;

/** Limits of one item of an answer: characters of each text, items of each list. */
interface Bounds {
  readonly text: number;
  readonly items: number;
}

/** From wide to narrow: the first bounds within which an item fits are taken. */
const BOUNDS: readonly Bounds[] = [
  { text: 2000, items: 50 },
  { text: 500, items: 20 },
  { text: 150, items: 8 },
  { text: 60, items: 3 },
];

/** A value as JSON for a model. Recorded text cannot end a string or a line, or change the direction of writing. */
export const toText = (value: unknown): string => escapeUnseen(JSON.stringify(value));

/** Cuts long texts and lists, so that a value has at most `most` characters as JSON. Leaves out null members. */
export function cut(value: unknown, most = MAX_ANSWER / 2): unknown {
  for (const bounds of BOUNDS) {
    const short = within(value, bounds);
    if (toText(short).length <= most) return short;
  }
  return { cut: `too large for one answer: ${JSON.stringify(value).length} characters` };
}

function within(value: unknown, bounds: Bounds): unknown {
  if (typeof value === 'string') return cutText(value, bounds.text);
  if (Array.isArray(value)) {
    const more = value.length - bounds.items;
    const items: unknown[] = value.slice(0, bounds.items).map((item) => within(item, bounds));
    return more > 0 ? [...items, `… ${more} more`] : items;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, within(member, bounds)]));
}

/** Marks a cut text with the number of its missing characters. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const begin = beginning(text, most);
  return `${begin}… (${text.length - begin.length} more characters)`;
}

export interface Page {
  readonly items: readonly unknown[];
  /** Where the next part begins; undefined at the end. */
  readonly next: string | undefined;
}

/**
 * As many of the items as fit into an answer. `from`: the position of the first of them in the whole list of `total`.
 * At least one, so that a cursor always moves on.
 */
export function fillPage(items: readonly unknown[], from: number, total: number): Page {
  const taken: unknown[] = [];
  let size = 0;
  for (const item of items) {
    const short = cut(item);
    size += toText(short).length + 1;
    if (size > MAX_ANSWER && taken.length > 0) break;
    taken.push(short);
  }
  const end = from + taken.length;
  return { items: taken, next: end < total ? String(end) : undefined };
}
