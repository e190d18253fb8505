import { batch, signal, type ReadonlySignal } from '@preact/signals';
import type { EntryRow } from '#core/contract/api.ts';
import { seqOf, type Seq } from '#core/wire/units.ts';
import { reasonOf, type Backend, type FeedEvent } from '../backends/backend.ts';
import { CHUNK, createRowCache } from './row-cache.ts';

/** 16,000 rows, some ten megabytes: enough to scroll back and forth, nothing beside the page itself. */
const MAX_CHUNKS = 80;
/** Rows fetched beyond what is visible, so that steady scrolling finds them there. */
const AHEAD = 100;

interface Flight {
  readonly abort: AbortController;
  /** Rows that changed while the request was on its way: its answer may be older than they are. */
  readonly amended: EntryRow[];
  readonly totalBefore: number;
}

/**
 * The rows of one recording, fetched by window as they are looked at and kept up to date by the live feed.
 * `total` only grows. Rows that are not held are undefined; `version` changes whenever held rows do.
 */
export function createTimeline(
  recording: string,
  knownTotal: number,
  backend: Pick<Backend, 'rows' | 'listen' | 'follow'>,
) {
  const total = signal(knownTotal);
  const version = signal(0);
  const failure = signal<string | undefined>(undefined);
  const cache = createRowCache(MAX_CHUNKS);
  const flights = new Map<number, Flight>();
  let visible = { from: 0, to: 0 };
  let isDisposed = false;

  const changed = () => void (version.value = version.peek() + 1);
  const grow = (to: number) => void (total.value = Math.max(total.peek(), to));

  const fetchVisible = () => {
    const wanted = chunksBetween(visible.from - AHEAD, Math.min(visible.to + AHEAD, total.peek()));
    for (const [index, flight] of flights) if (!wanted.includes(index)) flight.abort.abort();
    for (const index of wanted) {
      cache.touch(index);
      if (cache.lacks(index, total.peek()) && !flights.has(index)) void fetchChunk(index);
    }
  };

  const fetchChunk = async (index: number) => {
    const flight: Flight = { abort: new AbortController(), amended: [], totalBefore: total.peek() };
    flights.set(index, flight);
    try {
      const window = await backend.rows(recording, index * CHUNK, CHUNK, flight.abort.signal);
      batch(() => {
        cache.store(index, window.rows);
        cache.amend(flight.amended);
        grow(window.total);
        failure.value = undefined;
        changed();
      });
    } catch (error) {
      if (!flight.abort.signal.aborted) failure.value = reasonOf(error);
    } finally {
      flights.delete(index);
    }
    // Given up and wanted again, or outgrown on the way. Otherwise an answer that is short stays so: asking again would not end.
    const isOutdated = flight.abort.signal.aborted || total.peek() > flight.totalBefore;
    if (isOutdated && failure.peek() === undefined && !isDisposed) fetchVisible();
  };

  const hear = (event: FeedEvent) => {
    if (event.kind === 'connected') {
      cache.expire();
      failure.value = undefined;
      fetchVisible();
    } else if (event.kind === 'rows' && event.recording === recording) {
      batch(() => {
        cache.append(event.rows);
        cache.amend(event.amended);
        for (const { amended } of flights.values()) amended.push(...event.amended);
        grow(event.total);
        changed();
      });
      fetchVisible();
    } else if (event.kind === 'skipped' && event.recording === recording) {
      cache.expire();
      grow(event.total);
      fetchVisible();
    }
  };

  const stopListening = backend.listen(hear);
  const stopFollowing = backend.follow(recording, () => total.peek());

  return {
    recording,
    total: total as ReadonlySignal<number>,
    version: version as ReadonlySignal<number>,
    /** Why the visible rows could not be fetched; undefined when nothing is wrong. */
    failure: failure as ReadonlySignal<string | undefined>,
    rowAt: (seq: number) => cache.rowAt(seq),
    /** Says which rows are looked at: they are fetched if need be, and other fetches are given up. */
    show: (from: number, to: number) => {
      visible = { from, to };
      if (failure.peek() === undefined) fetchVisible();
    },
    retry: () => {
      failure.value = undefined;
      fetchVisible();
    },
    /** The next held row with a finding after (1) or before (−1) `seq`. */
    nextFinding: (seq: number, step: 1 | -1): Seq | undefined => {
      const found = cache.nearest(seq, step, ({ findings }) => findings.length > 0);
      return found && seqOf(found.seq);
    },
    dispose: () => {
      isDisposed = true;
      stopListening();
      stopFollowing();
      for (const { abort } of flights.values()) abort.abort();
    },
  };
}

export type Timeline = ReturnType<typeof createTimeline>;

function chunksBetween(from: number, to: number): number[] {
  const first = Math.floor(Math.max(from, 0) / CHUNK);
  const last = Math.floor((to - 1) / CHUNK);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, offset) => first + offset);
}
