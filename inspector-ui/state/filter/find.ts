import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { SeekQuery } from '#core/contract/timeline.ts';
import { containsText } from '#core/filter/searched-text.ts';
import { printFilter } from '#core/filter/print.ts';
import type { Filter } from '#core/filter/filter.ts';
import type { EntryDetail } from '#core/model/row.ts';
import { seqOf, type Seq } from '#core/units.ts';
import { reasonOf, type Backend, type StartTimer } from '../../backends/backend.ts';
import { combineFilters } from './view-filter.ts';

/** Number of hits, of the kind that the view counts (entries, cards, …), and the ordinal of the selected one (0: none yet). */
export interface HitCounts {
  readonly ordinal: number;
  readonly count: number;
}

/**
 * Finds in a view that does not show rows: goes to the hit at or after the current place (`step` 0), the next or the
 * previous one, around the end. `signal` aborts once a later search replaces it.
 */
export type FindInView = (text: string, step: 0 | 1 | -1, signal: AbortSignal) => Promise<HitCounts> | HitCounts;

/** Result of `goTo`: whether an entry was found in that direction, and how many entries match the filter in all. */
export interface FindResult {
  readonly isThere: boolean;
  readonly count: number;
}

/** The entry that a search selected, and the searched text. */
interface FoundEntry {
  readonly seq: Seq;
  readonly text: string;
}

export interface FindPorts {
  readonly recording: string;
  readonly backend: Pick<Backend, 'seek'>;
  readonly startTimer: StartTimer;
  /** The filter in force: hidden entries are not found. */
  readonly q: ReadonlySignal<string>;
  readonly selected: ReadonlySignal<Seq | undefined>;
  readonly select: (seq: Seq) => void;
  /** Like `select`, but opens the group of the entry, as a step of the history. Not used while typing. */
  readonly jump: (seq: Seq) => void;
  /** Opens the detail. Called for each step from hit to hit, not while typing. */
  readonly read: () => void;
}

const TYPING_MS = 150;

/** Selects the next entry that matches a filter or contains the text of the find field. */
export function createFind({ recording, backend, startTimer, q, selected, select, jump, read }: FindPorts) {
  const isOpen = signal(false);
  const text = signal('');
  const hits = signal<HitCounts | undefined>(undefined);
  const problem = signal<string | undefined>(undefined);
  const lastFound = signal<FoundEntry | undefined>(undefined);
  const inView = signal<FindInView | undefined>(undefined);
  const places = signal(0);
  const chosenPlace = signal(0);
  const place = computed(() =>
    hits.value?.count === 0 && places.value > 0 ? Math.min(chosenPlace.value, places.value - 1) : undefined,
  );
  let seeking = new AbortController();
  let cancelTyping = () => {};

  /** Shows a result. Without hits, goes on in the places that the view shows: words that acptap wrote, for example. */
  const show = (counts: HitCounts, step: 0 | 1 | -1) => {
    const now = place.peek();
    const at = now === undefined || step === 0 ? 0 : now + step;
    hits.value = counts;
    chosenPlace.value = (at + places.peek()) % Math.max(places.peek(), 1);
  };

  /** Returns the next entry; undefined if a later request replaced this one. @throws as `Backend.seek` does. */
  const seek = async (query: SeekQuery) => {
    seeking.abort();
    const { signal: aborted } = (seeking = new AbortController());
    try {
      const found = await backend.seek(recording, query, aborted);
      return aborted.aborted ? undefined : found;
    } catch (error) {
      if (aborted.aborted) return undefined;
      throw error;
    }
  };

  const find = async (step: 1 | -1, from: number, lead: (seq: Seq) => void, isTyped = false) => {
    cancelTyping();
    if (text.peek() === '') {
      seeking.abort();
      return batch(() => {
        hits.value = undefined;
        problem.value = undefined;
        lastFound.value = undefined;
      });
    }
    const wanted = text.peek();
    const begun = selected.peek();
    const search = inView.peek();
    if (search) return await findInView(search, wanted, isTyped ? 0 : step);
    try {
      const filter = combineFilters(q.peek(), printFilter(inRow(wanted)));
      const found = await seek({ q: filter, from, step, wrap: true });
      if (!found) return;
      batch(() => {
        const seq = found.seq === null || selected.peek() !== begun ? undefined : seqOf(found.seq); // the user has selected another
        problem.value = undefined;
        show({ ordinal: seq === undefined ? 0 : (found.ordinal ?? 0), count: found.count }, isTyped ? 0 : step);
        lastFound.value = seq === undefined ? undefined : { seq, text: wanted };
        if (seq !== undefined) lead(seq);
      });
    } catch (error) {
      problem.value = reasonOf(error);
    }
  };

  const findInView = async (search: FindInView, wanted: string, step: 0 | 1 | -1) => {
    seeking.abort();
    const { signal: aborted } = (seeking = new AbortController());
    try {
      const found = await search(wanted, step, aborted);
      if (aborted.aborted) return;
      batch(() => {
        problem.value = undefined;
        lastFound.value = undefined;
        show(found, step);
      });
    } catch (error) {
      if (!aborted.aborted) problem.value = reasonOf(error);
    }
  };

  return {
    isOpen: isOpen as ReadonlySignal<boolean>,
    text: text as ReadonlySignal<string>,
    /** Undefined while there is no search. */
    hits: hits as ReadonlySignal<HitCounts | undefined>,
    problem: problem as ReadonlySignal<string | undefined>,
    /** The text that led to this entry: the detail marks it. Empty if none did. */
    soughtIn: ({ row: { seq }, text: whole }: Pick<EntryDetail, 'row' | 'text'>): string => {
      const sought = lastFound.value?.seq === seq ? lastFound.value.text : '';
      return containsText(sought)(whole ?? '') ? sought : ''; // a method or a summary may have it instead
    },
    open: () => void (isOpen.value = true),
    close: () => void (isOpen.value = false),
    /** Lets a view search itself instead of the frames. Returns a function that ends this. */
    searchIn: (search: FindInView) => {
      inView.value = search;
      hits.value = undefined;
      if (isOpen.peek() && text.peek() !== '') void findInView(search, text.peek(), 0);
      return () => {
        if (inView.peek() !== search) return;
        seeking.abort();
        inView.value = undefined;
        hits.value = undefined;
      };
    },
    /** Number of places with the text that the view shows. */
    places: places as ReadonlySignal<number>,
    recount: (count: number) => void (places.value = count),
    /** Index of the place that the user is at; undefined unless a search without hits goes through the places. */
    place,
    /** Searches from the selected entry on, including it. */
    type: (typed: string) => {
      seeking.abort();
      batch(() => {
        text.value = typed;
        hits.value = undefined; // of the text before
        lastFound.value = undefined;
      });
      cancelTyping();
      cancelTyping = startTimer(TYPING_MS, () => void find(1, (selected.peek() ?? 0) - 1, select, true));
    },
    /** Selects the next or previous hit. */
    next: (step: 1 | -1) =>
      find(step, selected.peek() ?? -1, (seq) => {
        jump(seq);
        read();
      }),
    /**
     * Selects the next entry that matches both this filter and the filter in force. @returns undefined if the request
     * failed, a later one replaced it or the selection has changed since
     */
    goTo: async (filter: string, step: 1 | -1, origin: number): Promise<FindResult | undefined> => {
      const begun = selected.peek();
      try {
        const found = await seek({ q: combineFilters(q.peek(), filter), from: begun ?? origin, step, wrap: false });
        if (!found || selected.peek() !== begun) return undefined;
        const reached = { isThere: found.seq !== null, count: found.count };
        if (found.seq === null) return reached;
        lastFound.value = undefined; // not found by text
        jump(seqOf(found.seq));
        return reached;
      } catch {
        return undefined; // the timeline uses the same server and reports its errors
      }
    },
    dispose: () => {
      cancelTyping();
      seeking.abort();
    },
  };
}

export type Find = ReturnType<typeof createFind>;

/** Matches entries with the text in their frame, method or summary. Rows print `end_turn` as `end turn`. */
function inRow(text: string): Filter {
  const word: Filter = { kind: 'word', text };
  return text.trim().includes(' ')
    ? { kind: 'or', of: [word, { kind: 'word', text: text.replaceAll(' ', '_') }] }
    : word;
}
