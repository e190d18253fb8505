import { signal } from '@preact/signals';
import type { EntryRow } from '#core/model/row.ts';
import type { Backend } from '../../backends/backend.ts';
import type { Timeline } from './timeline.ts';

/** Rows per request: well below the contract's limit. */
const CHUNK = 200;

/**
 * Rows of entries that the page mentions by number. Takes them from the timeline, or fetches them one request at a
 * time. If that fails, the page shows only the number.
 */
export function createRowLookup(
  { recording, rowOf }: Pick<Timeline, 'recording' | 'rowOf'>,
  backend: Pick<Backend, 'rows'>,
) {
  const rows = new Map<number, EntryRow>();
  const version = signal(0);
  let missing: readonly number[] = [];
  let flight: AbortController | undefined;

  const fetchNext = async () => {
    const window = nextWindow(missing);
    if (!window || flight) return;
    flight = new AbortController();
    const { from, count } = window;
    try {
      const { rows: fetched } = await backend.rows(
        recording,
        { view: 'raw', q: '', opened: [], collapsed: [], at: { from }, count },
        flight.signal,
      );
      for (const row of fetched) if (missing.includes(row.seq)) rows.set(row.seq, row);
      missing = missing.filter((seq) => seq < from || seq >= from + count);
      version.value += 1;
    } catch {
      missing = [];
    }
    flight = undefined;
    void fetchNext();
  };

  return {
    /** Returns the row of a wanted entry once it is known; reading subscribes. */
    rowAt: (seq: number): EntryRow | undefined => {
      void version.value;
      return rows.get(seq);
    },
    /** Sets the wanted entries. Does not fetch entries that are no longer wanted. */
    want: (seqs: readonly number[]) => {
      const lacking = seqs.filter((seq) => !rows.has(seq));
      const held = lacking.flatMap((seq) => rowOf(seq) ?? []);
      for (const row of held) rows.set(row.seq, row);
      if (held.length > 0) version.value = version.peek() + 1;
      missing = lacking.filter((seq) => !rows.has(seq)).toSorted((one, other) => one - other);
      void fetchNext();
    },
    dispose: () => {
      missing = [];
      flight?.abort();
    },
  };
}

/** Returns the window from the first missing entry to the last one that fits into the same request. */
function nextWindow(missing: readonly number[]): { readonly from: number; readonly count: number } | undefined {
  const from = missing[0];
  const last = from === undefined ? undefined : missing.findLast((seq) => seq < from + CHUNK);
  return from === undefined || last === undefined ? undefined : { from, count: last - from + 1 };
}
