import { idTexts } from '#core/filter/filter-facts.ts';

/**
 * The facts of an entry that blocks are marked with. Sizes and durations are in classes.
 * Entries of an ended recording no longer change, and only those are in blocks.
 */
export interface FactRecord {
  readonly kind: number;
  readonly origin: number;
  readonly method: number | null;
  readonly session: number | null;
  readonly variant: number | null;
  readonly status: number | null;
  readonly turn: number | null;
  readonly call: number | null;
  readonly rpc_id: string | null;
  readonly size: number;
  readonly duration: number | null;
}

/** Facts that are numbers, compared as they are. */
export const PLAIN_FACTS = ['kind', 'origin', 'method', 'session', 'variant', 'status', 'turn', 'call'] as const;

export type FactName = (typeof PLAIN_FACTS)[number] | 'id' | 'size' | 'duration';

export const fact = (name: FactName, value: number | string): string => `${name} ${value}`;

/** Few classes: `size:>N` asks for every class from that of N on, and each absent class may seem to be there. */
const LAST_CLASS = 16;

/** A class of numbers: 0 to 2, 3 to 14, 15 to 62, … by powers of four, and all from about four billion on. */
export const classOf = (value: number): number =>
  Math.min(LAST_CLASS, Math.floor(Math.log2(Math.max(0, value) + 1) / 2));

export function factsOf(record: FactRecord): readonly string[] {
  const facts = [fact('size', classOf(record.size))];
  for (const name of PLAIN_FACTS) {
    const value = record[name];
    if (value !== null) facts.push(fact(name, value));
  }
  if (record.duration !== null) facts.push(fact('duration', classOf(record.duration)));
  if (record.rpc_id !== null) for (const id of idTexts(record.rpc_id)) facts.push(fact('id', id.toLowerCase()));
  return facts;
}
