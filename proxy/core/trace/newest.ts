/** Forgetting waits until this many more than are there have been kept. */
const SLACK = 16;

/** Things in the order in which they came, for who asks which came last of those that are still there. No verb grows slower with their number. */
export function createNewest<Thing>() {
  const there = new Set<Thing>();
  let order: Thing[] = []; // also holds what is gone, for a while

  return {
    /** Each thing once. */
    add(thing: Thing): void {
      there.add(thing);
      order.push(thing);
      if (order.length > 2 * there.size + SLACK) order = [...there];
    },
    delete: (thing: Thing): boolean => there.delete(thing),
    has: (thing: Thing): boolean => there.has(thing),
    /** Undefined when none is there. */
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
