import { setNewest } from '#core/set-newest.ts';
import type { Side } from '#core/wire/entry.ts';
import { keyRange, ORIGINS, seqOfKey } from '../connection/entry-key.ts';
import type { Connection } from '../connection/open.ts';

/** Entries read in one call: some ten milliseconds. */
const STEP = 10_000;

/** Sides of recordings whose positions are remembered. */
const MAX_KNOWN = 200;

/** How far the bytes of a side are added up. */
interface Position {
  /** The first place that is not added up. */
  readonly next: number;
  /** The bytes before it. */
  readonly before: number;
  /** Where the last frame before it begins; -1 for none. */
  readonly last: number;
}

/**
 * Returns a function that finds the frame at an offset in the bytes of a side. The function returns its seq; null if no
 * frame begins there, because bytes before it were lost; undefined if the frame is not recorded yet, or more sizes must
 * be added up: call again. A call adds up a limited number of sizes. Rising offsets are quick.
 */
export function createFrameFinder(connection: Connection, step = STEP) {
  const idOf = connection.prepare('SELECT id FROM recording WHERE no = ?').pluck();
  const sizes = connection.prepare(`
    SELECT e.place, iif(e.origin = @origin, coalesce(cut.bytes, length(e.bytes)), NULL) AS size
    FROM entry e LEFT JOIN cut ON cut.recording = @no AND cut.seq = e.seq
    WHERE e.place BETWEEN @first AND @last ORDER BY e.place LIMIT ${step}`);
  const known = new Map<string, Position>();

  return (no: number, from: Side, offset: number): number | null | undefined => {
    const name = `${no} ${String(idOf.get(no))} ${from}`; // a number may be used again
    const [first, end] = keyRange(no);
    const start: Position = { next: first, before: 0, last: -1 };
    const remembered = known.get(name) ?? start;
    let { next, before, last } = remembered.last < offset ? remembered : start;
    let found: number | null | undefined;
    const records = sizes.all({ no, first: next, last: end, origin: ORIGINS.indexOf(from) });
    for (const { place, size } of records as { readonly place: number; readonly size: number | null }[]) {
      if (size !== null && before >= offset) {
        found = before === offset ? seqOfKey(place) : null;
        break;
      }
      if (size !== null) {
        last = before;
        before += size;
      }
      next = place + 1;
    }
    setNewest(known, name, { next, before, last }, MAX_KNOWN);
    return found;
  };
}
