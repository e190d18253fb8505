/** The most removed items that `order` may keep beyond the number of items in the set. */
const SLACK = 16;

/** A set with quick access to its newest item. No operation gets slower with the number of items. */
export function createOrderedSet<Thing>() {
  const there = new Set<Thing>();
  let order: Thing[] = []; // may contain removed items

  return {
    /** Adds an item that is not in the set. */
    add(thing: Thing): void {
      there.add(thing);
      order.push(thing);
      if (order.length > 2 * there.size + SLACK) order = [...there];
    },
    delete: (thing: Thing): boolean => there.delete(thing),
    has: (thing: Thing): boolean => there.has(thing),
    /** Undefined for an empty set. */
    newest(): Thing | undefined {
      for (let last = order.at(-1); last !== undefined; last = order.at(-1)) {
        if (there.has(last)) return last;
        order.pop();
      }
      return undefined;
    },
    size: (): number => there.size,
  };
}
