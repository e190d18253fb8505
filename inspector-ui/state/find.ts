import { batch, signal, type ReadonlySignal } from '@preact/signals';
import type { SeekQuery } from '#core/contract/timeline.ts';
import { printFilter } from '#core/filter/print.ts';
import { seqOf, type Seq } from '#core/wire/units.ts';
import { reasonOf, type Backend, type Later } from '../backends/backend.ts';
import { both } from './look.ts';

/** How many entries have the text, and which of them is selected (0: none yet). */
export interface Hits {
  readonly ordinal: number;
  readonly count: number;
}

/** Where `goTo` has led: whether there was an entry in that direction, and how many the filter means in all. */
export interface Reached {
  readonly isThere: boolean;
  readonly count: number;
}

/** The entry that a search has led to, and what was looked for. */
export interface Found {
  readonly seq: Seq;
  readonly text: string;
}

export interface FindPorts {
  readonly recording: string;
  readonly backend: Pick<Backend, 'seek'>;
  readonly later: Later;
  /** The filter in force: what it hides is not found. */
  readonly q: ReadonlySignal<string>;
  readonly selected: ReadonlySignal<Seq | undefined>;
  readonly select: (seq: Seq) => void;
  /** The same as a step of the history: for what is not come upon while typing. */
  readonly jump: (seq: Seq) => void;
  /** Shows the text of what was found, where the hit is marked: called for each step from hit to hit, and not while somebody types. */
  readonly read: () => void;
}

const TYPING_MS = 150;

/** Goes from entry to entry: to those that a filter means, and to those that have the text in the find field. */
export function createFind({ recording, backend, later, q, selected, select, jump, read }: FindPorts) {
  const isOpen = signal(false);
  const text = signal('');
  const hits = signal<Hits | undefined>(undefined);
  const problem = signal<string | undefined>(undefined);
  const lastFound = signal<Found | undefined>(undefined);
  let seeking = new AbortController();
  let cancelTyping = () => {};

  /** The next entry; undefined when a later question has come. @throws as `Backend.seek` does. */
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

  const find = async (step: 1 | -1, from: number, lead: (seq: Seq) => void) => {
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
    try {
      const filter = both(q.peek(), printFilter({ kind: 'text', text: wanted }));
      const found = await seek({ q: filter, from, step, wrap: true });
      if (!found) return;
      batch(() => {
        problem.value = undefined;
        hits.value = { ordinal: found.ordinal ?? 0, count: found.count };
        lastFound.value = found.seq === null ? undefined : { seq: seqOf(found.seq), text: wanted };
        if (found.seq !== null) lead(seqOf(found.seq));
      });
    } catch (error) {
      problem.value = reasonOf(error);
    }
  };

  return {
    isOpen: isOpen as ReadonlySignal<boolean>,
    text: text as ReadonlySignal<string>,
    /** Undefined while nothing is looked for. */
    hits: hits as ReadonlySignal<Hits | undefined>,
    problem: problem as ReadonlySignal<string | undefined>,
    /** The hit that was gone to last: its text is marked where the entry is read. Undefined where nothing was found. */
    found: lastFound as ReadonlySignal<Found | undefined>,
    open: () => void (isOpen.value = true),
    close: () => void (isOpen.value = false),
    /** Looks for it from the selected entry on, that one included. */
    type: (typed: string) => {
      text.value = typed;
      cancelTyping();
      cancelTyping = later(TYPING_MS, () => void find(1, (selected.peek() ?? 0) - 1, select));
    },
    /** The next hit (or the one before). */
    next: (step: 1 | -1) =>
      find(step, selected.peek() ?? -1, (seq) => {
        jump(seq);
        read();
      }),
    /** Selects the next entry that a filter means within the filter in force. @returns whether there was one, and how many there are in all; undefined when one has gone on meanwhile */
    goTo: async (filter: string, step: 1 | -1, origin: number): Promise<Reached | undefined> => {
      const begun = selected.peek();
      try {
        const found = await seek({ q: both(q.peek(), filter), from: begun ?? origin, step, wrap: false });
        if (!found || selected.peek() !== begun) return undefined;
        const reached = { isThere: found.seq !== null, count: found.count };
        if (found.seq === null) return reached;
        lastFound.value = undefined; // it is not a text that leads there
        jump(seqOf(found.seq));
        return reached;
      } catch {
        return undefined; // the timeline asks the same server, and says what is wrong
      }
    },
    dispose: () => {
      cancelTyping();
      seeking.abort();
    },
  };
}
